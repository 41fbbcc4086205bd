import type { Segment, SuppliedFlight } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { encodeKeptFlights, encodeKeptInSteps, findKeptOffer } from "../../src/serialize/kept-flights.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";

/** An award on the flight of `makeFlight`, from a supplier that does not state the operating airline. */
function withoutOperator(flight: SuppliedFlight): SuppliedFlight {
  const change = (segment: Segment) => ({ ...segment, operatingCarrier: null, operatingFlightNumber: null });
  const slices = flight.slices.map((slice) => ({ ...slice, segments: slice.segments.map(change) }));
  return { ...flight, slices, emissions: null };
}

const cash = makeFlight({
  cash: [makeCash(40_000), { ...makeCash(50_000, "Flex"), reference: "off_flex" }],
  award: [],
});
const award = withoutOperator(makeFlight({ cash: [], award: [makeAward(20_000), makeAward(30_000, "aeroplan")] }));
const live = (slot: number, flights: SuppliedFlight[], simulated = false) => ({
  source: `supplier ${slot}`,
  slot,
  simulated,
  flights,
});

test("finds each offer with the flight as its supplier stated it, and with the emissions that were shown", () => {
  const candidates = mergeResults(searchId, [live(1, [cash]), live(2, [award])], "USD");
  expect(candidates).toHaveLength(1);
  const kept = encodeKeptFlights(candidates);
  expect(kept?.ordinals).toEqual([1, 65, 2, 66]);
  const find = (ordinal: number) => findKeptOffer(kept?.bytes ?? new Uint8Array(), ordinal);
  const flightId = candidates[0]?.id;
  expect(find(65)).toEqual({ flightId, joined: null, flight: { ...cash, cash: cash.cash.slice(1) } });
  expect(find(66)).toEqual({
    flightId,
    joined: null,
    flight: {
      ...award,
      award: [{ ...makeAward(30_000, "aeroplan"), cashEquivalent: 40_000 }],
      emissions: cash.emissions,
    },
  });
  expect(find(129)).toBeUndefined();
});

test("keeps only the offers in the response, and none of simulated suppliers", () => {
  const sandbox = mergeResults(searchId, [live(0, [cash], true)], "USD");
  expect(encodeKeptFlights(sandbox)).toBeUndefined();
  const [candidate] = mergeResults(searchId, [live(1, [cash])], "USD");
  if (candidate === undefined) throw new Error("a flight was found");
  expect(encodeKeptFlights([{ ...candidate, cash: candidate.cash.slice(1) }])?.ordinals).toEqual([65]);
});

test("encodes many flights in steps", () => {
  const flights = Array.from({ length: 100 }, (_, at) => makeFlight({ number: `${at + 1}`, departureMinute: at }));
  const steps = encodeKeptInSteps(mergeResults(searchId, [live(1, flights)], "USD"));
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBeGreaterThanOrEqual(10);
});
