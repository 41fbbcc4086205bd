import { hash } from "node:crypto";
import { type AccountScope, type Clock, DomainError } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { getCaller, nowOf } from "../http/caller.ts";
import { fingerprintOf, slotOf } from "../storage/idempotency.ts";
import type { ChargeKey } from "./journal-line.ts";
import { chargeMs } from "./journal-store.ts";

const findMs = 5000;

/** Returns the charge key of a metered request; undefined without an Idempotency-Key. */
export function chargeKeyOf(request: FastifyRequest, clock: Clock): ChargeKey | undefined {
  const slot = slotOf(request);
  if (slot === undefined) return undefined;
  const caller = getCaller(request);
  return {
    slot: hash("sha256", JSON.stringify([caller.applicationId, slot.route, slot.key])),
    fingerprint: fingerprintOf(request).toString("hex"),
    atMs: nowOf(clock, caller),
  };
}

/**
 * Returns true if a search with this charge key was charged within the last 15 minutes.
 *
 * @throws DomainError IDEMPOTENCY_KEY_REUSED if only searches with other bodies were charged.
 */
export async function isCharged(database: Database, scope: AccountScope, key: ChargeKey): Promise<boolean> {
  const [row] = await database.query<{ same: boolean }>(
    `SELECT fingerprint = decode($4, 'hex') AS same FROM search_charges
     WHERE account_id = $1 AND environment = $2 AND slot = decode($3, 'hex') AND charged_at > $5
     ORDER BY same DESC LIMIT 1`,
    [scope.accountId, scope.environment, key.slot, key.fingerprint, new Date(key.atMs - chargeMs)],
    { name: "find-search-charge", timeoutMs: findMs },
  );
  if (row?.same === false) throw new DomainError("IDEMPOTENCY_KEY_REUSED");
  return row !== undefined;
}

/** Retention of charges. A journal that is recovered within a day after a crash does not charge a search again. */
const retentionMs = 86_400_000;

/** Deletes a batch of charges that were written more than a day ago, oldest first. Returns the number of deleted rows. */
export function deleteOldCharges(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM search_charges WHERE ctid IN (
       SELECT ctid FROM search_charges WHERE written_at < $1 ORDER BY written_at LIMIT $2
     )`,
    [new Date(nowMs - retentionMs), limit],
  );
}
