import { expect, test } from "vitest";
import { addBagFees, applyFareTerms } from "../../src/fan-out/fare-terms.ts";
import type { CashOffer, FareSegment, SuppliedFlight } from "../../src/port/port.ts";
import { queryFor } from "../query.ts";
import { makeSegment } from "../segment.ts";

const makeOffer = (changes: Partial<CashOffer> = {}): CashOffer => ({
  total: 40_000,
  base: null,
  taxes: null,
  surcharges: null,
  perTraveler: [],
  fareBrand: null,
  cabin: "economy",
  segments: [makeFare({ carryOn: 1, checked: 0 })],
  seatsRemaining: null,
  refundable: null,
  changeable: null,
  validatingCarrier: "BA",
  ...changes,
});

function makeFare(baggage: FareSegment["baggage"]): FareSegment {
  return { cabin: "economy", bookingClass: null, fareBasis: null, baggage };
}

const flightWith = (...cash: CashOffer[]): SuppliedFlight => ({
  slices: [{ origin: "LHR", destination: "JFK", segments: [makeSegment()], layovers: [] }],
  cash,
  award: [],
  emissions: null,
});

const queryWith = (carryOn: number, checked: number, excludeBasic = false) =>
  queryFor({
    travelers: { adults: 1, youths: 0, children: 1, infantsInSeat: 0, infants: 1 },
    fareTerms: { excludeBasic, bags: { carryOn, checked } },
  });

test.each<[string, Partial<CashOffer>, boolean]>([
  ["can be neither changed nor refunded", { changeable: false, refundable: false, fareBrand: "Standard" }, false],
  ["can be changed", { changeable: true, refundable: false, fareBrand: "Light" }, true],
  ["is in business", { changeable: false, refundable: false, cabin: "business" }, true],
  ["has unknown conditions and is called Basic Economy", { fareBrand: "Basic Economy" }, false],
  ["has unknown conditions and is called Lighthouse", { fareBrand: "Lighthouse" }, true],
  ["has unknown conditions and no name", {}, true],
])("a fare that %s is kept: %#", (_, changes, isKept) => {
  const flight = applyFareTerms(flightWith(makeOffer(changes)), queryWith(0, 0, true));
  expect(flight?.cash ?? []).toHaveLength(isKept ? 1 : 0);
  expect(flight === null).toBe(!isKept);
});

test("adds the fees of bags for travelers with a seat, in the currency of the offer", () => {
  const fees = (changes: Partial<CashOffer>, carryOn: number, checked: number) =>
    addBagFees(flightWith(makeOffer(changes)), queryWith(carryOn, checked)).cash.map(({ bagFees }) => bagFees);
  expect(fees({}, 1, 0)).toEqual([0]);
  expect(fees({}, 1, 1)).toEqual([15_000]);
  expect(fees({ segments: [makeFare({ carryOn: 1, checked: 1 })] }, 1, 2)).toEqual([20_000]);
  const [euros = 0] = fees({ currency: "EUR" }, 0, 1);
  expect(euros).toBeGreaterThan(10_000);
  expect(euros).toBeLessThan(15_000);
});

test("does not know the fees if the supplier does not state what the fare includes", () => {
  const flight = flightWith(makeOffer({ segments: [makeFare({ carryOn: null, checked: 1 })] }));
  expect(addBagFees(flight, queryWith(1, 1)).cash[0]?.bagFees).toBeNull();
  expect(addBagFees(flight, queryWith(0, 1)).cash[0]?.bagFees).toBe(0);
});

test("changes nothing without terms", () => {
  const flight = flightWith(makeOffer({ changeable: false, refundable: false }));
  expect(applyFareTerms(flight, queryFor())).toBe(flight);
  expect(addBagFees(flight, queryFor())).toBe(flight);
});
