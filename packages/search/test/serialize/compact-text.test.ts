import { expect, test } from "vitest";
import { type Candidate, mergeResults } from "../../src/candidates/merge.ts";
import { bestScores, CompactText } from "../../src/serialize/compact-text.ts";
import { makeAward, makeCash, makeFlight } from "../sample-flights.ts";

const searchId = "srch_0000000000000000000000";

function candidateOf(traits: Parameters<typeof makeFlight>[0]): Candidate {
  const results = [{ source: "test", slot: 0, simulated: true, flights: [makeFlight(traits)] }];
  const [candidate] = mergeResults(searchId, results, "USD");
  if (candidate === undefined) throw new Error("a flight is one candidate");
  return candidate;
}

const text = new CompactText("USD", (program) => (program === "dear" ? 100 : 1));

test("writes the cheapest cash offer and the award of the lowest cost, wherever they are in the lists", () => {
  const candidate = candidateOf({
    stops: 1,
    cash: [makeCash(50_000), makeCash(30_000, "Light"), makeCash(40_000, "Flex")],
    award: [makeAward(2000, "dear"), makeAward(20_000), makeAward(30_000)],
  });
  const written = text.flight(candidate, 81.5);
  expect(JSON.stringify(JSON.parse(written))).toBe(written);
  expect(JSON.parse(written)).toEqual({
    id: candidate.id,
    slices: [
      {
        origin: "JFK",
        destination: "LHR",
        departureAt: "2027-01-20T18:30:00-05:00",
        arrivalAt: "2027-01-21T06:35:00+00:00",
        stops: 1,
        flights: ["BA178", "BA1789"],
      },
    ],
    cash: {
      offerId: candidate.cash[1]?.id,
      total: { amount: "300.00", currency: "USD" },
      refundable: false,
      changeable: true,
    },
    award: {
      offerId: candidate.award[1]?.id,
      program: "avios",
      miles: 20_000,
      total: { amount: "120.00", currency: "USD" },
    },
    score: 81.5,
  });
});

test("writes null for offers and scores that a flight does not have", () => {
  const written = text.flight(candidateOf({ cash: [], award: [] }), null);
  expect(JSON.parse(written)).toMatchObject({ cash: null, award: null, score: null });
});

test("takes the highest score of a flight's offers", () => {
  const options = [
    { flightId: "a", score: 3 },
    { flightId: "b", score: 0 },
    { flightId: "a", score: 7 },
    { flightId: "a", score: 5 },
  ];
  expect([...bestScores(options)]).toEqual([
    ["a", 7],
    ["b", 0],
  ]);
});
