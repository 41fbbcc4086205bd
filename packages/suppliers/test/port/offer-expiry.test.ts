import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Arrivals } from "../../src/fan-out/arrivals.ts";
import { offerEndMs } from "../../src/port/offer-expiry.ts";
import type { CashOffer, SuppliedFlight } from "../../src/port/port.ts";
import { OfferCounter } from "../../src/port/port.ts";
import { makeSegment } from "../segment.ts";

const departureMs = 30_000_000 * 60_000;
const makeOffer = (expiresAtMs?: number): CashOffer => ({
  total: 100,
  base: null,
  taxes: null,
  surcharges: null,
  perTraveler: [],
  fareBrand: null,
  cabin: "economy",
  segments: [],
  seatsRemaining: null,
  refundable: null,
  changeable: null,
  validatingCarrier: null,
  ...(expiresAtMs !== undefined && { expiresAtMs }),
});
const flightWith = (cash: CashOffer[]): SuppliedFlight => ({
  slices: [{ origin: "LHR", destination: "JFK", segments: [makeSegment()], layovers: [] }],
  cash,
  award: [],
  emissions: null,
});

test("an offer ends when its supplier withdraws it, at the latest at its first departure", () => {
  const flight = flightWith([]);
  expect(offerEndMs({ expiresAtMs: departureMs - 1 }, flight)).toBe(departureMs - 1);
  expect(offerEndMs({ expiresAtMs: departureMs + 1 }, flight)).toBe(departureMs);
  expect(offerEndMs({}, flight)).toBe(departureMs);
  expect(offerEndMs({}, { slices: [] })).toBe(Number.POSITIVE_INFINITY);
});

test("leaves out exactly the offers that have ended", () => {
  const time = fc.integer({ min: departureMs - 5, max: departureMs + 5 });
  fc.assert(
    fc.property(fc.array(fc.option(time, { nil: undefined }), { maxLength: 5 }), time, (ends, nowMs) => {
      const flight = flightWith(ends.map(makeOffer));
      const left = ends.filter((end = departureMs) => Math.min(end, departureMs) > nowMs);
      const counter = new OfferCounter();
      const [valid] = new Arrivals(counter).accept([flight], nowMs);
      expect(valid?.cash.map(({ expiresAtMs }) => expiresAtMs) ?? []).toEqual(left);
      expect(counter.dropped.expired ?? 0).toBe(ends.length - left.length);
    }),
    { seed: 7, numRuns: 500 },
  );
});
