import { formatInstant, type SsoSettings } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { findConnection } from "../connections/connection-store.ts";
import { listDomains, type SsoDomain } from "../connections/domain-store.ts";
import { hasOwnerIdentity } from "../connections/identity-store.ts";
import { callbackPath } from "./sso-deps.ts";

/** Returns the name and the value of the TXT record that proves the ownership of a domain. */
export function recordOf({ domain, challenge }: Pick<SsoDomain, "domain" | "challenge">): {
  name: string;
  value: string;
} {
  return { name: `_wayfare-challenge.${domain}`, value: `wayfare-domain=${challenge}` };
}

/** Reads the single sign-on of an account for its owners. */
export async function readSettings(
  db: Queryable,
  { accountId, publicUrl }: { accountId: string; publicUrl: string },
): Promise<SsoSettings> {
  const connection = await findConnection(db, accountId);
  const domains = await listDomains(db, accountId);
  const shared = {
    redirectUri: publicUrl + callbackPath,
    domains: domains.map((each) => ({
      domain: each.domain,
      record: recordOf(each),
      verifiedAt: each.verifiedAtMs === null ? null : formatInstant(each.verifiedAtMs),
      forced: each.isForced,
    })),
  };
  if (connection === undefined) return { ...shared, connection: null, tried: false };
  const { updatedAtMs, accountId: _account, sealedSecret: _secret, ...settings } = connection;
  return {
    ...shared,
    connection: { ...settings, updatedAt: formatInstant(updatedAtMs) },
    tried: await hasOwnerIdentity(db, connection),
  };
}
