import type { Booking } from "@wayfare/contract";
import { expect, test } from "vitest";
import { completeOffers, conditionsOf } from "../../src/bookings/complete-offers.ts";

test("states that conditions are not known for offers that an older version stored", () => {
  const offer = { id: "off_1", kind: "cash", requires: [], segments: [] };
  const stored: unknown = { flight: { slices: [], cash: [offer], award: [] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  const booking = completeOffers(stored as Booking);
  const unstated = { refund: null, change: null, noShow: null };
  expect(booking.flight.cash).toMatchObject([{ ...offer, conditions: unstated }]);
  expect(conditionsOf(booking.flight)).toEqual(unstated);
});

test("states that the basis of a tax is not known for offers that an older version stored", () => {
  const amount = { amount: "5.60", currency: "USD" };
  const known = { code: "GB", amount, basis: "law", validUntil: "2027-03-31" };
  const offer = { id: "off_1", kind: "cash", requires: [], conditions: {}, segments: [] };
  const stored: unknown = {
    flight: {
      slices: [],
      cash: [{ ...offer, taxes: [{ code: "AY", amount }, known] }],
      award: [{ ...offer, kind: "award", taxes: null }],
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  const { cash, award } = completeOffers(stored as Booking).flight;
  expect(cash[0]?.taxes).toEqual([{ code: "AY", amount, basis: null, validUntil: null }, known]);
  expect(award[0]?.taxes).toBeNull();
});

test("states that an agreement is not known for layovers that an older version stored", () => {
  const layovers = [{ airport: "BOS" }, { airport: "PHL", interline: true }];
  const stored: unknown = { flight: { slices: [{ origin: "JFK", segments: [], layovers }], cash: [], award: [] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  expect(completeOffers(stored as Booking).flight.slices).toEqual([
    { origin: "JFK", segments: [], layovers: [{ airport: "BOS", interline: null }, layovers[1]] },
  ]);
});
