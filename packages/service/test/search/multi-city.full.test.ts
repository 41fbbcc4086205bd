import type { Flight, OfferResponse, SearchRequest, SearchResponse } from "@wayfare/contract";
import { previewSearch } from "@wayfare/search";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
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

const start = () => startApp("pglite", { supply, searchDeadlineMs: 20_000 });
const slice = (origin: string, destination: string, departureDate: string) => ({ origin, destination, departureDate });
const world = [
  slice("NYC", "LON", "2027-01-20"),
  slice("LON", "PAR", "2027-01-24"),
  slice("FRA", "SIN", "2027-01-28"),
  slice("SIN", "SYD", "2027-02-02"),
  slice("SYD", "LAX", "2027-02-10"),
  slice("LAX", "NYC", "2027-02-14"),
];

async function search(app: RunningApp, body: object): Promise<SearchResponse> {
  const answer = await app.call("/v1/flights/search", { body });
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  return JSON.parse(answer.text);
}

const preview = (request: SearchRequest) => previewSearch(supply, request, startMs);
const offersOf = ({ cash, award }: Flight) => [...cash, ...award];
const priceOf = ({ cash }: Flight) => Number(cash[0]?.total?.amount);

test("an offer of six slices is found, ranked, priced again, booked and canceled", async () => {
  const { app } = await start();
  const found = await search(app, { slices: world, includeAward: true });
  expect(found.flights.length).toBeGreaterThan(10);
  expect(found.flights.flatMap(({ award }) => award).length).toBeGreaterThan(0);
  for (const { slices } of found.flights) {
    expect(slices.map(({ departureAt }) => departureAt?.slice(0, 10))).toEqual(
      world.map(({ departureDate }) => departureDate),
    );
  }
  const again = await search(app, found.request);
  expect(again.request).toEqual(found.request);
  expect(again.flights.map(({ id }) => id)).toEqual(found.flights.map(({ id }) => id));
  const { scoreOptions, flights } = await preview({ slices: world, includeAward: true });
  expect(scoreOptions).toHaveLength(flights.flatMap(offersOf).length);
  for (const offer of [found.flights[0]?.cash[0], found.flights.flatMap(({ award }) => award)[0]]) {
    if (offer === undefined) throw new Error("an offer is missing");
    const { body, text } = await app.call(`/v1/offers/${offer.id}`);
    expect(body).toMatchObject({ status: "available" });
    const repriced: OfferResponse = JSON.parse(text);
    expect(repriced.offer?.total).toEqual(offer.total);
    const { status, booking } = await book(app, offer.id);
    expect(status).toBe(201);
    expect(booking.flight.slices).toHaveLength(6);
    expect(booking.total).toEqual(offer.total);
    const cancelled = await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" });
    expect(cancelled).toMatchObject({ status: 200, body: { status: "cancelled" } });
  }
});

test("two slices there and back are the round trip", async () => {
  const there = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
  const roundTrip = await preview({ ...there, returnDate: "2027-01-27" });
  const slices = [there, { origin: "LHR", destination: "JFK", departureDate: "2027-01-27" }];
  const pricesOf = (flights: readonly Flight[]) => flights.map((flight) => [flight.id, priceOf(flight)]);
  expect(pricesOf((await preview({ slices })).flights)).toEqual(pricesOf(roundTrip.flights));
});

const nonstop = { maxStops: 0, limit: 250 } as const;
const byId = (flights: readonly Flight[]) => flights.map((flight) => `${flight.id} ${priceOf(flight)}`).toSorted();

test("lists of places and nearby airports find the flights of every pair of places", async () => {
  const departureDate = "2027-01-20";
  const origins = ["BOS", "PHL", "IAD"];
  const destinations = ["DUB", "CDG", "LIS"];
  const pairs = origins.flatMap((origin) => destinations.map((destination) => ({ origin, destination })));
  const parts = await Promise.all(pairs.map((pair) => preview({ ...nonstop, ...pair, departureDate })));
  const { flights } = await preview({ ...nonstop, origin: origins, destination: destinations, departureDate });
  expect(flights.length).toBeGreaterThan(10);
  expect(byId(flights)).toEqual(byId(parts.flatMap((part) => part.flights)));
  const near = await preview({ ...nonstop, origin: "JFK", destination: "LHR", departureDate, nearbyKm: 60 });
  const airports = new Set(near.flights.map(({ slices }) => slices[0]?.origin));
  expect(airports).toEqual(new Set(["JFK", "EWR"]));
});

test("flexible days find what searches of every pair of dates find, in one order", async () => {
  const pair = { origin: "JFK", destination: "LHR" };
  const days = ["2027-01-19", "2027-01-20", "2027-01-21"];
  const single = await Promise.all(days.map((departureDate) => preview({ ...nonstop, ...pair, departureDate })));
  const around = { ...nonstop, ...pair, departureDate: "2027-01-20", flexibleDays: 1 };
  const { flights } = await preview(around);
  expect(byId(flights)).toEqual(byId(single.flatMap((part) => part.flights)));
  const prices = flights.map(priceOf);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));

  const returns = ["2027-01-26", "2027-01-27", "2027-01-28"];
  const dates = days.flatMap((departureDate) => returns.map((returnDate) => ({ departureDate, returnDate })));
  const cheapest = await Promise.all(
    dates.map(async (each) =>
      priceOf((await preview({ ...nonstop, ...pair, ...each, limit: 1 })).flights[0] as Flight),
    ),
  );
  const trips = await preview({ ...around, returnDate: "2027-01-27", limit: 5 });
  expect(trips.flights).toHaveLength(5);
  expect(priceOf(trips.flights[0] as Flight)).toBe(Math.min(...cheapest));
});

test("a flexible offer is priced again and booked on the day of its flight", async () => {
  const { app } = await start();
  const { flights } = await search(app, {
    origin: ["JFK", "BOS"],
    destination: "LON",
    departureDate: "2027-01-20",
    flexibleDays: 3,
  });
  const other = flights.find(
    ({ slices, cash }) => !slices[0]?.departureAt?.startsWith("2027-01-20") && (cash[0]?.seatsRemaining ?? 0) > 4,
  );
  const offer = other?.cash[0];
  if (offer === undefined) throw new Error("no flight of another day");
  expect((await app.call(`/v1/offers/${offer.id}`)).body).toMatchObject({ status: "available" });
  const { status, booking } = await book(app, offer.id);
  expect([status, booking.flight.id]).toEqual([201, other?.id]);
  expect((await app.call(`/v1/offers/${offer.id}`)).body).toMatchObject({ status: "available" });
});
