import type { AccountScope, Cabin, Currency } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";

/** Trips of one adult whose prices are compared. */
export interface PricedTrip {
  /** Place ids, such as `airport:JFK`. */
  origin: string;
  destination: string;
  cabin: Cabin;
  currency: Currency;
}

/** Lowest price of a live search, in minor units. */
export interface PriceSample {
  departureDate: string;
  /** Days between the search and the departure. */
  leadDays: number;
  amount: number;
  observedAtMs: number;
}

/** Retention of samples. */
const retentionMs = 90 * 86_400_000;
/** Samples per lookup, newest first. */
const maxSamples = 1000;
/** Timeout of a lookup. */
const findMs = 5000;

/** Stores the price of a search. The last search of a day replaces the earlier ones of the same trip. */
export async function insertPriceSample(
  db: Queryable,
  { accountId, environment }: AccountScope,
  trip: PricedTrip,
  sample: PriceSample,
): Promise<void> {
  await db.execute(
    `INSERT INTO price_samples
       (account_id, environment, origin, destination, cabin, currency, departure_date, observed_day, observed_at, lead_days, amount)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (account_id, environment, origin, destination, cabin, currency, departure_date, observed_day) DO UPDATE
     SET observed_at = excluded.observed_at, lead_days = excluded.lead_days, amount = excluded.amount
     WHERE price_samples.observed_at <= excluded.observed_at`,
    [
      accountId,
      environment,
      trip.origin,
      trip.destination,
      trip.cabin,
      trip.currency,
      sample.departureDate,
      new Date(sample.observedAtMs).toISOString().slice(0, 10),
      new Date(sample.observedAtMs),
      sample.leadDays,
      sample.amount,
    ],
    { name: "insert-price-sample" },
  );
}

/** Lists the samples of a trip that were observed within the retention and with a lead time in the range, newest first. */
export async function listPriceSamples(
  db: Queryable,
  { accountId, environment }: AccountScope,
  trip: PricedTrip,
  { min, max, nowMs }: { min: number; max: number; nowMs: number },
): Promise<Pick<PriceSample, "departureDate" | "amount">[]> {
  const rows = await db.query<{ departure_date: string; amount: number }>(
    `SELECT departure_date::text AS departure_date, amount FROM price_samples
     WHERE account_id = $1 AND environment = $2 AND origin = $3 AND destination = $4 AND cabin = $5 AND currency = $6
       AND lead_days BETWEEN $7 AND $8 AND observed_at > $9
     ORDER BY observed_at DESC, departure_date LIMIT ${maxSamples}`,
    [
      accountId,
      environment,
      trip.origin,
      trip.destination,
      trip.cabin,
      trip.currency,
      min,
      max,
      new Date(nowMs - retentionMs),
    ],
    { name: "list-price-samples", timeoutMs: findMs },
  );
  return rows.map((row) => ({ departureDate: row.departure_date, amount: row.amount }));
}

/** Deletes a batch of samples after their retention, oldest first. Returns the number of deleted rows. */
export function deleteOldPriceSamples(database: Database, nowMs: number, limit: number): Promise<number> {
  return database.execute(
    `DELETE FROM price_samples
     WHERE (account_id, environment, origin, destination, cabin, currency, departure_date, observed_day) IN (
       SELECT account_id, environment, origin, destination, cabin, currency, departure_date, observed_day
       FROM price_samples WHERE observed_at < $1 ORDER BY observed_at LIMIT $2
     )`,
    [new Date(nowMs - retentionMs), limit],
  );
}
