import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/databases.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import { contact, traveler } from "../booking-requests.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { type RunningApp, runApp, startMs } from "../running-app.ts";
import { callTool } from "./mcp-call.ts";

let store: TestDatabase;
let app: RunningApp;

beforeAll(async () => {
  store = await createTestDatabase("pglite");
  const supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory: cachedSandbox,
    database: store.database,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
  });
  app = await runApp({ database: store.database, supply });
});

afterAll(async () => {
  await app.close();
  await store.drop();
});

const listBookings = async () => JSON.parse((await app.call("/v1/bookings")).text).data;

test("a scripted client finds the cheapest award week in two calls, and books it only after the confirmation", async () => {
  const trip = { origin: "JFK", destination: "LHR", cabin: "business" };
  const departureDates = { from: "2027-02-01", to: "2027-04-04" };
  const calendar = await callTool(app, "calendar", { ...trip, departureDates, includeAward: true });
  const [best] = calendar.data.fewestMiles;
  expect(calendar.data.periodLength).toBe("week");
  const weeks = calendar.data.periods.filter((week: { fewestMiles?: object }) => week.fewestMiles !== undefined);
  const lowest = Math.min(...weeks.map((week: { fewestMiles: { miles: number } }) => week.fewestMiles.miles));
  expect(best.miles).toBe(lowest);

  const next = calendar.data.next.find(({ purpose }: { purpose: string }) => purpose.includes("miles"));
  const found = await callTool(app, next.tool, next.arguments);
  const award = found.data.flights[0].award;
  expect(award).toMatchObject({ program: best.program, miles: best.miles });

  const order = { offerId: award.offerId, travelers: [traveler], contact };
  const quote = await callTool(app, "book", order);
  expect(quote.data).toMatchObject({ status: "confirmation_required", quote: { offerId: award.offerId } });
  expect(quote.data.quote.terms.price).toContain(`${best.miles} ${best.program}`);
  expect(await listBookings()).toEqual([]);

  const confirmed = { ...order, confirmation: quote.data.quote.confirmation };
  const booked = await callTool(app, "book", confirmed);
  expect(booked.data).toMatchObject({ status: "confirmed", booking: { reference: expect.any(String) } });
  const again = await callTool(app, "book", confirmed);
  expect(again.data.booking).toEqual(booked.data.booking);
  expect(await listBookings()).toHaveLength(1);
});

test("books nothing with a confirmation of another order, another key or another time", async () => {
  const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
  const found = await callTool(app, "search_flights", search);
  const [first, second] = found.data.flights;
  const order = { offerId: first.offerId, travelers: [traveler], contact };
  const { confirmation } = (await callTool(app, "book", order)).data.quote;
  const before = (await listBookings()).length;
  const attempts = [
    { ...order, offerId: second.offerId, confirmation },
    { ...order, travelers: [{ ...traveler, givenName: "Eve" }], confirmation },
    { ...order, contact: { ...contact, email: "eve@example.com" }, confirmation },
    { ...order, confirmation: `${confirmation.slice(0, -2)}AA` },
    { ...order, confirmation: "x" },
    { ...order, confirmation: "." },
  ];
  for (const attempt of attempts) {
    const answer = await callTool(app, "book", attempt);
    expect(answer).toMatchObject({ status: 200, isError: true });
    expect(answer.said).toContain("Nothing was booked");
  }
  const key = await app.makeKey();
  expect((await callTool(app, "book", { ...order, confirmation }, { key })).said).toContain("does not belong");
  app.clock.advance(11 * 60_000);
  expect((await callTool(app, "book", { ...order, confirmation })).said).toContain("expired");
  app.clock.advance(10 * 60_000);
  expect((await callTool(app, "book", order)).said).toContain("search_flights again");
  expect(await listBookings()).toHaveLength(before);
});

test("rejects travelers that do not fit the search before the quote", async () => {
  const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", travelers: { adults: 2 } };
  const found = await callTool(app, "search_flights", search);
  const order = { offerId: found.data.flights[0].offerId, travelers: [traveler], contact };
  expect((await callTool(app, "book", order)).said).toContain("/travelers must have 2 of type adult");
  const invalid = {
    ...order,
    travelers: [{ ...traveler, bornOn: "tomorrow" }],
    contact: { ...contact, phone: "0800" },
  };
  const answer = await callTool(app, "book", invalid);
  expect(answer.said).toContain("/travelers/0/bornOn");
  expect(answer.said).toContain("/contact/phone");
});

test("accepts the new price of an offer only with a new confirmation", async () => {
  const search = { origin: "JFK", destination: "CDG", departureDate: "2027-01-21" };
  const found = await callTool(app, "search_flights", search);
  const changing = { ...contact, email: "price-changed@example.com" };
  const order = { offerId: found.data.flights[0].offerId, travelers: [traveler], contact: changing };
  const { confirmation } = (await callTool(app, "book", order)).data.quote;
  const answer = await callTool(app, "book", { ...order, confirmation });
  expect(answer).toMatchObject({ isError: true });
  expect(answer.said).toMatch(/OFFER_CHANGED[\s\S]*Current offer: off_/);
});

test("pages do not repeat flights, and explorations list their dates", async () => {
  const search = { origin: "LON", destination: "NYC", departureDate: "2027-03-01", maxResults: 4 };
  const ids: string[] = [];
  for (const offset of [0, 4, 8]) {
    const { data } = await callTool(app, "search_flights", { ...search, offset });
    ids.push(...data.flights.map(({ offerId }: { offerId: string }) => offerId.replace(/^off_[^_]+_/, "")));
  }
  expect(new Set(ids).size).toBe(12);
  const departureDates = { from: "2027-03-01", to: "2027-03-20" };
  const explored = await callTool(app, "explore", { origin: "LHR", regions: ["europe"], departureDates });
  expect(explored.data.destinations).toHaveLength(8);
  expect(explored.data.complete).toBe(false);
  expect(explored.data.next[0]).toMatchObject({ tool: "explore", arguments: { offset: 8 } });
  const compared = await callTool(app, "compare_cash_and_miles", { ...search, maxResults: 2 });
  expect(compared.data.flights[0]).toMatchObject({
    better: expect.stringMatching(/cash|miles/),
    cash: expect.anything(),
  });
  expect(compared.data.programs.length).toBeGreaterThan(0);
});
