import type { BookingConflict, OfferResponse } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseKind,
  testDatabaseKinds,
} from "../../../../tests/databases.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { startApp } from "../access-app.ts";
import { book, traveler } from "../booking-requests.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { type RunningApp, runApp, startMs } from "../running-app.ts";

let store: TestDatabase;
let supply: Supply;

beforeAll(async () => {
  store = await createTestDatabase("pglite");
  supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory: cachedSandbox,
    database: store.database,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
  });
});

afterAll(async () => {
  await supply.close();
  await store.drop();
});

/** Nonstop flights of the next day, which have few seats left. */
const nextDay = {
  origin: "LON",
  destination: "NYC",
  departureDate: "2026-11-22",
  cabin: "economy",
  maxStops: 0,
  limit: 250,
  includeAward: true,
};

async function search(app: RunningApp, changes: object = {}, key = app.key) {
  const { body, status, text } = await app.call("/v1/flights/search", { key, body: { ...nextDay, ...changes } });
  if (status !== 200) throw new Error(text);
  return body.flights ?? [];
}

async function readOffer(app: RunningApp, id: string): Promise<OfferResponse> {
  return JSON.parse((await app.call(`/v1/offers/${id}`)).text);
}

const cancel = (app: RunningApp, id: string) => app.call(`/v1/bookings/${id}/cancel`, { method: "POST" });

/** Finds the flight with the fewest seats but more than one, and its first offer. */
async function findScarce(app: RunningApp, changes: object = {}) {
  const flights = (await search(app, changes)).filter(({ cash: [cash] }) => (cash?.seatsRemaining ?? 0) > 1);
  const [flight] = flights.toSorted((a, b) => (a.cash[0]?.seatsRemaining ?? 9) - (b.cash[0]?.seatsRemaining ?? 9));
  const offer = flight?.cash[0];
  if (flight === undefined || offer === undefined || offer.seatsRemaining === null || offer.seatsRemaining > 8)
    throw new Error("nothing is scarce");
  return { flightId: flight.id, offer };
}

async function sumSold(database: Database): Promise<number> {
  const [row] = await database.query<{ seats: number | null }>(
    "SELECT sum(seats)::integer AS seats FROM sold_seats WHERE released_version IS NULL",
  );
  return row?.seats ?? 0;
}

describe.each(testDatabaseKinds)("the sandbox sells on %s", (kind: TestDatabaseKind) => {
  const start = () => startApp(kind, { supply, searchDeadlineMs: 20_000 });
  /** For tests that depend more on the sandbox than on the database. */
  const onPostgres = test.runIf(kind === "postgresql");

  test("a booking reduces the seats of its account and partition only, and its cancellation restores them", async () => {
    const { app } = await start();
    const { flightId, offer } = await findScarce(app);
    const live = await app.makeKey({ environment: "live" });
    const seatsOf = async (key = app.key) =>
      (await search(app, {}, key)).find(({ id }) => id === flightId)?.cash[0]?.seatsRemaining ?? 0;
    const { status, booking } = await book(app, offer.id);
    expect(status).toBe(201);
    expect(booking.flight.id).toBe(flightId);
    expect(booking.total).toEqual(offer.total);
    expect(await seatsOf()).toBeLessThan(offer.seatsRemaining ?? 0);
    expect(await seatsOf(live)).toBe(offer.seatsRemaining);
    expect(await cancel(app, booking.id)).toMatchObject({ status: 200, body: { status: "cancelled" } });
    expect(await seatsOf()).toBe(offer.seatsRemaining);
  });

  onPostgres("twenty concurrent bookings sell no more seats than are available at the price", async () => {
    const { app, database } = await start();
    const { flightId, offer } = await findScarce(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(app, offer.id)));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(offer.seatsRemaining ?? 0);
    for (const { code } of refused) expect(["SOLD_OUT", "OFFER_CHANGED"]).toContain(code);
    for (const { booking } of made) expect(booking.total).toEqual(offer.total);
    expect(new Set(made.map(({ booking }) => booking.reference)).size).toBe(made.length);
    expect(await sumSold(database)).toBe(made.length);
    // The remaining seats sell one by one at rising prices; then the flight is sold out.
    let sold = made.length;
    for (; sold < 60; sold++) {
      const nextOffer = (await search(app)).find(({ id }) => id === flightId)?.cash[0];
      if (nextOffer === undefined) break;
      expect(await book(app, nextOffer.id)).toMatchObject({ status: 201 });
    }
    expect(sold).toBeLessThan(60);
    expect(await book(app, offer.id)).toMatchObject({ status: 409, code: "SOLD_OUT" });
    expect(await readOffer(app, offer.id)).toMatchObject({ status: "sold_out", offer: null });
    const [booked] = made;
    await cancel(app, booked?.booking.id ?? "");
    expect((await search(app)).some(({ id }) => id === flightId)).toBe(true);
  });

  onPostgres.each([{ returnDate: undefined }, { returnDate: "2026-11-25" }])(
    "OFFER_CHANGED contains an offer that can be booked at the new price: %j",
    async (changes) => {
      const { app } = await start();
      const { flightId, offer } = await findScarce(app, changes);
      let refused = await book(app, offer.id);
      for (let sold = 0; sold < 9 && refused.status === 201; sold++) refused = await book(app, offer.id);
      expect(refused).toMatchObject({ status: 409, code: "OFFER_CHANGED" });
      const { offer: current, difference }: BookingConflict = JSON.parse(refused.text);
      if (current?.kind !== "cash" || difference === undefined) throw new Error("the problem has no current offer");
      expect(Number(difference.total.amount)).toBeCloseTo(Number(current.total.amount) - Number(offer.total.amount));
      expect(await readOffer(app, offer.id)).toMatchObject({
        status: "changed",
        offer: { total: current.total },
        difference,
      });
      expect(await readOffer(app, current.id)).toMatchObject({ status: "available", flight: { id: flightId } });
      const { status, booking } = await book(app, current.id);
      expect([status, booking.total, booking.flight.id]).toEqual([201, current.total, flightId]);
    },
  );

  test("two processes cannot sell the same last seats", async () => {
    const { app, database } = await start();
    const other = await runApp({ database, supply, searchDeadlineMs: 20_000 });
    onTestFinished(() => other.close());
    const { offer } = await findScarce(app);
    const apps = [app, { ...other, key: app.key }];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => book(apps[at % 2] ?? app, offer.id, { key: app.key })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(offer.seatsRemaining ?? 0);
    for (const { status, code } of answers) {
      if (status !== 201) expect(["SOLD_OUT", "OFFER_CHANGED", "CONFLICT"]).toContain(code);
    }
    expect(await sumSold(database)).toBe(made.length);
  });

  onPostgres("an award takes saver space, and an offer whose seats are enough still stands", async () => {
    const { app } = await start();
    const flights = await search(app, { cabin: "business", departureDate: "2026-12-02", allOffers: true });
    const award = flights.flatMap((flight) => flight.award).find(({ level }) => level === "saver");
    const available = flights.flatMap(({ cash }) => cash).find(({ seatsRemaining }) => seatsRemaining === 9);
    if (award === undefined || available === undefined) throw new Error("no award or no available flight found");
    const { booking } = await book(app, award.id);
    expect(booking).toMatchObject({ kind: "award", miles: award.miles, program: award.program });
    const again = await readOffer(app, award.id);
    if (again.offer) expect(again.offer.seatsRemaining).toBe((award.seatsRemaining ?? 0) - 1);
    else expect(award.seatsRemaining).toBe(1);
    expect(await readOffer(app, available.id)).toMatchObject({
      status: "available",
      offer: { total: available.total },
    });
  });

  onPostgres("everybody but an infant takes a seat on every flight", async () => {
    const { app, database } = await start();
    const travelers = { adults: 1, children: 1, infants: 1 };
    const flights = await search(app, {
      departureDate: "2026-12-02",
      maxStops: 2,
      returnDate: "2026-12-09",
      travelers,
    });
    const flight = flights.find(({ slices }) => slices.some(({ stops }) => stops > 0)) ?? flights[0];
    const segments = flight?.slices.flatMap((slice) => slice.segments) ?? [];
    const child = { ...traveler, type: "child", bornOn: "2018-02-01" };
    const infant = { ...traveler, type: "infant", bornOn: "2026-02-28" };
    const { status } = await book(app, flight?.cash[0]?.id ?? "", { travelers: [traveler, child, infant] });
    expect(status).toBe(201);
    expect(await sumSold(database)).toBe(2 * segments.length);
  });
});
