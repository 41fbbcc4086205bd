import { describe, expect, test } from "vitest";
import { type Coefficients, profileCoefficients } from "../../src/ranking/coefficients.ts";
import { profileNames } from "../../src/ranking/option.ts";
import { hourPenalty } from "../../src/ranking/schedule.ts";
import { slice } from "./ranking-model.ts";

/** Desired hours in percent, as in docs/ranking.md: how many travelers would like to leave or arrive in each hour from 00:00. */
const desired = {
  leisureDeparture: [
    0.5, 0.2, 0.2, 0.2, 0.5, 1.5, 4, 6.5, 8, 8.5, 8, 7, 6, 6, 6.5, 6.5, 6.5, 6.5, 6, 4.5, 3, 2, 1.3, 0.8,
  ],
  leisureArrival: [0.6, 0.3, 0.2, 0.2, 0.3, 0.6, 1.5, 3, 4.5, 6, 7.5, 8, 7.5, 7, 7, 7, 7, 7, 7, 6.5, 5.5, 4, 2.5, 1.3],
  businessDeparture: [
    0.2, 0.1, 0.1, 0.1, 0.4, 2, 7, 11, 10.5, 7, 4.5, 3.5, 3.5, 4, 5, 6.5, 8.5, 10, 8.5, 4.5, 2, 0.8, 0.3, 0.2,
  ],
  businessArrival: [
    0.3, 0.1, 0.1, 0.1, 0.1, 0.3, 1, 3.5, 8.5, 11, 9, 6, 4, 3.5, 3.5, 4, 5, 6.5, 8.5, 9, 8, 5, 2.2, 0.8,
  ],
} as const;

/** Logits per hour of leaving or arriving earlier and later than desired. */
const delay = {
  leisure: { early: 0.14, late: 0.11 },
  business: { early: 0.21, late: 0.165 },
  points: { early: 0.1, late: 0.08 },
} as const;

/** Logits by hour of the single logit that has the same shares as travelers with these desired hours, if a flight left every hour. */
function disutilities(shares: readonly number[], { early, late }: { early: number; late: number }): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const chosen = shares.map(() => 0);
  for (const [wanted, share] of shares.entries()) {
    const odds = shares.map((_, hour) =>
      Math.exp(-Math.min(early * ((wanted - hour + 24) % 24), late * ((hour - wanted + 24) % 24))),
    );
    const sum = odds.reduce((before, each) => before + each, 0);
    for (const [hour, each] of odds.entries()) chosen[hour] = (chosen[hour] ?? 0) + ((share / total) * each) / sum;
  }
  return chosen.map((share) => -Math.log(share));
}

/** Least-squares factors of sine and cosine for a period in hours. */
function harmonic(values: readonly number[], period: number): { sin: number; cos: number } {
  const factor = (wave: (radians: number) => number) =>
    values.reduce((sum, value, hour) => sum + value * wave((2 * Math.PI * hour) / period), 0) / 12;
  return { sin: factor(Math.sin), cos: factor(Math.cos) };
}

describe.each(profileNames)("the %s profile", (profile) => {
  const coefficients = profileCoefficients[profile];
  const kind = profile === "business" ? "business" : "leisure";
  const penalty = (changes: Parameters<typeof slice>[0]) => hourPenalty(slice(changes), coefficients);

  test.each(["Departure", "Arrival"] as const)("has the coefficients derived in docs/ranking.md for %s", (end) => {
    const values = disutilities(desired[`${kind}${end}`], delay[profile]);
    for (const period of [24, 12, 8] as const) {
      const { sin, cos } = harmonic(values, period);
      const name = end === "Departure" ? "departure" : "arrival";
      expect(coefficients[`${name}Sin${period}`]).toBeCloseTo(sin, 2.9);
      expect(coefficients[`${name}Cos${period}`]).toBeCloseTo(cos, 2.9);
    }
  });

  test("is smooth: no minute changes the disutility by more than 0.004 logits, not even midnight", () => {
    for (let minute = 0; minute < 1440; minute += 1) {
      const next = (minute + 1) % 1440;
      const departure = penalty({ departureMinute: next }) - penalty({ departureMinute: minute });
      const arrival = penalty({ arrivalMinute: next }) - penalty({ arrivalMinute: minute });
      expect(Math.max(Math.abs(departure), Math.abs(arrival))).toBeLessThan(0.004);
    }
  });

  test("is 0 at the best minutes, which are in the day, and highest at night", () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
    const total = (minute: number) => penalty({ departureMinute: minute, arrivalMinute: minute });
    const departures = minutes.map((departureMinute) => penalty({ departureMinute, arrivalMinute: 0 }));
    const arrivals = minutes.map((arrivalMinute) => penalty({ departureMinute: 0, arrivalMinute }));
    const [departureMinute, arrivalMinute] = [departures, arrivals].map((all) => all.indexOf(Math.min(...all)));
    expect(penalty({ departureMinute, arrivalMinute })).toBe(0);
    expect(Math.min(departureMinute ?? 0, arrivalMinute ?? 0)).toBeGreaterThan(8 * 60);
    expect(Math.max(departureMinute ?? 1440, arrivalMinute ?? 1440)).toBeLessThan(19 * 60);
    const worst = minutes.reduce((most, minute) => (total(minute) > total(most) ? minute : most), 0);
    expect(worst).toBeLessThan(4 * 60);
  });
});

test("the morning and the late afternoon are the hours of business, midday that of leisure", () => {
  const departing = (coefficients: Coefficients, hour: number) =>
    hourPenalty(slice({ departureMinute: 60 * hour }), coefficients) -
    hourPenalty(slice({ departureMinute: 12 * 60 }), coefficients);
  const { leisure, business } = profileCoefficients;
  for (const hour of [9, 16]) expect(departing(business, hour)).toBeLessThan(departing(leisure, hour));
  expect(departing(business, 23)).toBeGreaterThan(departing(leisure, 23));
});
