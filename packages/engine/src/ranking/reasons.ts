import type { RankOption, RankSlice, Wording } from "./option.ts";
import { effectiveCostOf, totalMinutesOf, totalStopsOf } from "./utility.ts";

/** Slack in minutes below which a connection is called tight. */
const tightMinutes = 20;
const mostReasons = 4;

/** The options that others are compared with, found once a set. */
export interface Landmarks {
  readonly best: RankOption;
  /** The lowest effective cost. */
  readonly cheapest: RankOption;
  /** The best-ranked nonstop, and whether every nonstop option is of that one flight. */
  readonly nonstop: RankOption | null;
  readonly onlyNonstop: boolean;
  /** The best-ranked option of another flight than the best. */
  readonly nextFlight: RankOption | null;
}

interface Alternative {
  readonly option: RankOption;
  readonly name: string;
}

/** @param ranked the options in ranked order, at least one */
export function landmarksOf(ranked: readonly RankOption[]): Landmarks {
  const best = ranked[0]!;
  let cheapest = best;
  let nonstop: RankOption | null = null;
  let onlyNonstop = true;
  for (const option of ranked) {
    if (effectiveCostOf(option) < effectiveCostOf(cheapest)) cheapest = option;
    if (totalStopsOf(option) > 0) continue;
    nonstop ??= option;
    if (option.flight !== nonstop.flight) onlyNonstop = false;
  }
  const nextFlight = ranked.find((option) => option.flight !== best.flight) ?? null;
  return { best, cheapest, nonstop, onlyNonstop, nextFlight };
}

/**
 * One to four plain statements on an option, the most telling first: what its miles buy, how it compares with the
 * most natural alternative, its stops, then what to watch for. Nothing is said of what a supplier left unknown.
 */
export function reasonsOf(option: RankOption, landmarks: Landmarks, wording: Wording, dominated: boolean): string[] {
  const reasons: string[] = [];
  const add = (reason: string | null): void => {
    if (reason !== null && reasons.length < mostReasons) reasons.push(reason);
  };
  add(mileVerdict(option, wording));
  add(comparison(option, landmarks, wording));
  add(stopsStatement(option));
  add(connectionWarning(option));
  if (option.mixedCabin) add("part of the journey is in a lower cabin");
  if (dominated) add("a higher-ranked option is at least as good in every respect");
  if (option.refundable === true) add("fully refundable");
  if (option.seatsRemaining !== null && option.seatsRemaining <= 3) {
    add(option.seatsRemaining === 1 ? "last seat at this price" : `${option.seatsRemaining} seats left at this price`);
  }
  add(emissionsStatement(option));
  if (option.refundable === false && option.changeable === true) add("changeable, not refundable");
  return reasons;
}

function mileVerdict(option: RankOption, wording: Wording): string | null {
  if (option.kind !== "award" || option.valuePerMileMinor === null || option.mileValueMinor <= 0) return null;
  const format = wording.formatMileValue ?? ((minor) => `${minor.toFixed(1)} cents`);
  const gained = format(option.valuePerMileMinor);
  const usual = format(option.mileValueMinor);
  if (gained === usual) return `${gained} a mile, what they are usually worth`;
  if (option.valuePerMileMinor > option.mileValueMinor) return `${gained} a mile, above the usual ${usual}`;
  return `${gained} a mile, below the usual ${usual}: better paid in cash`;
}

function comparison(option: RankOption, landmarks: Landmarks, wording: Wording): string | null {
  const alternative = naturalAlternative(option, landmarks);
  if (alternative === null) return null;
  const cost = Math.round(effectiveCostOf(option) - effectiveCostOf(alternative.option));
  const minutes = totalMinutesOf(option) - totalMinutesOf(alternative.option);
  const time = minutes === 0 ? "" : `, ${duration(Math.abs(minutes))} ${minutes > 0 ? "longer" : "shorter"}`;
  const inMiles = option.miles > 0 || alternative.option.miles > 0 ? ", miles at their usual value" : "";
  if (cost === 0) return time === "" ? null : `the same price as ${alternative.name}${time}${inMiles}`;
  const money = `${wording.formatMoney(Math.abs(cost))} ${cost < 0 ? "cheaper" : "more"}`;
  return `${money} than ${alternative.name}${time}${inMiles}`;
}

/** The best is held against the cheapest (or the next flight), a flight with stops against the nonstop, others against the best. */
function naturalAlternative(option: RankOption, landmarks: Landmarks): Alternative | null {
  const { best, cheapest, nonstop, onlyNonstop, nextFlight } = landmarks;
  if (option === best) {
    if (option !== cheapest) return { option: cheapest, name: "the cheapest" };
    return nextFlight === null ? null : { option: nextFlight, name: "the next best flight" };
  }
  if (option.flight === best.flight) return { option: best, name: `the best offer on the same flight` };
  if (nonstop !== null && totalStopsOf(option) > 0) {
    return { option: nonstop, name: onlyNonstop ? "the nonstop" : "the best nonstop" };
  }
  return { option: best, name: "the best option" };
}

function stopsStatement(option: RankOption): string {
  const [out, back, ...more] = option.slices;
  if (totalStopsOf(option) === 0) return option.slices.length === 2 ? "nonstop both ways" : "nonstop";
  if (out !== undefined && back === undefined) return sliceStops(out);
  if (out !== undefined && back !== undefined && more.length === 0) {
    return `${sliceStops(out)} on the way out, ${sliceStops(back)} on the way back`;
  }
  return `${totalStopsOf(option)} ${totalStopsOf(option) === 1 ? "stop" : "stops"} in all`;
}

function sliceStops(slice: RankSlice): string {
  const { length } = slice.layovers;
  if (length === 0) return "nonstop";
  const airports = slice.layovers.map((layover) => layover.airport).join(" and ");
  return `${length} ${length === 1 ? "stop" : "stops"} at ${airports}`;
}

function connectionWarning(option: RankOption): string | null {
  let tightest: { airport: string; slackMinutes: number } | null = null;
  for (const slice of option.slices) {
    for (const layover of slice.layovers) {
      if (layover.airportChange !== null) {
        return `changes airport from ${layover.airportChange.from} to ${layover.airportChange.to}`;
      }
      if (layover.slackMinutes < (tightest?.slackMinutes ?? tightMinutes)) tightest = layover;
    }
  }
  if (tightest !== null) return tightness(tightest);
  for (const slice of option.slices) {
    for (const layover of slice.layovers) {
      if (layover.overnight) return `overnight layover of ${duration(layover.durationMinutes)} at ${layover.airport}`;
    }
  }
  return null;
}

function tightness(layover: { airport: string; slackMinutes: number }): string {
  const slack = Math.max(0, layover.slackMinutes);
  if (slack === 0) return `tight connection: no more than the minimum at ${layover.airport}`;
  return `tight connection: ${slack} ${slack === 1 ? "minute" : "minutes"} above the minimum at ${layover.airport}`;
}

function emissionsStatement(option: RankOption): string | null {
  if (option.kgCO2e === null || option.typicalKgCO2e === null || option.typicalKgCO2e <= 0) return null;
  const percent = Math.round(100 * (option.kgCO2e / option.typicalKgCO2e - 1));
  if (Math.abs(percent) < 10) return null;
  return `${Math.abs(percent)} % ${percent < 0 ? "less" : "more"} CO2e than is typical here`;
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
