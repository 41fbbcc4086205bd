import type { Booking, Flight, OfferResponse } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeOffer } from "../../../suppliers/test/doubles/duffel-offer.ts";
import { membersOf } from "../../../suppliers/test/doubles/supplier-double.ts";
import { readOffers } from "../../../suppliers/test/recorded.ts";
import { book, contact, traveler } from "../booking-requests.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const nonstopSearch = { ...liveSearch, includeAward: false, allOffers: true };

/** An offer of AA 100, sold as BA 1511, with changes to its only segment. */
function offerWith(id: string, amount: string, changes: Record<string, unknown>): Record<string, unknown> {
  const offer = makeOffer(amount, id);
  const [slice] = Array.isArray(offer.slices) ? offer.slices.map(membersOf) : [];
  const segments = Array.isArray(slice?.segments)
    ? slice.segments.map((each) => ({ ...membersOf(each), ...changes }))
    : [];
  return { ...offer, slices: [{ ...slice, segments }] };
}

const soldByAa = { marketing_carrier: { iata_code: "AA" }, marketing_carrier_flight_number: "100" };
const later = { departing_at: "2027-02-10T20:35:00", arriving_at: "2027-02-11T08:30:00" };

async function search({ app, key }: LiveApp, changes: object = {}): Promise<Flight[]> {
  const { status, text } = await app.call("/v1/search", { key, body: { ...nonstopSearch, ...changes } });
  expect(status, text).toBe(200);
  return JSON.parse(text).flights;
}

async function read({ app, key }: LiveApp, offerId: string | undefined): Promise<OfferResponse> {
  const answer = await app.call(`/v1/offers/${offerId}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

const departuresOf = (flights: readonly Flight[]) =>
  flights.map(({ slices }) => slices[0]?.departureAt ?? "").toSorted();

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("one number at two times is two flights, each priced and booked at its own", async () => {
    const live = await startLiveApp(kind, ["duffel"]);
    live.duffel.orders.nowMs = () => live.app.clock.nowMs();
    live.duffel.offers = [offerWith("Early", "512.40", {}), offerWith("Late", "500.00", later)];
    for (const offers of [live.duffel.offers, live.duffel.offers.toReversed()]) {
      live.duffel.offers = offers;
      const flights = await search(live);
      expect(departuresOf(flights)).toEqual(["2027-02-10T18:35:00-05:00", "2027-02-10T20:35:00-05:00"]);
      const flight = flights.find(({ cash }) => cash[0]?.fareBrand === "Late");
      const offerId = flight?.cash[0]?.id ?? "";
      expect(await read(live, offerId)).toMatchObject({
        status: "available",
        flight: { id: flight?.id, slices: flight?.slices },
      });
    }
    const late = (await search(live)).find(({ cash }) => cash[0]?.fareBrand === "Late");
    const answer = await book(live.app, late?.cash[0]?.id ?? "", {
      key: live.key,
      travelers: [{ ...traveler, title: "ms", gender: "female" }],
      contact,
    });
    const booking: Booking = JSON.parse(answer.text);
    expect([answer.status, booking.flight.slices[0]?.departureAt]).toEqual([201, "2027-02-10T20:35:00-05:00"]);
    const [ordered] = live.duffel.orders.orders;
    expect(JSON.stringify(ordered?.slices)).toContain("2027-02-10T20:35:00");
  });
});

test("times up to 15 minutes apart are one flight, and each offer shows its own", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  const near = { departing_at: "2027-02-10T18:45:00", arriving_at: "2027-02-11T06:40:00" };
  live.duffel.offers = [offerWith("Early", "512.40", {}), offerWith("Near", "500.00", near)];
  const [flight, ...others] = await search(live);
  expect(others).toEqual([]);
  const shown = flight?.cash.map(({ fareBrand, slices }) => [fareBrand, slices?.[0]?.departureAt]);
  expect(shown).toEqual([
    ["Near", "2027-02-10T18:45:00-05:00"],
    ["Early", undefined],
  ]);
  const offer = await read(live, flight?.cash[0]?.id);
  expect(offer).toMatchObject({ status: "available", flight: { id: flight?.id } });
  expect(offer.flight?.slices[0]?.departureAt).toBe("2027-02-10T18:45:00-05:00");
});

test("a flight whose supplier moves it after the search is a changed offer of a separate flight", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  live.duffel.offers = [offerWith("Basic", "512.40", {})];
  const [flight] = await search(live);
  live.duffel.offers = [offerWith("Basic", "512.40", later)];
  const changed = await read(live, flight?.cash[0]?.id);
  expect(changed).toMatchObject({ status: "changed", difference: { total: { amount: "0.00" } } });
  expect(changed.flight?.slices[0]?.departureAt).toBe("2027-02-10T20:35:00-05:00");
  expect(changed.flight?.id).not.toBe(flight?.id);
});

test("airline filters look at the number under which an offer is sold, in every order of the offers", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  const offers = [offerWith("British", "520.00", {}), offerWith("American", "500.00", soldByAa)];
  for (const ordered of [offers, offers.toReversed()]) {
    live.duffel.offers = ordered;
    const [joined, ...others] = await search(live);
    expect(others).toEqual([]);
    expect(joined?.cash.map(({ fareBrand }) => fareBrand)).toEqual(["American", "British"]);
    const soldAs = joined?.cash.map(({ slices }) => (slices ?? joined.slices)[0]?.segments[0]?.marketingCarrier);
    expect(soldAs).toEqual(["AA", "BA"]);
    for (const filter of [{ airlines: ["BA"] }, { excludeAirlines: ["AA"] }]) {
      const flights = await search(live, filter);
      expect(flights.flatMap(({ cash }) => cash.map(({ fareBrand }) => fareBrand))).toEqual(["British"]);
      expect(flights[0]?.slices[0]?.segments[0]?.marketingCarrier).toBe("BA");
    }
  }
});

test("a technical stop counts as a stop and is shown", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  const airport = { iata_code: "SNN", time_zone: "Europe/Dublin", type: "airport" };
  const stop = {
    id: "sto_1",
    airport,
    arriving_at: "2027-02-11T00:10:00",
    departing_at: "2027-02-11T01:00:00",
    duration: "PT50M",
  };
  live.duffel.offers = [offerWith("Basic", "512.40", { stops: [stop] })];
  expect(await search(live, { maxStops: 0 })).toEqual([]);
  const [flight] = await search(live);
  expect(flight?.slices[0]).toMatchObject({
    stops: 1,
    layovers: [],
    segments: [
      {
        stops: [
          {
            airport: "SNN",
            arrivalAt: "2027-02-11T00:10:00+00:00",
            departureAt: "2027-02-11T01:00:00+00:00",
            durationMinutes: 50,
          },
        ],
      },
    ],
  });
});

test("the recorded offers of test mode are three flights at their own times", async () => {
  const live = await startLiveApp("pglite", ["duffel"]);
  // Their airports are not in the sample of places.
  const recorded = JSON.stringify(readOffers("duffel/offer-request-test-mode.json"));
  const offers: Record<string, unknown>[] = JSON.parse(
    recorded
      .replaceAll('"ASU"', '"JFK"')
      .replaceAll('"PTY"', '"LHR"')
      .replaceAll("2024-10-01", "2027-02-10")
      .replaceAll("2024-10-08", "2027-02-17"),
  );
  live.duffel.offers = offers.map((offer) => ({ ...offer, expires_at: "2026-12-31T00:00:00Z" }));
  const flights = await search(live, { returnDate: "2027-02-17" });
  const statedOf = (offer: Record<string, unknown>) =>
    /"departing_at":"([^"]+)"/.exec(JSON.stringify(offer))?.[1] ?? "";
  expect(flights).toHaveLength(3);
  const shown = flights.map(({ slices }) => slices[0]?.departureAt.slice(0, 19) ?? "");
  expect(new Set(shown)).toEqual(new Set(live.duffel.offers.map(statedOf)));
});
