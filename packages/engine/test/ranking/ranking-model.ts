import * as fc from "fast-check";
import { profileCoefficients } from "../../src/ranking/coefficients.ts";
import {
  componentNames,
  type Preferences,
  profileNames,
  type RankOption,
  type RankSlice,
  type Wording,
} from "../../src/ranking/option.ts";
import { hourPenalty } from "../../src/ranking/schedule.ts";

export const wording: Wording = { formatMoney: (minor) => `$${(minor / 100).toFixed(minor % 100 === 0 ? 0 : 2)}` };

const hours = { departureMinute: 0, arrivalMinute: 0, durationMinutes: 0, carriers: 1, layovers: [], aircraft: [] };
const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
const bestMinute = (end: "departureMinute" | "arrivalMinute"): number => {
  const penalty = (minute: number) => hourPenalty({ ...hours, [end]: minute }, profileCoefficients.leisure);
  return minutes.reduce((best, minute) => (penalty(minute) < penalty(best) ? minute : best));
};
const [departureMinute, arrivalMinute] = [bestMinute("departureMinute"), bestMinute("arrivalMinute")];

/** A nonstop of seven hours at the best hours for leisure. */
export function slice(changes: Partial<RankSlice> = {}): RankSlice {
  return {
    durationMinutes: 420,
    carriers: 1,
    departureMinute,
    arrivalMinute,
    layovers: [],
    aircraft: [{ family: "widebody", minutes: 420 }],
    ...changes,
  };
}

/** A nonstop at $500 with the best value in every component for leisure. */
export function option(changes: Partial<RankOption> = {}): RankOption {
  return {
    flight: 0,
    kind: "cash",
    moneyMinor: 50_000,
    miles: 0,
    mileValueMinor: 0,
    valuePerMileMinor: null,
    slices: [slice()],
    refundable: true,
    changeable: true,
    checkedBags: 1,
    mixedCabin: false,
    kgCO2e: 300,
    typicalKgCO2e: 400,
    seatsRemaining: 9,
    confidence: 1,
    ...changes,
  };
}

const known = fc.constantFrom(true, false, null);

const layovers = fc.array(
  fc.record({
    airport: fc.constantFrom("ORD", "DEN", "CDG"),
    durationMinutes: fc.integer({ min: 30, max: 900 }),
    slackMinutes: fc.integer({ min: 0, max: 600 }),
    overnight: fc.boolean(),
    airportChange: fc.constantFrom(null, null, null, { from: "JFK", to: "EWR" }),
  }),
  { maxLength: 2 },
);

const slices: fc.Arbitrary<RankSlice> = fc.record({
  durationMinutes: fc.integer({ min: 60, max: 2_000 }),
  carriers: fc.integer({ min: 1, max: 3 }),
  departureMinute: fc.integer({ min: 0, max: 1439 }),
  arrivalMinute: fc.integer({ min: 0, max: 1439 }),
  layovers,
  aircraft: fc.array(
    fc.record({
      family: fc.constantFrom(
        "widebody" as const,
        "narrowbody" as const,
        "regional_jet" as const,
        "turboprop" as const,
      ),
      minutes: fc.integer({ min: 30, max: 900 }),
    }),
    { maxLength: 3 },
  ),
});

export const arbitraryOption: fc.Arbitrary<RankOption> = fc
  .record({
    flight: fc.nat(20),
    award: fc.boolean(),
    moneyMinor: fc.integer({ min: 100, max: 900_000 }),
    miles: fc.integer({ min: 1_000, max: 200_000 }),
    mileValueMinor: fc.constantFrom(1.1, 1.3, 1.5),
    valuePerMileMinor: fc.option(fc.double({ min: 0.2, max: 9, noNaN: true }), { nil: null }),
    slices: fc.array(slices, { minLength: 1, maxLength: 2 }),
    refundable: known,
    changeable: known,
    checkedBags: fc.constantFrom(null, 0, 1, 2),
    mixedCabin: fc.boolean(),
    kgCO2e: fc.option(fc.integer({ min: 50, max: 3_000 }), { nil: null }),
    typicalKgCO2e: fc.constantFrom(null, 400),
    seatsRemaining: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    confidence: fc.constantFrom(0.4, 0.9, 1),
  })
  .map(asOption);

function asOption({ award, ...rest }: Omit<RankOption, "kind"> & { award: boolean }): RankOption {
  if (award) return { ...rest, kind: "award" };
  return { ...rest, kind: "cash", miles: 0, mileValueMinor: 0, valuePerMileMinor: null };
}

export const arbitraryOptions = fc.array(arbitraryOption, { minLength: 1, maxLength: 25 });

export const arbitraryPreferences: fc.Arbitrary<Preferences> = fc.record({
  profile: fc.constantFrom(...profileNames),
  weights: fc.dictionary(fc.constantFrom(...componentNames), fc.constantFrom(0, 0, 0.5, 1, 3), { maxKeys: 8 }),
});
