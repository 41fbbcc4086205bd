import { type Component, componentNames, type RankOption, type Wording } from "./option.ts";
import { count, duration } from "./phrases.ts";
import { effectiveCostOf, totalMinutesOf, totalStopsOf } from "./utility.ts";

/** The ranked options, and the positions of those that others are compared with, found once a set. */
export interface Landmarks {
  readonly ranked: readonly RankOption[];
  /** Weighted utility of one component of the option at a position. */
  readonly utilityOf: (position: number, component: number) => number;
  /** The lowest effective cost, and the lowest total duration. */
  readonly cheapest: number;
  readonly shortestMinutes: number;
  /** The best-ranked nonstop or −1, and whether every nonstop option is of that one flight. */
  readonly nonstop: number;
  readonly onlyNonstop: boolean;
  /** The best-ranked option of another flight than the best, or −1. */
  readonly nextFlight: number;
  readonly anyMiles: boolean;
}

interface Alternative {
  readonly position: number;
  readonly name: string;
}

/** What a component's gain or loss is called where price and time do not explain the order. */
const tradeoffs: Readonly<Record<Component, readonly [gain: string, loss: string]>> = {
  price: ["at a lower cost", "at a higher cost"],
  duration: ["with less time on the way", "with more time on the way"],
  stops: ["with easier connections", "with harder connections"],
  schedule: ["at better hours", "at worse hours"],
  comfort: ["in more comfort", "in less comfort"],
  flexibility: ["with better conditions", "with stricter conditions"],
  emissions: ["with less CO2e", "with more CO2e"],
  risk: ["at less risk", "at more risk"],
};

/** @param ranked the options in ranked order, at least one */
export function landmarksOf(ranked: readonly RankOption[], utilityOf: Landmarks["utilityOf"]): Landmarks {
  let cheapest = 0;
  let shortestMinutes = Number.POSITIVE_INFINITY;
  let nonstop = -1;
  let onlyNonstop = true;
  let anyMiles = false;
  for (let position = 0; position < ranked.length; position += 1) {
    const option = ranked[position];
    if (effectiveCostOf(option) < effectiveCostOf(ranked[cheapest])) cheapest = position;
    shortestMinutes = Math.min(shortestMinutes, totalMinutesOf(option));
    anyMiles ||= option.miles > 0;
    if (totalStopsOf(option) > 0) continue;
    if (nonstop < 0) nonstop = position;
    else if (option.flight !== ranked[nonstop].flight) onlyNonstop = false;
  }
  const nextFlight = ranked.findIndex((option) => option.flight !== ranked[0].flight);
  return { ranked, utilityOf, cheapest, shortestMinutes, nonstop, onlyNonstop, nextFlight, anyMiles };
}

/** "the cheapest and quickest of 42 offers", of the best option where it is so; null where there is nothing else. */
export function superlative(position: number, landmarks: Landmarks): string | null {
  const { ranked, cheapest, shortestMinutes, anyMiles } = landmarks;
  if (position !== 0 || cheapest !== 0 || ranked.length < 2) return null;
  const quickest = totalMinutesOf(ranked[0]) === shortestMinutes;
  const miles = anyMiles ? ", counting miles at their usual value" : "";
  return `the cheapest${quickest ? " and quickest" : ""} of ${count(ranked.length, "offer")}${miles}`;
}

/** How an option compares with its most natural alternative: money, time and, where these do not tell, what else. */
export function comparison(position: number, landmarks: Landmarks, wording: Wording): string | null {
  const alternative = naturalAlternative(position, landmarks);
  if (alternative === null) return null;
  const { money, time, cost, minutes, ...said } = difference(position, alternative, landmarks, wording);
  // The superlative before it has said so.
  const counting = position === 0 && landmarks.cheapest === 0 ? "" : said.counting;
  const but = cost * minutes < 0 ? "" : tradeoff(position, alternative.position, landmarks, cost + minutes);
  if (cost !== 0 || minutes !== 0) return `${money}${time}${but}${counting}`;
  const rest = but === "" ? ", and equal in all else that is scored" : but;
  return `the same price and duration as ${alternative.name}${rest}${counting}`;
}

/** That another option makes this one pointless, and what choosing it all the same would cost. */
export function dominance(position: number, dominator: number, landmarks: Landmarks, wording: Wording): string {
  const name = `option ${dominator + 1}`;
  const alternative = { position: dominator, name };
  const { money, time, counting, cost, minutes } = difference(position, alternative, landmarks, wording);
  if (cost === 0 && minutes === 0)
    return `the same price and duration as ${name}, and better in nothing that is scored`;
  return `${money}${time}, and better in nothing that is scored${counting}`;
}

function difference(position: number, alternative: Alternative, { ranked }: Landmarks, wording: Wording) {
  const option = ranked[position];
  const other = ranked[alternative.position];
  const cost = Math.round(effectiveCostOf(option) - effectiveCostOf(other));
  const minutes = totalMinutesOf(option) - totalMinutesOf(other);
  const money =
    cost === 0
      ? `the same price as ${alternative.name}`
      : `${wording.formatMoney(Math.abs(cost))} ${cost < 0 ? "cheaper" : "more"} than ${alternative.name}`;
  const time = minutes === 0 ? "" : `, ${duration(Math.abs(minutes))} ${minutes > 0 ? "longer" : "shorter"}`;
  const counting = option.miles > 0 || other.miles > 0 ? ", counting miles at their usual value" : "";
  return { cost, minutes, money, time, counting };
}

/**
 * The best is held against the next flight where it is the cheapest, else against the cheapest; an option of the best's
 * flight against the best, one with stops against the nonstop, any other against the best.
 */
function naturalAlternative(position: number, landmarks: Landmarks): Alternative | null {
  const { ranked, cheapest, nonstop, onlyNonstop, nextFlight } = landmarks;
  const option = ranked[position];
  if (position === 0) {
    if (cheapest !== 0) return { position: cheapest, name: nameOfCheapest(landmarks) };
    return nextFlight < 0 ? null : { position: nextFlight, name: "the next best flight" };
  }
  if (option.flight === ranked[0].flight) {
    return { position: 0, name: `the best ${ranked[0].kind === "award" ? "award" : "cash offer"} on this flight` };
  }
  if (nonstop >= 0 && totalStopsOf(option) > 0) {
    return { position: nonstop, name: onlyNonstop ? "the nonstop" : "the best nonstop" };
  }
  return { position: 0, name: "the best option" };
}

function nameOfCheapest({ ranked, cheapest, anyMiles }: Landmarks): string {
  if (!anyMiles) return "the cheapest";
  return ranked[cheapest].kind === "award" ? "the cheapest award" : "the cheapest cash offer";
}

/** In logits: a gain or loss that does not explain the order is worth a word from here on. */
const worthSaying = 0.05;

/**
 * What speaks against money and time: ", but at worse hours" of an option that is no dearer and no longer than the other,
 * ", but with better conditions" of a dearer or longer one. Empty where nothing does.
 *
 * @param balance below 0 where money and time favor the option, above 0 where they favor the other
 */
function tradeoff(position: number, other: number, { ranked, utilityOf }: Landmarks, balance: number): string {
  const above = position < other;
  const asGain = balance > 0 || (balance === 0 && above);
  let most = above === asGain ? 0 : worthSaying;
  let component: Component | null = null;
  for (let i = 0; i < componentNames.length; i += 1) {
    const name = componentNames[i];
    if (name === "price" || name === "duration") continue;
    const gain = utilityOf(position, i) - utilityOf(other, i);
    const size = asGain ? gain : -gain;
    if (size <= most || !isKnown(ranked[position], name) || !isKnown(ranked[other], name)) continue;
    most = size;
    component = name;
  }
  return component === null ? "" : `, but ${tradeoffs[component][asGain ? 0 : 1]}`;
}

/** Whether the supplier says what the component rests on: what counts half for want of an answer is no reason. */
function isKnown(
  { refundable, changeable, checkedBags, kgCO2e, typicalKgCO2e }: RankOption,
  component: Component,
): boolean {
  if (component === "flexibility") return refundable !== null && changeable !== null && checkedBags !== null;
  return component !== "emissions" || (kgCO2e !== null && typicalKgCO2e !== null);
}
