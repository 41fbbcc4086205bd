import {
  type Currency,
  formatInstant,
  formatMoney,
  readCurrency,
  type Watch,
  type WatchPrices,
} from "@wayfare/contract";
import type { BestValues, WatchRecord } from "./record.ts";

/** Returns a watch in its API form. @param offsetMs offset of the data's clock to real time */
export function toWireWatch(watch: WatchRecord, offsetMs: number): Watch {
  const currency = readCurrency(watch.search.currency ?? "USD");
  const { baseline, last } = watch.state;
  const orNull = (ms: number | null) => (ms === null ? null : formatInstant(ms));
  return {
    id: watch.id,
    environment: watch.environment,
    applicationId: watch.applicationId,
    status: watch.status,
    search: watch.search,
    condition: watch.condition,
    intervalMinutes: watch.intervalMinutes,
    baseline: baseline === null ? null : formatMoney(baseline, currency),
    lastPrices: last && toPrices(last, currency),
    matches: watch.matches,
    matchCount: watch.matchCount,
    lastRun: watch.lastRun,
    lastMatchedAt: orNull(watch.lastMatchedAtMs),
    nextRunAt: orNull(watch.dueAtMs === null ? null : watch.dueAtMs + offsetMs),
    createdAt: formatInstant(watch.createdAtMs),
    expiresAt: formatInstant(watch.expiresAtMs),
    metadata: watch.metadata,
  };
}

function toPrices({ price, ...values }: BestValues, currency: Currency): WatchPrices {
  return { price: price === null ? null : formatMoney(price, currency), ...values };
}
