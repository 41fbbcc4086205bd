import type { Flight } from "@wayfare/contract";
import { expect, test } from "vitest";
import { delayLastSlice } from "../../src/bookings/sandbox-steps.ts";

/** A slice with a connection in Reykjavik. */
function makeSlice(arrival: string, departure: string): Flight["slices"][number] {
  const leg = { departureAt: "2027-03-27T18:30:00-04:00", arrivalAt: arrival };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only times are read
  return {
    ...leg,
    arrivalAt: "2027-03-28T23:30:00+01:00",
    segments: [leg, { departureAt: departure, arrivalAt: "2027-03-28T23:30:00+01:00" }],
    layovers: [{ airport: "KEF", overnight: arrival.slice(0, 10) !== departure.slice(0, 10) }],
  } as Flight["slices"][number];
}

test("delays the last slice only, in local time", () => {
  const slice = makeSlice("2027-03-28T05:00:00+00:00", "2027-03-28T06:10:00+00:00");
  const [first, last] = delayLastSlice([slice, slice]);
  expect(first).toEqual(slice);
  expect(last).toMatchObject({
    departureAt: "2027-03-27T19:15:00-04:00",
    arrivalAt: "2027-03-29T00:15:00+01:00",
    segments: [{ arrivalAt: "2027-03-28T05:45:00+00:00" }, { departureAt: "2027-03-28T06:55:00+00:00" }],
    layovers: [{ overnight: false }],
  });
});

test.each([
  ["2027-03-27T23:05:00+00:00", "2027-03-27T23:50:00+00:00", false, true],
  ["2027-03-27T23:30:00+00:00", "2027-03-28T00:20:00+00:00", true, false],
])("a connection from %s to %s is overnight: %s before, %s after", (arrival, departure, before, after) => {
  const slice = makeSlice(arrival, departure);
  expect(slice.layovers[0]?.overnight).toBe(before);
  expect(delayLastSlice([slice])[0]?.layovers[0]?.overnight).toBe(after);
});
