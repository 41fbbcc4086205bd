import { parseMargin } from "@wayfare/suppliers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toFlights } from "../../src/duffel/offers.ts";
import { places } from "../places.ts";
import { readOffers } from "../recorded.ts";

const offers = readOffers("duffel/offer-request-test-mode.json");
const travelers = { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 };
const cashOf = (margin?: string) =>
  toFlights(offers, { travelers, places, margin: margin === undefined ? undefined : parseMargin(margin) }).flatMap(
    ({ cash }) => cash,
  );

describe("a margin", () => {
  test.each([
    "0%",
    "0.00%",
    "100%",
    "2.555%",
    "-1%",
    "2,5%",
    "2.5 %",
    "4.50",
    "4.50 XXX",
    "0 USD",
    "4.505 USD",
    "4.5 JPY",
    "",
  ])("cannot be %j", (text) => {
    expect(() => parseMargin(text)).toThrow(RangeError);
  });

  test("of 2.5 % is rounded to the nearest minor unit and is part of the total", () => {
    const plain = cashOf();
    expect(plain).toHaveLength(3);
    for (const [at, offer] of cashOf("2.5%").entries()) {
      const before = plain[at];
      const margin = Math.round((before?.total ?? 0) * 0.025);
      expect(offer).toEqual({
        ...before,
        margin,
        total: (before?.total ?? 0) + margin,
        perTraveler: before?.perTraveler.map((each) => ({ ...each, total: offer.total })),
      });
    }
  });

  test("of a fixed amount is the same for each offer of its currency", () => {
    const [first] = cashOf();
    const currency = first?.currency ?? "USD";
    const margins = cashOf(`4.50 ${currency}`).filter((offer) => offer.currency === currency);
    expect(new Set(margins.map(({ margin }) => margin))).toEqual(new Set([450]));
  });

  test("of any kind is the difference to the supplier's total, and changes no other amount", () => {
    const plain = cashOf();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.integer({ min: 1, max: 9999 }).map((points) => `${(points / 100).toFixed(2)}%`),
          fc.integer({ min: 1, max: 999_999 }).map((minor) => `${(minor / 100).toFixed(2)} USD`),
        ),
        (text) => {
          const stripped = cashOf(text).map(({ margin = Number.NaN, ...offer }) => {
            expect(Number.isInteger(margin)).toBe(true);
            const [traveler] = offer.perTraveler;
            expect(traveler?.total).toBe(offer.total);
            const perTraveler = offer.perTraveler.map((each) => ({ ...each, total: offer.total - margin }));
            return { ...offer, total: offer.total - margin, perTraveler };
          });
          expect(stripped).toEqual(plain);
        },
      ),
      { numRuns: 50, seed: 28 },
    );
  });
});
