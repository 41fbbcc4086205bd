import { describe, expect, test } from "vitest";
import { componentMaxima } from "../../src/ranking/coefficients.ts";
import { componentNames, type Preferences, type RankOption } from "../../src/ranking/option.ts";
import { rank } from "../../src/ranking/rank.ts";
import { option, slice, wording } from "./ranking-model.ts";

const leisure: Preferences = { profile: "leisure" };
const oneStop = (slackMinutes: number, durationMinutes = 610) =>
  slice({
    durationMinutes,
    layovers: [
      { airport: "ORD", durationMinutes: 60 + slackMinutes, slackMinutes, overnight: false, airportChange: null },
    ],
  });
const order = (options: RankOption[], preferences: Preferences) =>
  rank(options, preferences, wording).map((entry) => entry.option);

describe("score", () => {
  test("is 100, with the maximum in every component, for the best possible option", () => {
    const [only] = rank([option()], leisure, wording);
    expect(only?.score).toBe(100);
    expect(only?.components).toEqual(componentMaxima);
    expect(only?.probability).toBe(1);
  });

  test("loses 2.7 ln 1.5 logits in the price component for a price of 1.5 times the cheapest", () => {
    const ranked = rank([option(), option({ flight: 1, moneyMinor: 75_000 })], leisure, wording);
    const score = 100 * Math.exp((-2.7 * Math.log(1.5)) / 4);
    expect(ranked[1]?.score).toBe(Math.round(10 * score) / 10);
    expect(ranked[1]?.components.price).toBeCloseTo(35 - (100 - score), 1);
    expect(ranked[1]?.components.duration).toBe(20);
    expect(ranked[0]?.probability).toBeCloseTo(1 / (1 + 1.5 ** -2.7), 10);
  });

  test("of a round trip of two equal slices equals that of one of them", () => {
    const oneWay = [option(), option({ flight: 1, slices: [oneStop(30)], moneyMinor: 40_000 })];
    const roundTrip = oneWay.map((each) => ({
      ...each,
      moneyMinor: 2 * each.moneyMinor,
      slices: [...each.slices, ...each.slices],
    }));
    expect(rank(roundTrip, leisure, wording).map((entry) => entry.score)).toEqual(
      rank(oneWay, leisure, wording).map((entry) => entry.score),
    );
  });

  test("has component maxima that sum to 100", () => {
    expect(componentNames.reduce((sum, name) => sum + componentMaxima[name], 0)).toBe(100);
  });

  test("returns an empty ranking for no options", () => {
    expect(rank([], leisure, wording)).toEqual([]);
  });

  test("ranks a free option like the cheapest with a price", () => {
    const ranked = rank([option({ moneyMinor: 0 }), option({ flight: 1 })], leisure, wording);
    expect(ranked.map((entry) => [entry.option, entry.score])).toEqual([
      [0, 100],
      [1, 100],
    ]);
  });

  test.each([-1, Number.NaN, 1001])("rejects a weight of %s", (price) => {
    expect(() => rank([option()], { profile: "leisure", weights: { price } }, wording)).toThrow(RangeError);
  });

  test("rejects a price that is not a number", () => {
    expect(() => rank([option({ moneyMinor: Number.NaN })], leisure, wording)).toThrow(
      /cost and duration of option 0 must be finite/,
    );
  });
});

describe("order", () => {
  const nonstop = option({ moneyMinor: 61_200 });
  const cheap = option({ flight: 1, moneyMinor: 18_000, slices: [oneStop(60)] });

  test("prefers the cheap stop for leisure, the nonstop for business", () => {
    expect(order([nonstop, cheap], leisure)).toEqual([1, 0]);
    expect(order([nonstop, cheap], { profile: "business" })).toEqual([0, 1]);
  });

  test("changes with a weight", () => {
    expect(order([nonstop, cheap], { profile: "leisure", weights: { stops: 3 } })).toEqual([0, 1]);
  });

  test("keeps a dominated option below the dominating one with every weight 0", () => {
    const weights = Object.fromEntries(componentNames.map((name) => [name, 0]));
    const ranked = rank([cheap, { ...cheap, slices: [oneStop(90)] }], { profile: "leisure", weights }, wording);
    expect(ranked.map((entry) => [entry.option, entry.score, entry.dominatedBy])).toEqual([
      [1, 100, null],
      [0, 100, 1],
    ]);
  });

  test("keeps duplicates in input order, without dominance between them", () => {
    const ranked = rank([nonstop, { ...nonstop, flight: 5 }], leisure, wording);
    expect(ranked.map((entry) => [entry.flight, entry.dominatedBy])).toEqual([
      [0, null],
      [5, null],
    ]);
  });
});

describe("price equivalents (docs/ranking.md)", () => {
  const eightHours = option({ slices: [slice({ durationMinutes: 480, departureMinute: 780 })] });
  const faults = {
    hour: slice({ durationMinutes: 540, departureMinute: 780 }),
    stop: oneStop(10_000, 480),
    early: slice({ durationMinutes: 480, departureMinute: 300 }),
  };

  test.each([
    ["leisure", "hour", 78],
    ["business", "hour", 181],
    ["points", "hour", 96],
    ["leisure", "stop", 202],
    ["business", "stop", 206],
    ["points", "stop", 214],
    ["leisure", "early", 62],
    ["business", "early", 87],
    ["points", "early", 50],
  ] as const)("%s travelers are indifferent if the %s is $%i cheaper", (profile, fault, dollars) => {
    const faulty = option({ flight: 1, moneyMinor: 50_000 - 100 * dollars, slices: [faults[fault]] });
    const [first] = rank([eightHours, faulty], { profile }, wording);
    expect(first?.probability).toBeCloseTo(0.5, 2);
  });
});

describe("labels and reasons", () => {
  const nonstop = option({ moneyMinor: 61_200, refundable: false, changeable: false });
  const viaChicago = option({ flight: 1, moneyMinor: 40_000, slices: [oneStop(5)], refundable: false, kgCO2e: 520 });
  const award = option({
    kind: "award",
    moneyMinor: 560,
    miles: 30_000,
    mileValueMinor: 1.3,
    valuePerMileMinor: 2.02,
    seatsRemaining: 2,
  });
  const ranked = rank([nonstop, viaChicago, award], leisure, wording);
  const labels = new Map(ranked.map((entry) => [entry.option, entry.labels]));
  const reasons = new Map(ranked.map((entry) => [entry.option, entry.reasons]));

  test("puts each label on the right option", () => {
    expect(labels.get(2)).toEqual(["best", "fastest", "bestAward", "fewestStops", "greenest"]);
    expect(labels.get(1)).toEqual(["cheapest"]);
    expect(labels.get(0)).toEqual([]);
  });

  test("states the value of miles of an award and its comparison", () => {
    expect(reasons.get(2)).toEqual([
      "good value for 30,000 miles: 2.0 cents per mile (usual: 1.3 cents)",
      "the cheapest and quickest of 3 offers, counting miles at their usual value",
      "$4.40 cheaper than the next best flight, 3 h 10 min shorter",
      "nonstop",
    ]);
  });

  test("compares a flight with a stop with the nonstop and warns of its connection", () => {
    const cash = rank([nonstop, viaChicago], leisure, wording).find((entry) => entry.option === 1);
    expect(cash?.reasons).toContain("1 stop at ORD");
    expect(cash?.reasons).toContain("tight connection at ORD: 5 minutes above the minimum");
    const below = rank([nonstop, viaChicago], { profile: "business" }, wording).find((entry) => entry.option === 1);
    expect(below?.reasons[0]).toBe("$212 cheaper than the nonstop, 3 h 10 min longer");
  });

  test("states the extra cost of a best option that is not the cheapest", () => {
    const [best] = rank([nonstop, viaChicago], { profile: "business" }, wording);
    expect(best?.reasons.slice(0, 2)).toEqual(["$212 more than the cheapest, 3 h 10 min shorter", "nonstop"]);
  });

  test("states that an award is a poor use of miles", () => {
    const [poor] = rank([{ ...award, valuePerMileMinor: 0.8 }], leisure, wording);
    expect(poor?.reasons[0]).toBe("poor value for 30,000 miles: 0.8 cents per mile (usual: 1.3 cents)");
  });

  test("mentions a change of airport before a tight connection", () => {
    const change = slice({
      layovers: [
        {
          airport: "LHR",
          durationMinutes: 200,
          slackMinutes: 5,
          overnight: false,
          airportChange: { from: "LHR", to: "LGW" },
        },
      ],
    });
    const [only] = rank([option({ slices: [change, slice()] })], leisure, wording);
    expect(only?.reasons).toContain("changes airport from LHR to LGW");
    expect(only?.reasons).toContain("1 stop at LHR outbound, nonstop inbound");
  });

  test("mentions separate tickets first, and counts their risk more than that of a connection on one ticket", () => {
    const layover = {
      airport: "ORD",
      durationMinutes: 200,
      slackMinutes: 20,
      overnight: false,
      airportChange: { from: "ORD", to: "MDW" },
    };
    const riskOf = (selfTransfer: boolean) =>
      rank([option({ slices: [slice({ layovers: [{ ...layover, selfTransfer }] })] })], leisure, wording)[0];
    expect(riskOf(true)?.reasons).toContain(
      "separate tickets: collect bags and check in again at ORD, and pay for a new flight if you miss the next one",
    );
    expect(riskOf(false)?.reasons).toContain("changes airport from ORD to MDW");
    const [onTickets, onOne] = [riskOf(true), riskOf(false)];
    expect(onTickets?.components.risk).toBeLessThan(onOne?.components.risk ?? 0);
  });

  test("does not mention values that the supplier left unknown", () => {
    const unknown = { refundable: null, changeable: null, checkedBags: null, kgCO2e: null, seatsRemaining: null };
    expect(rank([option(unknown)], leisure, wording)[0]?.reasons).toEqual(["nonstop"]);
  });
});
