import type { Currency } from "@wayfare/contract";
import { type Charge, fromUsdCents } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSuppliedFlight } from "../../src/sandbox/supplied-flight.ts";
import { arbitraryAwardOffer, arbitraryCashOffer, flightOf } from "./found-flight.ts";

/** Currencies without decimals, with two and with three. */
const currencies: Currency[] = ["JPY", "KRW", "VND", "USD", "EUR", "GBP", "INR", "IDR", "KWD", "BHD", "TND"];
const arbitraryCurrency = fc.constantFrom(...currencies);
const runs = { seed: 20_270_101, numRuns: 1000 };

const sum = (charges: readonly Charge[] | null) =>
  charges?.reduce((total, { amount }) => total + amount, 0) ?? Number.NaN;
const sumOfTravelers = (travelers: readonly { count: number; total: number | null }[]) =>
  travelers.reduce((total, one) => total + one.count * (one.total ?? Number.NaN), 0);

function only<T>(list: readonly T[]): T {
  expect(list).toHaveLength(1);
  const [first] = list;
  if (first === undefined) throw new RangeError("nothing there");
  return first;
}

describe("a cash price", () => {
  it("is base plus taxes plus surcharges, and the sum over all travelers, in minor units of any currency", () => {
    fc.assert(
      fc.property(arbitraryCashOffer, arbitraryCurrency, (offer, currency) => {
        const supplied = toSuppliedFlight(flightOf({ cash: [offer] }), { currency });
        const { total, base, taxes, surcharges, perTraveler } = only(supplied.cash);
        expect(total).toBe((base ?? Number.NaN) + sum(taxes) + sum(surcharges));
        expect(total).toBe(sumOfTravelers(perTraveler));
        for (const amount of [
          total,
          base,
          ...[...(taxes ?? []), ...(surcharges ?? [])].map((charge) => charge.amount),
        ]) {
          expect(Number.isSafeInteger(amount)).toBe(true);
        }
      }),
      runs,
    );
  });

  it("lists every charge once, in the engine's order", () => {
    fc.assert(
      fc.property(arbitraryCashOffer, arbitraryCurrency, (offer, currency) => {
        const supplied = only(toSuppliedFlight(flightOf({ cash: [offer] }), { currency }).cash);
        const lineOf = ({ code, basis }: { code: string | null; basis?: string }) => code ?? `none, ${basis}`;
        const lines = offer.fares.flatMap(({ taxes }) => taxes.map(lineOf));
        expect(supplied.taxes?.map(lineOf)).toEqual([...new Set(lines)]);
      }),
      runs,
    );
  });

  it("equals the engine's cents in US dollars", () => {
    fc.assert(
      fc.property(arbitraryCashOffer, (offer) => {
        const { total } = only(toSuppliedFlight(flightOf({ cash: [offer] }), { currency: "USD" }).cash);
        const said = offer.fares.reduce((cents, { count, baseCents, taxes, surcharges }) => {
          const charges = [...taxes, ...surcharges].reduce((all, { usdCents }) => all + usdCents, 0);
          return cents + count * (baseCents + charges);
        }, 0);
        expect(total).toBe(said);
      }),
      runs,
    );
  });
});

describe("an award price", () => {
  it("has taxes, surcharges and fees as its cash part, and the sums over all travelers in miles and cash", () => {
    fc.assert(
      fc.property(arbitraryAwardOffer, arbitraryCurrency, (offer, currency) => {
        const { award } = toSuppliedFlight(flightOf({ award: [offer] }), { currency });
        const { total, taxes, surcharges, fees, perTraveler, miles } = only(award);
        expect(total).toBe(sum(taxes) + sum(surcharges) + sum(fees));
        expect(total).toBe(sumOfTravelers(perTraveler));
        expect(miles).toBe(perTraveler.reduce((all, one) => all + one.count * one.miles, 0));
      }),
      runs,
    );
  });

  it("has the cheapest cash price as its equivalent, even if no cash is offered", () => {
    fc.assert(
      fc.property(arbitraryAwardOffer, arbitraryCashOffer, arbitraryCurrency, (award, cheapestCash, currency) => {
        const terms = { currency };
        const offered = toSuppliedFlight(flightOf({ award: [award], cash: [cheapestCash], cheapestCash }), terms);
        const hidden = toSuppliedFlight(flightOf({ award: [award], cheapestCash }), terms);
        expect(only(offered.award).cashEquivalent).toBe(only(offered.cash).total);
        expect(only(hidden.award).cashEquivalent).toBe(only(offered.cash).total);
        expect(hidden.cash).toEqual([]);
        expect(only(toSuppliedFlight(flightOf({ award: [award] }), terms).award).cashEquivalent).toBeNull();
      }),
      { ...runs, numRuns: 300 },
    );
  });

  it("keeps the engine's observation time and confidence", () => {
    const [award] = fc.sample(arbitraryAwardOffer, { seed: 1, numRuns: 1 });
    const supplied = toSuppliedFlight(flightOf({ award: award === undefined ? [] : [award] }), {
      currency: "EUR",
    });
    expect(only(supplied.award)).toMatchObject({ observedAtMs: 29_000_000 * 60_000, confidence: 0.91 });
  });
});

describe("a flight", () => {
  it("has its segments in the port's format, and whole kilograms", () => {
    const { slices, emissions } = toSuppliedFlight(flightOf({}), { currency: "USD" });
    expect(slices).toEqual([
      {
        origin: "LHR",
        destination: "JFK",
        layovers: [],
        segments: [
          {
            marketingCarrier: "BA",
            operatingCarrier: "BA",
            flightNumber: "117",
            operatingFlightNumber: "117",
            aircraft: "77W",
            origin: "LHR",
            destination: "JFK",
            originTerminal: "5",
            destinationTerminal: null,
            departure: { epochMinutes: 30_007_070, offsetMinutes: 0 },
            arrival: { epochMinutes: 30_007_550, offsetMinutes: -300 },
            distanceKm: 5540,
            stops: [],
          },
        ],
      },
    ]);
    expect(emissions).toMatchObject({ kgCO2ePerTraveler: 310, typicalKg: 334 });
  });
});

describe("the conversion from US cents", () => {
  it("keeps US cents", () => {
    for (let cents = -2000; cents <= 20_000; cents++) expect(fromUsdCents(cents, "USD")).toBe(cents);
  });

  it("returns whole minor units at the table's rate", () => {
    expect(fromUsdCents(10_000, "JPY")).toBe(15_314);
    expect(fromUsdCents(10_000, "EUR")).toBe(8673);
    expect(fromUsdCents(10_000, "KWD")).toBe(30_675);
    expect(fromUsdCents(10_000, "VND")).toBe(2_624_672);
    expect(fromUsdCents(0, "KWD")).toBe(0);
  });

  it("rounds half away from zero for positive and negative amounts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), arbitraryCurrency, (cents, currency) => {
        expect(fromUsdCents(-cents, currency)).toBe(-fromUsdCents(cents, currency));
        expect(fromUsdCents(cents + 1, currency)).toBeGreaterThanOrEqual(fromUsdCents(cents, currency));
      }),
      runs,
    );
  });
});
