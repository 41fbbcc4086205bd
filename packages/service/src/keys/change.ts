import { type ChangeKey, DomainError } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { isInsideRanges, parseAddressRange } from "@wayfare/egress";
import { Type } from "typebox";
import type { Actor } from "../audit/store.ts";
import type { Caller } from "../http/caller.ts";
import { assertBoundsWithin } from "./bounds.ts";
import type { KeyRecord } from "./record.ts";
import {
  assertScopesWithin,
  assertServiceKeyAccess,
  changeKey,
  type KeyDeps,
  lockActiveKey,
  readAllowlist,
  readExpiry,
} from "./rules.ts";
import type { KeyChanges } from "./store.ts";
import { changeLimits } from "./usage-limits.ts";

/** Query string that lets a caller exclude its own address. */
export const forceQuery = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Save the allowlist even if it excludes the caller's IP address.",
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);

interface Change {
  id: string;
  body: ChangeKey;
  caller: Caller;
  actor: Actor;
  force: boolean;
}

/** Applies a change of a key. */
export async function applyChanges(unit: UnitOfWork, deps: KeyDeps, change: Change): Promise<KeyRecord> {
  const { body, caller, actor } = change;
  const key = await lockActiveKey(unit, caller, change.id);
  assertServiceKeyAccess(caller, key);
  const changes: KeyChanges = {};
  if (body.name !== undefined) changes.name = body.name;
  if (body.metadata !== undefined) changes.metadata = body.metadata;
  if (body.expiresAt !== undefined) changes.expiresAtMs = readExpiry(body.expiresAt, unit.nowMs);
  if (body.scopes !== undefined) {
    assertScopesWithin([...caller.scopes, ...key.scopes], body.scopes);
    changes.scopes = body.scopes;
  }
  if (body.ipAllowlist !== undefined) {
    changes.ipAllowlist = readAllowlist(body.ipAllowlist, key.environment);
    if (key.id === caller.id && !change.force) assertCallerIncluded(caller, changes.ipAllowlist);
  }
  if (body.usageLimits !== undefined) {
    changes.usageLimits = changeLimits(key.id, key.usageLimits, body.usageLimits);
  }
  assertBoundsWithin(caller, key, changes);
  return Object.keys(changes).length === 0 ? key : changeKey(unit, deps, { key, changes, actor });
}

/** @throws DomainError if the allowlist excludes the caller's IP address. */
export function assertCallerIncluded(caller: Caller, allowlist: readonly string[]): void {
  // Allowlists do not apply to service keys and sessions.
  if (caller.session !== null || caller.keyEnvironment === "service" || allowlist.length === 0) return;
  const ranges = allowlist.flatMap((text) => parseAddressRange(text) ?? []);
  if (isInsideRanges(ranges, caller.address)) return;
  const detail = `Your IP address ${caller.address} is not in this allowlist. Add it, or send \`?force=true\`.`;
  throw new DomainError("ALLOWLIST_EXCLUDES_CALLER", { detail });
}
