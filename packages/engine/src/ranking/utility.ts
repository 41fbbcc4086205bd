import { type Coefficients, emissionsIdeal, missedConnection, missedSelfTransfer } from "./coefficients.ts";
import type { RankOption, RankSlice } from "./option.ts";
import { hourPenalty } from "./schedule.ts";

/** Best values of the set, the only way in which other options affect an option's utility. */
export interface Ideals {
  /** Lowest effective cost above 0, in minor units. */
  readonly costMinor: number;
  readonly durationMinutes: number;
}

/** Money plus miles at their usual value, in minor units, not rounded. */
export function effectiveCostOf(option: RankOption): number {
  return option.moneyMinor + option.miles * option.mileValueMinor;
}

/** Sum of the slices' durations in minutes. */
export function totalMinutesOf(option: RankOption): number {
  let minutes = 0;
  for (const slice of option.slices) minutes += slice.durationMinutes;
  return minutes;
}

/** Stops of the whole journey. */
export function totalStopsOf(option: RankOption): number {
  let stops = 0;
  for (const slice of option.slices) stops += slice.layovers.length;
  return stops;
}

/**
 * Computes the best values of a set. A free option counts as the cheapest with a price: a ratio to zero is undefined.
 *
 * @throws RangeError if a cost or duration is not a finite number ≥ 0
 */
export function idealsOf(options: readonly RankOption[]): Ideals {
  let costMinor = Number.POSITIVE_INFINITY;
  let durationMinutes = Number.POSITIVE_INFINITY;
  for (const [index, option] of options.entries()) {
    const cost = effectiveCostOf(option);
    const minutes = totalMinutesOf(option);
    if (!(cost >= 0 && cost < Number.POSITIVE_INFINITY && minutes >= 0 && minutes < Number.POSITIVE_INFINITY)) {
      throw new RangeError(
        `cost and duration of option ${index} must be finite numbers >= 0, got ${cost} and ${minutes}`,
      );
    }
    if (cost > 0) costMinor = Math.min(costMinor, cost);
    if (minutes > 0) durationMinutes = Math.min(durationMinutes, minutes);
  }
  return { costMinor, durationMinutes };
}

/**
 * Computes the utilities of one option, each ≤ 0 and 0 at the best value, into `target` from `offset` in the order of `componentNames`.
 * Parts of a slice are averaged over the slices, so a round trip of two equal slices has the utility of one of them.
 */
export function writeUtilities(
  option: RankOption,
  scale: { readonly ideals: Ideals; readonly coefficients: Coefficients },
  target: Float64Array,
  offset: number,
): void {
  const { ideals, coefficients } = scale;
  let stops = 0;
  let schedule = 0;
  let comfort = 0;
  let missed = 0;
  for (const slice of option.slices) {
    stops += stopsPenalty(slice, coefficients);
    schedule += hourPenalty(slice, coefficients);
    comfort += comfortPenalty(slice, coefficients);
    missed += missedConnections(slice);
  }
  const slices = Math.max(1, option.slices.length);
  target[offset] = -coefficients.price * logRatio(effectiveCostOf(option), ideals.costMinor);
  target[offset + 1] = -coefficients.duration * logRatio(totalMinutesOf(option), ideals.durationMinutes);
  target[offset + 2] = -stops / slices;
  target[offset + 3] = -schedule / slices;
  target[offset + 4] = -(comfort / slices + (option.mixedCabin ? coefficients.mixedCabin : 0));
  target[offset + 5] = -flexibilityPenalty(option, coefficients);
  target[offset + 6] = -emissionsPenalty(option, coefficients);
  target[offset + 7] = -((coefficients.missedConnection * missed) / slices + availabilityPenalty(option, coefficients));
}

function logRatio(value: number, ideal: number): number {
  return value > ideal ? Math.log(value / ideal) : 0;
}

function stopsPenalty(slice: RankSlice, coefficients: Coefficients): number {
  const stops = slice.layovers.length;
  let penalty = stops === 0 ? 0 : coefficients.stop * (1 + 1.5 * (stops - 1));
  penalty += coefficients.carrier * Math.max(0, slice.carriers - 1);
  for (const layover of slice.layovers) if (layover.airportChange !== null) penalty += coefficients.airportChange;
  return penalty;
}

function comfortPenalty(slice: RankSlice, coefficients: Coefficients): number {
  let flying = 0;
  let regional = 0;
  let cramped = 0;
  for (const { family, minutes } of slice.aircraft) {
    flying += minutes;
    if (family === "regional_jet" || family === "turboprop") regional += minutes;
    else if (family === "narrowbody" && minutes > 360) cramped += minutes;
  }
  let penalty = flying === 0 ? 0 : (coefficients.regional * regional + coefficients.crampedLongHaul * cramped) / flying;
  for (const layover of slice.layovers) if (layover.overnight) penalty += coefficients.overnightLayover;
  return penalty;
}

function flexibilityPenalty(option: RankOption, coefficients: Coefficients): number {
  const bag = option.checkedBags === null ? null : option.checkedBags > 0;
  return (
    coefficients.notRefundable * lacking(option.refundable) +
    coefficients.notChangeable * lacking(option.changeable) +
    coefficients.noCheckedBag * lacking(bag)
  );
}

/** Unknown values count half. */
function lacking(has: boolean | null): number {
  if (has === null) return 0.5;
  return has ? 0 : 1;
}

function emissionsPenalty(option: RankOption, coefficients: Coefficients): number {
  const { kgCO2e, typicalKgCO2e } = option;
  if (kgCO2e === null || typicalKgCO2e === null || typicalKgCO2e <= 0) {
    return coefficients.emissions * (1 - emissionsIdeal);
  }
  return coefficients.emissions * Math.max(0, kgCO2e / typicalKgCO2e - emissionsIdeal);
}

function missedConnections(slice: RankSlice): number {
  let expected = 0;
  for (const layover of slice.layovers) {
    const slack = layover.slackMinutes ?? missedConnection.unknownSlackMinutes;
    const { factor, decayMinutes } =
      layover.selfTransfer === true ? missedSelfTransfer : { factor: 1, ...missedConnection };
    expected += factor * missedConnection.atNoSlack * Math.exp(-Math.max(0, slack) / decayMinutes);
  }
  return expected;
}

function availabilityPenalty(option: RankOption, coefficients: Coefficients): number {
  const seats = option.seatsRemaining ?? 9;
  const scarcity = Math.max(0, 4 - Math.max(1, seats)) / 3;
  return (
    coefficients.lastSeat * scarcity + coefficients.unconfirmed * (1 - Math.min(1, Math.max(0, option.confidence)))
  );
}
