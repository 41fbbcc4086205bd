import { type ChangeKey, DomainError } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import { isInsideRanges, parseAddressRange } from "@wayfare/egress";
import { Type } from "typebox";
import type { Actor } from "../audit/store.ts";
import type { Caller } from "../http/caller.ts";
import { refuseWiderBounds } from "./bounds.ts";
import type { KeyRecord } from "./record.ts";
import {
  changeKey,
  type KeyParts,
  readAllowlist,
  readExpiry,
  refuseServiceKey,
  refuseWiderScopes,
  takeActiveKey,
} from "./rules.ts";
import type { KeyChanges } from "./store.ts";

/** Lets a caller shut itself out on purpose. */
export const forceQuery = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({ default: false, description: "Whether a list may shut the caller out.", examples: [true] }),
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

/** Changes a key as its caller asks. */
export async function applyChanges(unit: Unit, parts: KeyParts, change: Change): Promise<KeyRecord> {
  const { body, caller, actor } = change;
  const key = await takeActiveKey(unit, caller, change.id);
  refuseServiceKey(caller, key);
  const changes: KeyChanges = {};
  if (body.name !== undefined) changes.name = body.name;
  if (body.metadata !== undefined) changes.metadata = body.metadata;
  if (body.expiresAt !== undefined) changes.expiresAtMs = readExpiry(body.expiresAt, unit.nowMs);
  if (body.scopes !== undefined) {
    refuseWiderScopes([...caller.scopes, ...key.scopes], body.scopes);
    changes.scopes = body.scopes;
  }
  if (body.ipAllowlist !== undefined) {
    changes.ipAllowlist = readAllowlist(body.ipAllowlist, key.environment);
    if (key.id === caller.id && !change.force) refuseShuttingOut(caller, changes.ipAllowlist);
  }
  refuseWiderBounds(caller, key, changes);
  return Object.keys(changes).length === 0 ? key : changeKey(unit, parts, { key, changes, actor });
}

/** @throws DomainError where a list would keep the caller's own address out. */
export function refuseShuttingOut(caller: Caller, allowlist: readonly string[]): void {
  // Allowlists bind neither service keys nor people in the portal.
  if (caller.session !== null || caller.keyEnvironment === "service" || allowlist.length === 0) return;
  const ranges = allowlist.flatMap((text) => parseAddressRange(text) ?? []);
  if (isInsideRanges(ranges, caller.address)) return;
  const detail = `${caller.address}, from where you call, is on no range of this list. Add it, or send ?force=true.`;
  throw new DomainError("ALLOWLIST_EXCLUDES_CALLER", { detail });
}
