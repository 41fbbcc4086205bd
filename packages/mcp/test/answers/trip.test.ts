import { expect, test } from "vitest";
import { renderSlice } from "../../src/answers/trip.ts";

const slice = { from: "JFK", to: "LHR", departs: "2027-01-20T18:30", arrives: "2027-01-21T06:35", minutes: 425 };

test("renders times, days, duration and stops", () => {
  expect(renderSlice({ ...slice, via: [], flights: ["BA178"] })).toBe(
    "BA178 JFK 2027-01-20 18:30 → LHR 06:35+1, 7h05, nonstop",
  );
  const crossing = { ...slice, departs: "2027-01-21T00:30", arrives: "2027-01-20T18:00", via: ["HNL"] };
  expect(renderSlice({ ...crossing, flights: ["NZ1", "NZ2"] })).toBe(
    "NZ1+NZ2 JFK 2027-01-21 00:30 → LHR 18:00-1, 7h05, via HNL",
  );
});
