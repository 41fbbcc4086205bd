import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPriceLimit } from "../../src/fan-out/price-limit.ts";
import type { AwardOffer, CashOffer, SuppliedFlight } from "../../src/port/port.ts";
import { convertMinor } from "../../src/wire/exchange-rates.ts";

const cash = (total: number, changes: Partial<CashOffer> = {}): CashOffer => ({
  total,
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
  ...changes,
});

const award = (total: number | null, changes: Partial<AwardOffer> = {}): AwardOffer => ({
  program: "united",
  miles: 30_000,
  perTraveler: [],
  total,
  taxes: null,
  surcharges: null,
  fees: null,
  cabin: "economy",
  level: null,
  chart: null,
  seatsRemaining: null,
  cashEquivalent: null,
  observedAtMs: 0,
  confidence: 1,
  ...changes,
});

const flight = (offers: Partial<SuppliedFlight>): SuppliedFlight => {
  return { slices: [], cash: [], award: [], emissions: null, ...offers };
};

describe("a limit on the price of live offers", () => {
  const query = { currency: "USD" as const, includeAward: false, maxPrice: 10_000 };

  test("changes nothing if there is none", () => {
    const any = flight({ cash: [cash(1)] });
    expect(applyPriceLimit(any, { currency: "USD", includeAward: false })).toBe(any);
  });

  test("compares offers of other currencies converted, with the fees of requested bags", () => {
    const offers = [
      cash(10_000),
      cash(10_001),
      cash(9_000, { bagFees: 1_000 }),
      cash(9_000, { bagFees: 1_001 }),
      cash(10_000, { bagFees: null }),
      cash(9_000, { currency: "GBP" }),
      cash(5_000, { currency: "GBP" }),
    ];
    expect(applyPriceLimit(flight({ cash: offers }), query)?.cash).toEqual([0, 2, 4, 6].map((at) => offers[at]));
    expect(applyPriceLimit(flight({ cash: [cash(10_001)] }), query)).toBeNull();
  });

  test("compares the money part of awards, and leaves out those that do not state it", () => {
    const tickets = (...totals: (number | null)[]) =>
      totals.map((total, at) => ({
        segments: 1,
        miles: 1,
        total,
        currency: at === 0 ? ("USD" as const) : ("GBP" as const),
        seatsRemaining: null,
        reference: "r/t",
      }));
    const offers = [
      award(10_000),
      award(10_001),
      award(null),
      award(null, { tickets: tickets(5_000, 3_000) }),
      award(null, { tickets: tickets(5_000, 5_000) }),
      award(null, { tickets: tickets(5_000, null) }),
    ];
    const kept = applyPriceLimit(flight({ award: offers }), { ...query, includeAward: true });
    expect(kept?.award).toEqual([offers[0], offers[3]]);
  });

  test("keeps cash offers above it that awards of the same search are compared with", () => {
    const both = flight({ cash: [cash(50_000)], award: [award(560)] });
    expect(applyPriceLimit(both, { ...query, includeAward: true })).toEqual(both);
  });

  test("keeps exactly the offers whose converted price is within", () => {
    const offer = fc.record({
      total: fc.integer({ min: 0, max: 30_000 }),
      currency: fc.constantFrom("USD" as const, "GBP" as const, "JPY" as const, "KWD" as const),
    });
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 8 }), fc.integer({ min: 0, max: 30_000 }), (list, maxPrice) => {
        const offers = list.map(({ total, currency }) => cash(total, { currency }));
        const kept = applyPriceLimit(flight({ cash: offers }), { ...query, maxPrice })?.cash ?? [];
        expect(kept).toEqual(
          offers.filter(({ total, currency = "USD" }) => convertMinor(total, currency, "USD") <= maxPrice),
        );
      }),
      { seed: 45 },
    );
  });
});
