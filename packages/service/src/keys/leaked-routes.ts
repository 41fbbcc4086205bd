import { formatInstant, LeakedKeyRevocationSchema, LeakedKeySchema, notFound, ref } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import type { App } from "../http/app-type.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { isRawKey } from "./raw-key.ts";
import { revokeLeakedKey } from "./rules.ts";
import { lockKeyByRawKey } from "./store.ts";

/** Throttle that allows for the report of a secret scanner. */
const allowance = { burst: 10, perMinute: 10 };

/** Registers the revocation of leaked keys. Needs no authentication, because possession of the raw key authorizes its revocation. */
export function registerLeakedKeyRoute(app: App, { database, clock, secrets, accessCache }: ResourceDeps): void {
  app.post(
    "/v1/keys/revoke-leaked",
    {
      config: { access: "public", publicBody: { allowance } },
      schema: {
        operationId: "revokeLeakedKey",
        tags: ["Keys"],
        summary: "Revoke a leaked key",
        description:
          "Revokes a raw key at once, without a grace period. Anyone who has the key can call this operation, without authentication. Returns 404 for an unknown key. Sends `key.revoked` to the account's webhook endpoints. Limited to ten attempts per minute from one IP address.",
        body: ref(LeakedKeySchema),
        response: {
          200: ref(LeakedKeyRevocationSchema),
          ...problemResponses([...bodyProblems, "NOT_FOUND", "RATE_LIMITED"], { needsKey: false }),
        },
      },
    },
    async (request) => {
      const address = getClientAddress(request);
      const { key: rawKey } = request.body;
      const revoked = isRawKey(rawKey)
        ? await runUnitOfWork(database, clock.nowMs(), async (unit) => {
            const key = await lockKeyByRawKey(unit.tx, secrets, rawKey);
            const actor = { kind: "holder" as const, id: null, address, requestId: request.id };
            return key && revokeLeakedKey(unit, { secrets, invalidate: accessCache.invalidate }, key, actor);
          })
        : undefined;
      if (revoked === undefined) throw notFound("key", "");
      return { status: "revoked" as const, revokedAt: formatInstant(revoked.revokedAtMs ?? clock.nowMs()) };
    },
  );
}
