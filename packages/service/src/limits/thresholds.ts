import { formatInstant } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { thresholds } from "./quota-rules.ts";

interface ThresholdInput {
  accountId: string;
  periodStartMs: number;
  periodEndMs: number;
  /** Searches in the period so far. */
  used: number;
  included: number;
  nowMs: number;
}

/**
 * Records newly reached usage thresholds and sends a `usage.threshold` event to the account's live endpoints, once per period and
 * threshold. Must run under the lock of the account's quota, so that no other process does the same concurrently.
 */
export async function recordThresholds(db: Queryable, input: ThresholdInput): Promise<void> {
  const { accountId, periodStartMs, periodEndMs, used, included, nowMs } = input;
  const due = thresholds.filter((percent) => used * 100 >= included * percent);
  if (due.length === 0) return;
  const periodStart = new Date(periodStartMs);
  const known = await db.query<{ percent: number }>(
    "SELECT percent FROM usage_thresholds WHERE account_id = $1 AND period_start = $2 ORDER BY percent LIMIT 100",
    [accountId, periodStart],
    { name: "find-usage-thresholds" },
  );
  const periodEndsAt = formatInstant(periodEndMs);
  for (const percent of due.filter((each) => known.every((row) => row.percent !== each))) {
    const data = { percent, used, included, periodEndsAt };
    const eventId = await recordEvent(db, {
      accountId,
      environment: "live",
      applicationId: null,
      type: "usage.threshold",
      data,
      nowMs,
    });
    await db.execute(
      "INSERT INTO usage_thresholds (account_id, period_start, percent, reached_at, event_id) VALUES ($1, $2, $3, $4, $5)",
      [accountId, periodStart, percent, new Date(nowMs), eventId],
    );
  }
}
