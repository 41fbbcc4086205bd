import type { Booking, Conditions, Flight, Offer } from "@wayfare/contract";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { startApp } from "../access-app.ts";
import { book, parseBooking, traveler } from "../booking-requests.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { startMs } from "../running-app.ts";

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

const family = [
  traveler,
  { ...traveler, givenName: "Charles" },
  { ...traveler, type: "child", givenName: "Byron", bornOn: "2020-05-12" },
  { ...traveler, type: "infant", givenName: "Anne", bornOn: "2026-06-01" },
];
const ofFamily = { travelers: { adults: 2, children: 1, infants: 1 }, currency: "JPY" };

const searches = [
  { origin: "JFK", destination: "LAX" },
  { origin: "MAD", destination: "BCN", ...ofFamily, currency: "EUR" },
  { origin: "LHR", destination: "JFK", returnDate: "2027-02-03", cabin: "business", currency: "KWD" },
  { origin: "NRT", destination: "SFO", cabin: "first", ...ofFamily },
  { origin: "SYD", destination: "MEL", currency: "AUD", maxStops: 0 },
  { origin: "IST", destination: "FRA", cabin: "premium_economy", cabinMatch: "any" },
  { origin: "FLL", destination: "LGA", allowSelfTransfer: true },
];
const offersPerSearch = 18;

/** The price of an offer less what its conditions state. */
function returned({ total }: Pick<Booking, "total">, { refund }: Conditions): number {
  return Number(total.amount) - Number(refund?.total?.amount);
}

test.each(testDatabaseKinds)(
  "a cancellation on %s returns what the offer stated before the booking",
  async (kind) => {
    const { app } = await startApp(kind, { supply, searchDeadlineMs: 60_000 });
    let cancelled = 0;
    const rules = new Set<string>();
    for (const search of searches) {
      const body = { departureDate: "2027-01-20", limit: 10, includeAward: true, allOffers: true, ...search };
      const answer = await app.call("/v1/flights/search", { body });
      const offers: Offer[] = (answer.body.flights ?? []).flatMap(({ cash, award }: Flight) => [...cash, ...award]);
      const step = Math.max(1, Math.floor(offers.length / offersPerSearch));
      for (const offer of offers.filter((_, at) => at % step === 0).slice(0, offersPerSearch)) {
        const travelers = "travelers" in search ? family : [traveler];
        const { status, booking, text } = await book(app, offer.id, { travelers });
        expect(status, text).toBe(201);
        const { conditions } = offer;
        expect(booking.conditions).toEqual(conditions);
        const quote = parseBooking(
          (await app.call(`/v1/bookings/${booking.id}/cancel?dryRun=true`, { method: "POST" })).text,
        );
        const done = parseBooking((await app.call(`/v1/bookings/${booking.id}/cancel`, { method: "POST" })).text);
        expect(done.status).toBe("cancelled");
        expect(done.refund).toEqual(quote.refund);
        expect(Number(done.refund?.money?.amount)).toBeCloseTo(returned(booking, conditions), 6);
        expect(done.refund?.fee).toEqual(conditions.refund?.total);
        const miles = offer.kind === "award" ? offer.miles - (conditions.refund?.milesFee ?? 0) : null;
        expect(done.refund?.miles).toBe(miles);
        rules.add(conditions.refund?.rule ?? "");
        cancelled++;
      }
    }
    expect(cancelled).toBeGreaterThan(100);
    expect([...rules].toSorted()).toEqual(expect.arrayContaining(["free", "redeposit", "taxes_only"]));
  },
  900_000,
);
