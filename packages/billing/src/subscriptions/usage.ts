import type { Session } from "@wayfare/database";
import type { BillingPorts } from "../options/ports.ts";
import type { Segment } from "../records/records.ts";
import { findSegments, type SubscriptionPeriod } from "./store.ts";

/** A segment, and the live searches of the hours that begin in it. */
export type CountedSegment = { segment: Segment; used: number };

/**
 * The segments of periods in their order, with their searches. An hour belongs to the segment in which it begins, so that every search
 * is in one of them. Searches of test data are free.
 *
 * @param untilMs counts an open segment up to this instant.
 */
export async function countSegments(
  session: Session,
  { countSearches }: Pick<BillingPorts, "countSearches">,
  periods: readonly SubscriptionPeriod[],
  untilMs: number,
): Promise<CountedSegment[]> {
  const segments = await findSegments(session, periods);
  const live = segments.filter(({ environment }) => environment === "live");
  const counts = await countSearches(
    session,
    live.map(({ accountId, startedAtMs, endedAtMs }) => ({
      accountId,
      startMs: startedAtMs,
      endMs: endedAtMs ?? untilMs,
    })),
  );
  const used = new Map(live.map((segment, index) => [segment, counts[index] ?? 0]));
  return segments.map((segment) => ({ segment, used: used.get(segment) ?? 0 }));
}
