import type { OfferResponse } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeOffer } from "../../../suppliers/test/doubles/duffel-offer.ts";
import { membersOf } from "../../../suppliers/test/doubles/supplier-double.ts";
import { readRecorded } from "../../../suppliers/test/recorded.ts";
import { purgeExpiredRows } from "../../src/app/purge.ts";
import { makeOwner } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";
import { startMs } from "../running-app.ts";
import { assemble, openEvents } from "./event-stream.ts";

/** Offers that Duffel keeps for half an hour from the start of the test. */
function offersOf(amount: string, expiresAtMs = startMs + 1_800_000) {
  return [{ ...makeOffer(amount, "Basic"), expires_at: new Date(expiresAtMs).toISOString() }];
}

async function startWithDuffel(kind: (typeof testDatabaseKinds)[number] = "pglite") {
  const live = await startLiveApp(kind, ["duffel"]);
  live.duffel.offers = offersOf("512.40");
  return { ...live, offerId: await findOffer(live.app, liveSearch, "cash", live.key) };
}

async function readOffer({ app, key }: Pick<LiveApp, "app" | "key">, id: string): Promise<OfferResponse> {
  const answer = await app.call(`/v1/offers/${id}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

/** The recorded itinerary of Ignav, from London. */
const [itinerary] = JSON.parse(readRecorded("ignav/one-way.json")).itineraries;
const itinerarySearch = { origin: "LHR", destination: "JFK", departureDate: "2027-01-20" };

/** The recorded award trips. */
function readTrips(): Record<string, unknown>[] {
  const rows = JSON.parse(readRecorded("seats-aero/search-with-trips.json")).data;
  return rows.flatMap(({ AvailabilityTrips: trips = [] }: Record<string, unknown[]>) => trips);
}

const countCalls = ({ duffel }: Pick<LiveApp, "duffel">) => duffel.double.requests.length;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("prices a live offer again at its supplier, and keeps the current one if it changed", async () => {
    const { offerId, ...live } = await startWithDuffel(kind);
    const before = await readOffer(live, offerId);
    expect(before).toMatchObject({ status: "available", difference: null, simulated: false });
    expect(before.offer).toMatchObject({ id: offerId, source: "duffel", total: { amount: "512.40", currency: "USD" } });
    expect(live.duffel.double.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /air/offer_requests",
      "GET /air/offers",
      "GET /air/offers/off_Basic",
    ]);
    live.duffel.offers = offersOf("530.00");
    const changed = await readOffer(live, offerId);
    expect(changed).toMatchObject({
      status: "changed",
      difference: { total: { amount: "17.60", currency: "USD" }, miles: null },
      flight: { id: before.flight?.id },
    });
    const current = changed.offer?.id ?? "";
    expect(current).not.toBe(offerId);
    expect(await readOffer(live, current)).toMatchObject({ status: "available", offer: changed.offer });
  });

  test("ends at its first departure, whatever its supplier says", async () => {
    const live = await startLiveApp(kind, ["duffel"]);
    const [offer] = offersOf("512.40");
    const slices = JSON.stringify(membersOf(offer).slices)
      .replaceAll("2027-02-10T18:35:00", "2026-11-21T02:43:00")
      .replaceAll("2027-02-11T06:30:00", "2026-11-21T14:38:00");
    live.duffel.offers = [{ ...offer, slices: JSON.parse(slices) }];
    const id = await findOffer(live.app, { ...liveSearch, departureDate: "2026-11-21" }, "cash", live.key);
    expect(await readOffer(live, id)).toMatchObject({ status: "available", expiresAt: "2026-11-21T07:43:00.000Z" });
    live.app.clock.advance(10 * 60_000);
    expect((await readOffer(live, id)).status).toBe("expired");
    expect(await book(live.app, id, { key: live.key })).toMatchObject({ status: 409, code: "OFFER_EXPIRED" });
    const body = { ...liveSearch, departureDate: "2026-11-21" };
    const again = await live.app.call("/v1/flights/search", { key: live.key, body });
    expect(again.body.flights).toEqual([]);
  });

  test("deletes kept offers a day after their search", async () => {
    const { offerId, app, database, key } = await startWithDuffel(kind);
    const purgeAt = async (nowMs: number) => {
      const clock = { nowMs: () => nowMs };
      await purgeExpiredRows({ database, clock, log: app.app.log }, new AbortController().signal);
      return database.query("SELECT part, ordinals FROM kept_offers ORDER BY part");
    };
    expect(await purgeAt(startMs + 86_400_000 - 1)).toEqual([{ part: 0, ordinals: [1] }]);
    expect(await purgeAt(startMs + 86_400_000 + 1)).toEqual([]);
    expect((await app.call(`/v1/offers/${offerId}`, { key })).status).toBe(404);
  });
});

describe("a live offer", () => {
  test("is not found by another account, and not by a test key", async () => {
    const { offerId, app, database, access } = await startWithDuffel();
    expect(access.asked).toEqual([app.accountId]);
    const other = await makeOwner({ app, database });
    for (const key of [other.live, app.key]) {
      expect((await app.call(`/v1/offers/${offerId}`, { key })).status).toBe(404);
    }
  });

  test("is expired without a call at the supplier's time, if that is earlier", async () => {
    const live = await startLiveApp("pglite", ["duffel"]);
    live.duffel.offers = offersOf("512.40", startMs + 60_000);
    const offerId = await findOffer(live.app, liveSearch, "cash", live.key);
    expect((await readOffer(live, offerId)).expiresAt).toBe(new Date(startMs + 60_000).toISOString());
    const calls = countCalls(live);
    live.app.clock.advance(60_000);
    expect(await readOffer(live, offerId)).toMatchObject({ status: "expired", offer: null });
    expect(countCalls(live)).toBe(calls);
  });

  test("is expired if its supplier no longer keeps it, and without a call after the supplier was disconnected", async () => {
    const { offerId, ...live } = await startWithDuffel();
    live.duffel.expired.add("off_Basic");
    expect(await readOffer(live, offerId)).toMatchObject({ status: "expired", offer: null, flight: null });
    const calls = countCalls(live);
    live.access.connected.live.delete("duffel");
    expect(await readOffer(live, offerId)).toMatchObject({ status: "expired" });
    expect(countCalls(live)).toBe(calls);
  });

  test("answers 503 if its supplier fails or its budget is used up, and is available afterwards", async () => {
    const { offerId, app, key, duffel, access } = await startWithDuffel();
    const path = `/v1/offers/${offerId}`;
    duffel.double.misbehavior = { kind: "reset" };
    expect(await app.call(path, { key })).toMatchObject({ status: 503, body: { code: "SUPPLY_UNAVAILABLE" } });
    duffel.double.misbehavior = null;
    access.maxCalls = access.calls;
    const { status, body } = await app.call(path, { key });
    expect([status, body.detail]).toEqual([503, expect.stringContaining("call budgets are used up")]);
    access.maxCalls = 1000;
    expect((await app.call(path, { key })).body).toMatchObject({ status: "available" });
    // One that reached the supplier is counted, also without a response.
    expect(access.settled.map(({ billed, status: each }) => [billed, each])).toEqual([
      [true, 201],
      [true, null],
      [true, 200],
    ]);
  });

  test("answers 504 if its supplier does not answer before the deadline", async () => {
    const { app, key, duffel } = await startLiveApp("pglite", ["duffel"], { searchDeadlineMs: 1000 });
    const offerId = await findOffer(app, liveSearch, "cash", key);
    duffel.double.misbehavior = { kind: "hang" };
    const { status, body } = await app.call(`/v1/offers/${offerId}`, { key });
    expect([status, body.code]).toEqual([504, "SUPPLY_UNAVAILABLE"]);
  });

  test("cannot be booked here: 422 names the supplier and its link", async () => {
    const { app, key, ignav } = await startLiveApp("pglite", ["ignav"]);
    ignav.itineraries = [itinerary];
    const offerId = await findOffer(app, itinerarySearch, "cash", key);
    const { status, code, body } = await book(app, offerId, { key });
    expect([status, code, body.detail]).toEqual([
      422,
      "OFFER_NOT_BOOKABLE",
      `Offers of ignav cannot be booked here. Book at https://www.example.com/book/${itinerary.ignav_id}.`,
    ]);
  });

  test("keeps the flight and the cash price of its search when an award is priced again, and shows its own itinerary", async () => {
    const live = await startLiveApp("pglite", ["duffel", "seats-aero"]);
    live.duffel.offers = offersOf("512.40");
    const { body } = await live.app.call("/v1/search", { key: live.key, body: liveSearch });
    const joined = body.flights?.find(({ cash, award }) => cash.length > 0 && award.length > 0);
    const [award] = joined?.award ?? [];
    const trip = readTrips().find(({ FlightNumbers: numbers }) => numbers === "AA100");
    live.seats.trips.set(String(trip?.AvailabilityID), { data: [trip] });
    expect(await readOffer(live, award?.id ?? "")).toMatchObject({
      status: "available",
      offer: { kind: "award", centsPerPoint: 1.84 },
      flight: { id: joined?.id, slices: award?.slices },
    });
  });
});

test("a streamed live offer can be priced again as soon as it was received", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  live.duffel.offers = [...offersOf("512.40"), ...offersOf("640.00").map((offer) => ({ ...offer, id: "off_Main" }))];
  live.duffel.batches = 2;
  const stream = await openEvents(live.app, { key: live.key, body: liveSearch });
  const { flights } = await stream.readUntil("flights");
  const [, offerId = ""] = /"id":"(off_[^"]+)"/.exec(JSON.stringify(flights)) ?? [];
  expect(await readOffer(live, offerId)).toMatchObject({ status: "available", offer: { id: offerId } });
  const parts = await stream.readAll();
  expect(parts.at(-1)).toMatchObject({ type: "done", simulated: false, supply: [{ source: "duffel", status: "ok" }] });
});

test("a supplier that hangs gets no search rejected: neither live ones nor those of the sandbox", async () => {
  const overload = { searchQueueMs: 100 };
  const { app, key, duffel } = await startLiveApp("pglite", ["duffel", "house"], { overload, searchDeadlineMs: 2000 });
  duffel.double.misbehavior = { kind: "hang" };
  const search = async (each: string) => (await app.call("/v1/search", { key: each, body: liveSearch })).status;
  // The search queue admits four at a time if it does not know how long they take.
  const statuses = await Promise.all([...Array(12).fill(key), ...Array(3).fill(app.key)].map(search));
  expect(statuses).toEqual(Array(15).fill(200));
});

test("a search that no supplier of the account supports is answered without flights, plain and streamed", async () => {
  const { app, key, seats } = await startLiveApp("pglite", ["seats-aero"]);
  const body = { ...liveSearch, includeAward: false };
  const expected = { flights: [], simulated: false, supply: [{ source: "seats-aero", reason: "unsupported" }] };
  expect(await app.call("/v1/search", { key, body })).toMatchObject({ status: 200, body: expected });
  const parts = await (await openEvents(app, { key, body })).readAll();
  expect(assemble(parts)).toMatchObject(expected);
  expect(seats.double.requests).toEqual([]);
});
