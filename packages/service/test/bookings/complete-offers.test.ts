import type { Booking } from "@wayfare/contract";
import { expect, test } from "vitest";
import { completeOffers } from "../../src/bookings/complete-offers.ts";

test("states that an agreement is not known for layovers that an older version stored", () => {
  const layovers = [{ airport: "BOS" }, { airport: "PHL", interline: true }];
  const stored: unknown = { flight: { slices: [{ origin: "JFK", layovers }], cash: [], award: [] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  expect(completeOffers(stored as Booking).flight.slices).toEqual([
    { origin: "JFK", layovers: [{ airport: "BOS", interline: null }, layovers[1]] },
  ]);
});
