import type { Owner } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { Cabin, SoldSeats } from "@wayfare/suppliers";

/** What an account had sold of the sandbox on some days. */
export interface Sales {
  /** Counts every change of the account's sold seats; 0 before the first. */
  version: number;
  /** In one order, so that equal sales are equal lists. */
  seats: SoldSeats[];
}

export interface SalesQuestion {
  /** Local days of departure, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** As it stood at this version; now where it is absent. */
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

/** How long a look-up for a search or a booking waits for the database. */
const findMs = 5000;

/**
 * What has been sold on some days, in one statement and so at one moment. Every search asks: whoever has never booked is told so by a
 * statement that costs a quarter.
 */
export async function findSales(session: Session, owner: Owner, question: SalesQuestion): Promise<Sales> {
  if (!(await hasSold(session, owner))) return { version: 0, seats: [] };
  const rows = await session.query<SalesRow>(
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
    [owner.accountId, owner.environment, question.from, question.to, question.version ?? null],
    { name: "find-sales", timeoutMs: findMs },
  );
  return { version: rows[0]?.version ?? 0, seats: rows.flatMap(toSoldSeats) };
}

async function hasSold(session: Session, { accountId, environment }: Owner): Promise<boolean> {
  const rows = await session.query(
    "SELECT version FROM sales WHERE account_id = $1 AND environment = $2",
    [accountId, environment],
    {
      name: "has-sold",
      timeoutMs: findMs,
    },
  );
  return rows.length > 0;
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

/** Counts a change of what the account has sold, which nobody else can make before the transaction ends; answers the new version. */
export async function beginSale(session: Session, owner: Owner): Promise<number> {
  const [row] = await session.query<{ version: number }>(
    `INSERT INTO sales (account_id, environment, version) VALUES ($1, $2, 1)
     ON CONFLICT (account_id, environment) DO UPDATE SET version = sales.version + 1
     RETURNING version`,
    [owner.accountId, owner.environment],
  );
  if (!row) throw new Error("a sale that was begun did not come back");
  return row.version;
}

/** Writes down what a booking takes, under the version of its sale. */
export async function insertSoldSeats(
  session: Session,
  owner: Owner,
  sale: { bookingId: string; version: number; seats: readonly SoldSeats[] },
): Promise<void> {
  await session.execute(
    `INSERT INTO sold_seats
       (booking_id, account_id, environment, sold_version,
        operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats)
     SELECT $1, $2, $3, $4, operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats
     FROM unnest($5::text[], $6::text[], $7::text[], $8::date[], $9::text[], $10::integer[], $11::integer[])
       AS row (operating_carrier, flight_number, origin, departure_date, cabin, seats, saver_seats)`,
    [
      sale.bookingId,
      owner.accountId,
      owner.environment,
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

/** Gives the seats of a booking back, under the version of this change. */
export async function releaseSeats(
  session: Session,
  { accountId, environment }: Owner,
  bookingId: string,
  version: number,
): Promise<void> {
  await session.execute(
    `UPDATE sold_seats SET released_version = $4
     WHERE booking_id = $1 AND account_id = $2 AND environment = $3 AND released_version IS NULL`,
    [bookingId, accountId, environment, version],
  );
}
