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

test("states that an agreement is not known for layovers that an older version stored", () => {
  const layovers = [{ airport: "BOS" }, { airport: "PHL", interline: true }];
  const stored: unknown = { flight: { slices: [{ origin: "JFK", segments: [], layovers }], cash: [], award: [] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  expect(completeOffers(stored as Booking).flight.slices).toEqual([
    { origin: "JFK", segments: [], layovers: [{ airport: "BOS", interline: null }, layovers[1]] },
  ]);
});
