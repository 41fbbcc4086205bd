import { type Cabin, type Currency, currencies, minorDigitsOf } from "@wayfare/contract";
import { type BookingRequirements, type CashOffer, fromUsdCents } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toFlight } from "../../src/serialize/flight-text.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

interface Priced {
  cashUsdCents: number;
  awardUsdCents: number;
  miles: number;
}

const wire = {
  currency: "USD",
  cabin: "economy",
  searchedAt: "2026-11-21T07:33:00.000Z",
  expiresAt: "2026-11-21T07:48:00.000Z",
} as const;

/** Returns `centsPerPoint` of an award whose cash price is converted with the sandbox's exchange rates. */
function centsPerPointIn(currency: Currency, { cashUsdCents, awardUsdCents, miles }: Priced): number {
  const award = {
    ...makeAward(miles),
    total: fromUsdCents(awardUsdCents, currency),
    cashEquivalent: fromUsdCents(cashUsdCents, currency),
  };
  const sourced = { id: "off_1", source: "test", offer: award, price: award.total };
  const candidate = { id: "flt_1", flight: makeFlight(), cash: [], award: [sourced], simulated: true };
  const [written] = toFlight(candidate, { ...wire, currency }).award;
  if (typeof written?.centsPerPoint !== "number") throw new Error("an award with a cash offer has a value");
  return written.centsPerPoint;
}

/** US dollars per unit of the currency. */
function usdIn(currency: Currency): number {
  return 1e10 / (fromUsdCents(1e12, currency) / 10 ** minorDigitsOf(currency));
}

const priced: fc.Arbitrary<Priced> = fc.record({
  cashUsdCents: fc.integer({ min: 5_000, max: 2_000_000 }),
  awardUsdCents: fc.integer({ min: 0, max: 200_000 }),
  miles: fc.integer({ min: 2_500, max: 400_000 }),
});

describe("centsPerPoint", () => {
  test.each([
    ["USD", 1.6],
    ["JPY", 245.03],
    ["KWD", 0.49],
    ["EUR", 1.39],
  ] as const)("of $340 saved with 21,250 miles is, in hundredths of %s, %d", (currency, expected) => {
    expect(centsPerPointIn(currency, { cashUsdCents: 40_000, awardUsdCents: 6_000, miles: 21_250 })).toBe(expected);
  });

  test("is the same value in currencies with 0, 2 and 3 decimals, apart from rounding", () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(priced, fc.constantFrom(...currencies), (requested, currency) => {
        seen.add(minorDigitsOf(currency));
        const usd = usdIn(currency);
        const converted = centsPerPointIn(currency, requested) * usd;
        const exact = (requested.cashUsdCents - requested.awardUsdCents) / requested.miles;
        // Tolerance: half a minor unit for each of two prices, and half of the last decimal.
        const rounding = (100 * usd) / 10 ** minorDigitsOf(currency) / requested.miles + 0.005 * usd;
        expect(Math.abs(converted - exact)).toBeLessThanOrEqual(rounding * (1 + 1e-6) + 1e-9);
      }),
      { seed: 20_261_121, numRuns: 1000 },
    );
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 2, 3]);
  });

  test("is negative if the award's taxes cost more than the flight", () => {
    expect(centsPerPointIn("USD", { cashUsdCents: 5_000, awardUsdCents: 9_000, miles: 10_000 })).toBe(-0.4);
  });
});

describe("the data of travelers that an offer requires", () => {
  const requiresOf = (requires: BookingRequirements | undefined) => {
    const { requires: _, ...stated } = makeCash(50_000);
    const offer = { ...stated, ...(requires && { requires }) };
    const cash = [{ id: "off_1", source: "test", offer, price: offer.total }];
    const candidate = { id: "flt_1", flight: makeFlight(), cash, award: [], simulated: false };
    return toFlight(candidate, wire).cash[0]?.requires;
  };
  const nothing = { title: false, gender: false, identityDocument: false, payBeforeMs: null };

  test("is listed, is empty if nothing is required, and null if the supplier does not state it", () => {
    expect(requiresOf({ ...nothing, title: true, gender: true, identityDocument: true })).toEqual([
      "title",
      "gender",
      "document",
    ]);
    expect(requiresOf({ ...nothing, identityDocument: true })).toEqual(["document"]);
    expect(requiresOf(nothing)).toEqual([]);
    expect(requiresOf(undefined)).toBeNull();
  });
});

describe("the fees for bags of an offer", () => {
  const bagsOf = (bagFees: number | null | undefined) => {
    const offer = { ...makeCash(50_000), ...(bagFees !== undefined && { bagFees }) };
    const cash = [{ id: "off_1", source: "test", offer, price: offer.total }];
    const [written] = toFlight({ id: "flt_1", flight: makeFlight(), cash, award: [], simulated: false }, wire).cash;
    return [written?.bagFees, written?.totalWithBags];
  };

  test("are added to the total, are null if unknown, and absent if no bags were requested", () => {
    expect(bagsOf(7500)).toEqual([
      { amount: "75.00", currency: "USD" },
      { amount: "575.00", currency: "USD" },
    ]);
    expect(bagsOf(null)).toEqual([null, null]);
    expect(bagsOf(undefined)).toEqual([undefined, undefined]);
  });
});

describe("the cabins of an offer", () => {
  const cabinsOf = (cabins: readonly Cabin[], requested: Cabin) => {
    const segments = cabins.map((cabin) => ({ ...makeCash(1).segments[0], cabin }));
    const offer = { ...makeCash(50_000), segments } as CashOffer;
    const award = { ...makeAward(1000), segments: cabins.map((cabin) => ({ cabin, saver: true })) };
    // Segments of 75 and 260 minutes of flying time.
    const flight = makeFlight({ stops: 1 });
    const candidate = {
      id: "flt_1",
      flight,
      cash: [{ id: "off_1", source: "test", offer, price: offer.total }],
      award: [{ id: "off_2", source: "test", offer: award, price: award.total }],
      simulated: true,
    };
    const written = toFlight(candidate, { ...wire, cabin: requested });
    const [inMoney, inMiles] = [...written.cash, ...written.award].map(({ mixedCabin, cabinShare }) => ({
      mixedCabin,
      cabinShare,
    }));
    expect(inMiles).toEqual(inMoney);
    return inMoney;
  };

  test.each([
    [["economy", "economy"], "economy", { mixedCabin: false, cabinShare: 1 }],
    [["economy", "business"], "business", { mixedCabin: true, cabinShare: 0.77 }],
    [["business", "economy"], "business", { mixedCabin: true, cabinShare: 0.22 }],
    [["business", "first"], "business", { mixedCabin: false, cabinShare: 1 }],
    [["premium_economy", "economy"], "first", { mixedCabin: true, cabinShare: 0 }],
  ] as const)("%j for a search in %s: %j", (cabins, requested, expected) => {
    expect(cabinsOf(cabins, requested)).toEqual(expected);
  });
});

test("an offer ends at the departure that its own supplier states, if that is before the end of the search", () => {
  const [early, late] = [makeFlight({ departureMinute: 1110 }), makeFlight({ departureMinute: 1114 })];
  const cash = [early, late].map((flight, at) => {
    return { id: `off_${at}`, source: "test", offer: makeCash(50_000), price: 50_000, flight };
  });
  const departureOf = ({ slices }: typeof early) => (slices[0]?.segments[0]?.departure?.epochMinutes ?? 0) * 60_000;
  for (const flight of [early, late]) {
    const expiresAt = new Date(departureOf(late) + 60_000).toISOString();
    const written = toFlight({ id: "flt_1", flight, cash, award: [], simulated: false }, { ...wire, expiresAt });
    expect(written.cash.map((offer) => Date.parse(offer.expiresAt))).toEqual([early, late].map(departureOf));
  }
});
