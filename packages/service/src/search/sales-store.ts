import type { AccountScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Cabin, SoldSeats } from "@wayfare/suppliers";

/** Seats that an account sold in the sandbox on a range of days. */
export interface Sales {
  /** Number of changes of the account's sold seats; 0 before the first. */
  version: number;
  /** In a fixed order, so that equal sales are equal lists. */
  seats: SoldSeats[];
}

export interface SalesQuery {
  /** Local departure dates, YYYY-MM-DD, inclusive. */
  from: string;
  to: string;
  /** Version to read; the current one by default. */
  version?: number;
}

interface SalesRow {
  version: number;
  operating_carrier: string | null;
  flight_number: string;
  origin: string;
  departure_date: string;
  cabin: Cabin;
  seats: number;
  saver_seats: number;
}

/** Timeout of a lookup for a search or a booking. */
const findMs = 5000;

/**
 * Finds the sales of a range of days in one statement, and therefore at one point in time. Every search runs it; a cheaper statement, at a
 * quarter of the cost, handles accounts without bookings.
 */
export async function findSales(db: Queryable, scope: AccountScope, query: SalesQuery): Promise<Sales> {
  if (!(await hasSold(db, scope))) return { version: 0, seats: [] };
  const rows = await db.query<SalesRow>(
    `SELECT sale.version, seat.operating_carrier, seat.flight_number, seat.origin, seat.departure_date, seat.cabin,
            sum(seat.seats)::integer AS seats, sum(seat.saver_seats)::integer AS saver_seats
     FROM sales sale
     LEFT JOIN sold_seats seat
       ON seat.account_id = sale.account_id AND seat.environment = sale.environment
       AND seat.departure_date BETWEEN $3 AND $4
       AND seat.sold_version <= coalesce($5::bigint, sale.version)
       AND (seat.released_version IS NULL OR seat.released_version > coalesce($5::bigint, sale.version))
     WHERE sale.account_id = $1 AND sale.environment = $2
     GROUP BY 1, 2, 3, 4, 5, 6
     ORDER BY 5, 2, 3, 4, 6`,
    [scope.accountId, scope.environment, query.from, query.to, query.version ?? null],
    { name: "find-sales", timeoutMs: findMs },
  );
  return { version: rows[0]?.version ?? 0, seats: rows.flatMap(toSoldSeats) };
}

async function hasSold(db: Queryable, { accountId, environment }: AccountScope): Promise<boolean> {
  const rows = await db.query(
    "SELECT version FROM sales WHERE account_id = $1 AND environment = $2",
    [accountId, environment],
    {
      name: "has-sold",
      timeoutMs: findMs,
    },
  );
  return rows.length > 0;
}

/** Returns the accounts that have sold seats in an environment of the sandbox. */
export async function findSellers(
  db: Queryable,
  accountIds: readonly string[],
  environment: AccountScope["environment"],
): Promise<Set<string>> {
  const rows = await db.query<{ account_id: string }>(
    "SELECT account_id FROM sales WHERE account_id = ANY ($1::text[]) AND environment = $2 ORDER BY account_id LIMIT $3",
    [accountIds, environment, accountIds.length],
    { name: "find-sellers", timeoutMs: findMs },
  );
  return new Set(rows.map((row) => row.account_id));
}

function toSoldSeats(row: SalesRow): SoldSeats[] {
  if (row.operating_carrier === null) return [];
  return [
    {
      operatingCarrier: row.operating_carrier,
      operatingFlightNumber: row.flight_number,
      origin: row.origin,
      departureDate: row.departure_date,
      cabin: row.cabin,
      seats: row.seats,
      saverSeats: row.saver_seats,
    },
  ];
}

/** Increments the version of an account's sales, which locks it until the transaction ends. Returns the new version. */
export async function incrementSalesVersion(db: Queryable, scope: AccountScope): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    `INSERT INTO sales (account_id, environment, version) VALUES ($1, $2, 1)
     ON CONFLICT (account_id, environment) DO UPDATE SET version = sales.version + 1
     RETURNING version`,
    [scope.accountId, scope.environment],
  );
  if (!row) throw new Error("missing sales row after an upsert");
  return row.version;
}

/** Inserts the seats of a booking under the version of its sale. */
export async function insertSoldSeats(
  db: Queryable,
  scope: AccountScope,
  sale: { bookingId: string; version: number; seats: readonly SoldSeats[] },
): Promise<void> {
  await db.execute(
    `INSERT INTO sold_seats
       (booking_id, account_id, environment, sold_version,
        operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats)
     SELECT $1, $2, $3, $4, operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats
     FROM unnest($5::text[], $6::text[], $7::text[], $8::date[], $9::text[], $10::integer[], $11::integer[])
       AS row (operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats)`,
    [
      sale.bookingId,
      scope.accountId,
      scope.environment,
      sale.version,
      sale.seats.map(({ operatingCarrier }) => operatingCarrier),
      sale.seats.map(({ operatingFlightNumber }) => operatingFlightNumber),
      sale.seats.map(({ origin }) => origin),
      sale.seats.map(({ departureDate }) => departureDate),
      sale.seats.map(({ cabin }) => cabin),
      sale.seats.map(({ seats }) => seats),
      sale.seats.map(({ saverSeats }) => saverSeats),
    ],
  );
}

/** Releases the seats of a booking under the version of this change. */
export async function releaseSeats(
  db: Queryable,
  { accountId, environment }: AccountScope,
  bookingId: string,
  version: number,
): Promise<void> {
  await db.execute(
    `UPDATE sold_seats SET released_version = $4
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND released_version IS NULL`,
    [bookingId, accountId, environment, version],
  );
}
