import type { Flight, OfferResponse } from "@wayfare/contract";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { startApp } from "../access-app.ts";
import { book } from "../booking-requests.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { type RunningApp, startMs } from "../running-app.ts";

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

const minuteMs = 60_000;
/** Domestic and international routes of the day on which the tests start, with the minutes before departure at which their sale ends. */
const routes = [
  { origin: "MAD", destination: "BCN", minutes: 30 },
  { origin: "LON", destination: "MAD", minutes: 60 },
] as const;
const today = new Date(startMs).toISOString().slice(0, 10);

async function search(
  app: RunningApp,
  trip: { origin: string; destination: string },
  key = app.key,
): Promise<Flight[]> {
  const body = { ...trip, departureDate: today, maxStops: 0, limit: 250, includeAward: true, allOffers: true };
  const answer = await app.call("/v1/flights/search", { key, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.flights ?? [];
}

const departureOf = ({ slices: [slice] }: Flight) => Date.parse(slice?.departureAt ?? "");

async function readOffer(app: RunningApp, id: string, key = app.key): Promise<OfferResponse> {
  return JSON.parse((await app.call(`/v1/offers/${id}`, { key })).text);
}

describe.each(testDatabaseKinds)("the end of sale on %s", (kind) => {
  test.each(routes)("from $origin to $destination is $minutes minutes before departure", async (route) => {
    const { minutes, ...trip } = route;
    const { app } = await startApp(kind, { supply, searchDeadlineMs: 20_000 });
    const flights = await search(app, trip);
    const first = flights
      .filter(({ cash, award }) => cash.length > 0 && (minutes === 60 || award.length > 0))
      .toSorted((a, b) => departureOf(a) - departureOf(b))[0];
    if (first === undefined) throw new Error("no flight today");
    for (const flight of flights) expect(departureOf(flight) - app.clock.nowMs()).toBeGreaterThan(minutes * minuteMs);
    const saleEndMs = departureOf(first) - minutes * minuteMs;
    // Offers last 15 minutes: they are searched a few minutes before the end of sale.
    app.clock.advance(saleEndMs - 5 * minuteMs - app.clock.nowMs());
    const again = (await search(app, trip)).find(({ id }) => id === first.id);
    const offers = [...(again?.cash ?? []), ...(again?.award ?? [])];
    expect(offers.length).toBeGreaterThan(1);
    for (const { expiresAt } of offers) expect(Date.parse(expiresAt)).toBe(saleEndMs);
    const [one, ...others] = offers;
    if (one === undefined) throw new Error("no offer");
    app.clock.advance(4 * minuteMs + 59_000);
    expect(await readOffer(app, one.id)).toMatchObject({ status: "available", expiresAt: one.expiresAt });
    expect(await book(app, one.id)).toMatchObject({ status: 201 });
    app.clock.advance(1000);
    for (const { id } of others) {
      expect((await readOffer(app, id)).status).toBe("expired");
      expect(await book(app, id)).toMatchObject({ status: 409, code: "OFFER_EXPIRED" });
    }
    expect((await search(app, trip)).map(({ id }) => id)).not.toContain(first.id);
  });

  test("applies to live keys that the sandbox answers, and follows the test clock for test keys", async () => {
    const { app } = await startApp(kind, { supply, searchDeadlineMs: 20_000 });
    const route = { origin: "MAD", destination: "BCN" };
    const live = await app.makeKey({ environment: "live" });
    const isSoon = (flight: Flight) => departureOf(flight) - app.clock.nowMs() < 3 * 60 * minuteMs;
    const soon = (await search(app, route, live)).find(isSoon);
    if (soon === undefined) throw new Error("no flight soon");
    const seconds = (departureOf(soon) - 30 * minuteMs - app.clock.nowMs()) / 1000;
    const moved = await app.call("/v1/test/clock/advance", { body: { seconds } });
    expect(moved.status).toBe(200);
    const ids = async (key: string) => (await search(app, route, key)).map(({ id }) => id);
    expect(await ids(app.key)).not.toContain(soon.id);
    expect(await ids(live)).toContain(soon.id);
    app.clock.advance(seconds * 1000);
    expect(await ids(live)).not.toContain(soon.id);
  });
});
