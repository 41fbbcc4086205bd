import type { Queryable } from "@wayfare/database";
import type { BillingPorts } from "../options/ports.ts";
import type { Phase } from "../records/records.ts";
import { findPhases, type SubscriptionPeriod } from "./store.ts";

/** A phase, and the live searches of the hours that begin in it. */
export type CountedPhase = { phase: Phase; used: number };

/**
 * Returns the phases of periods in order, with their searches. An hour belongs to the phase in which it begins, so that each search is
 * counted once. Test searches are free.
 *
 * @param untilMs counts an open phase up to this time.
 */
export async function countPhases(
  db: Queryable,
  { countSearches }: Pick<BillingPorts, "countSearches">,
  periods: readonly SubscriptionPeriod[],
  untilMs: number,
): Promise<CountedPhase[]> {
  const phases = await findPhases(db, periods);
  const live = phases.filter(({ environment }) => environment === "live");
  const counts = await countSearches(
    db,
    live.map(({ accountId, startedAtMs, endedAtMs }) => ({
      accountId,
      startMs: startedAtMs,
      endMs: endedAtMs ?? untilMs,
    })),
  );
  const used = new Map(live.map((phase, index) => [phase, counts[index] ?? 0]));
  return phases.map((phase) => ({ phase, used: used.get(phase) ?? 0 }));
}
