import { type Cabin, cabinMatches, cabins } from "@wayfare/contract";
import type { SuppliedFlight } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesCabin } from "../../src/candidates/cabin-match.ts";
import { candidateOf } from "../../src/candidates/merge.ts";
import { selectFlights } from "../../src/candidates/select.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

interface Leg {
  minutes: number;
  cabin: Cabin;
}

const arbitraryLeg = fc.record({
  minutes: fc.oneof(fc.integer({ min: 30, max: 900 }), fc.constantFrom(60, 180, 181, 540)),
  cabin: fc.constantFrom(...cabins),
});
const arbitrarySlices = fc.array(fc.array(arbitraryLeg, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 2,
});

/** A flight whose segments have these durations. */
function flightOf(slices: readonly (readonly Leg[])[]): SuppliedFlight {
  const [sample] = makeFlight().slices;
  const [segment] = sample?.segments ?? [];
  if (sample === undefined || segment === undefined) throw new Error("the sample has no segment");
  const { departure } = segment;
  const segments = (legs: readonly Leg[]) =>
    legs.map(({ minutes }) => ({
      ...segment,
      arrival: { ...departure, epochMinutes: departure.epochMinutes + minutes },
    }));
  return { ...makeFlight(), slices: slices.map((legs) => ({ ...sample, segments: segments(legs) })) };
}

const fareOf = ({ cabin }: Leg) => {
  return { cabin, bookingClass: "J", fareBasis: "JRT", baggage: { carryOn: 1, checked: 2 } };
};

const sum = (legs: readonly Leg[]) => legs.reduce((total, { minutes }) => total + minutes, 0);

/** The rule as documented, slice by slice. */
function isExpected(
  slices: readonly (readonly Leg[])[],
  requested: Cabin,
  match: (typeof cabinMatches)[number],
): boolean {
  return slices.every((legs) => {
    const lower = legs.filter(({ cabin }) => cabins.indexOf(cabin) < cabins.indexOf(requested));
    if (match === "any") return true;
    if (match === "strict") return lower.length === 0;
    return lower.every(({ minutes }) => minutes <= 180) && sum(lower) * 4 <= sum(legs);
  });
}

test("an offer matches if each of its slices does; a higher cabin counts, for cash and awards alike", () => {
  let matching = 0;
  fc.assert(
    fc.property(
      arbitrarySlices,
      fc.constantFrom(...cabins),
      fc.constantFrom(...cabinMatches),
      (slices, cabin, cabinMatch) => {
        const legs = slices.flat();
        const expected = isExpected(slices, cabin, cabinMatch);
        const flight = flightOf(slices);
        const cash = { ...makeCash(50_000), segments: legs.map(fareOf) };
        const award = { ...makeAward(20_000), segments: legs.map((leg) => ({ cabin: leg.cabin, saver: true })) };
        expect(matchesCabin(cash, flight, { cabin, cabinMatch })).toBe(expected);
        expect(matchesCabin(award, flight, { cabin, cabinMatch })).toBe(expected);
        if (expected && cabinMatch === "main" && !isExpected(slices, cabin, "strict")) matching += 1;
      },
    ),
    { seed: 20_270_210, numRuns: 4000 },
  );
  expect(matching).toBeGreaterThan(20);
});

describe("the selection", () => {
  const legs: Leg[] = [
    { minutes: 100, cabin: "economy" },
    { minutes: 420, cabin: "business" },
  ];
  const flight = {
    ...flightOf([legs]),
    cash: [{ ...makeCash(90_000), segments: legs.map(fareOf) }],
    award: [{ ...makeAward(60_000), segments: legs.map((leg) => ({ cabin: leg.cabin, saver: true })) }],
  };
  const body = {
    origin: "JFK",
    destination: "LHR",
    departureDate: "2027-01-20",
    cabin: "business",
    includeAward: true,
  } as const;
  const select = (changes: { cabinMatch?: "main" | "strict" | "any" }) => {
    const request = normalizeRequest({ ...body, ...changes }, facts, Date.UTC(2027, 0, 1));
    const candidate = candidateOf(flight, "off_1", { name: "sandbox", simulated: true });
    return selectFlights([candidate], request, () => 1.3).map(({ cash, award }) => [cash.length, award.length]);
  };

  test("keeps a short feeder in economy by default", () => {
    expect(select({})).toEqual([[1, 1]]);
  });

  test("removes the flight if no offer matches", () => {
    expect(select({ cabinMatch: "strict" })).toEqual([]);
    expect(select({ cabinMatch: "any" })).toEqual([[1, 1]]);
  });
});
