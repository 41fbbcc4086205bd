import { type Component, componentNames, type RankOption, type Wording } from "./option.ts";
import { count, duration } from "./phrases.ts";
import { effectiveCostOf, totalMinutesOf, totalStopsOf } from "./utility.ts";

/** Ranked options and the positions of those that others are compared with, found once per set. */
export interface ComparisonContext {
  readonly ranked: readonly RankOption[];
  /** Weighted utility of one component of the option at a position. */
  readonly utilityOf: (position: number, component: number) => number;
  /** Lowest effective cost and lowest total duration. */
  readonly cheapest: number;
  /** Lowest effective cost of the options that travelers of the profile would consider. */
  readonly cheapestLikely: number;
  readonly shortestMinutes: number;
  /** Best-ranked nonstop or −1, and whether every nonstop option is of that one flight. */
  readonly nonstop: number;
  readonly onlyNonstop: boolean;
  /** Best-ranked option of another flight than the best one, or −1. */
  readonly nextFlight: number;
  readonly anyMiles: boolean;
}

interface Alternative {
  readonly position: number;
  readonly name: string;
}

/**
 * Logits below the best option within which an option is a likely choice: of these two alone, at least one traveler in 21 would choose it.
 * The utilities are those of the profile, so business travelers consider fewer slow connections than others.
 */
const likelyLogits = 4;

/** Names of a component's gain or loss if price and time do not explain the order. */
const tradeoffs: Readonly<Record<Component, readonly [gain: string, loss: string]>> = {
  price: ["at a lower cost", "at a higher cost"],
  duration: ["with less travel time", "with more travel time"],
  stops: ["with easier connections", "with harder connections"],
  schedule: ["at better hours", "at worse hours"],
  comfort: ["in more comfort", "in less comfort"],
  flexibility: ["with better conditions", "with stricter conditions"],
  emissions: ["with less CO2e", "with more CO2e"],
  risk: ["at less risk", "at more risk"],
};

/** @param ranked the options in ranked order, at least one */
export function comparisonContextOf(
  ranked: readonly RankOption[],
  utilityOf: ComparisonContext["utilityOf"],
): ComparisonContext {
  let cheapest = 0;
  let cheapestLikely = 0;
  const least = totalUtility(0, utilityOf) - likelyLogits;
  let shortestMinutes = Number.POSITIVE_INFINITY;
  let nonstop = -1;
  let onlyNonstop = true;
  let anyMiles = false;
  for (let position = 0; position < ranked.length; position += 1) {
    const option = ranked[position];
    const cost = effectiveCostOf(option);
    if (cost < effectiveCostOf(ranked[cheapest])) cheapest = position;
    if (cost < effectiveCostOf(ranked[cheapestLikely]) && totalUtility(position, utilityOf) >= least) {
      cheapestLikely = position;
    }
    shortestMinutes = Math.min(shortestMinutes, totalMinutesOf(option));
    anyMiles ||= option.miles > 0;
    if (totalStopsOf(option) > 0) continue;
    if (nonstop < 0) nonstop = position;
    else if (option.flight !== ranked[nonstop].flight) onlyNonstop = false;
  }
  const nextFlight = ranked.findIndex((option) => option.flight !== ranked[0].flight);
  return { ranked, utilityOf, cheapest, cheapestLikely, shortestMinutes, nonstop, onlyNonstop, nextFlight, anyMiles };
}

function totalUtility(position: number, utilityOf: ComparisonContext["utilityOf"]): number {
  let utility = 0;
  for (let component = 0; component < componentNames.length; component += 1) utility += utilityOf(position, component);
  return utility;
}

/** "the cheapest and quickest of 42 offers" if the best option is; null if there is nothing to compare with. */
export function superlative(position: number, context: ComparisonContext): string | null {
  const { ranked, cheapest, shortestMinutes, anyMiles } = context;
  if (position !== 0 || cheapest !== 0 || ranked.length < 2) return null;
  const quickest = totalMinutesOf(ranked[0]) === shortestMinutes;
  const miles = anyMiles ? ", counting miles at their usual value" : "";
  return `the cheapest${quickest ? " and quickest" : ""} of ${count(ranked.length, "offer")}${miles}`;
}

/**
 * Comparison of an option with its most natural alternative: money, time and, if these do not explain the order, the deciding component.
 */
export function comparison(position: number, context: ComparisonContext, wording: Wording): string | null {
  const alternative = naturalAlternative(position, context);
  if (alternative === null) return null;
  const { money, time, cost, minutes, ...compared } = difference(position, alternative, context, wording);
  // The superlative before it already states it.
  const counting = position === 0 && context.cheapest === 0 ? "" : compared.counting;
  const but = cost * minutes < 0 ? "" : tradeoff(position, alternative.position, context, cost + minutes);
  if (cost !== 0 || minutes !== 0) return `${money}${time}${but}${counting}`;
  const rest = but === "" ? ", and equal in all scored components" : but;
  return `the same price and duration as ${alternative.name}${rest}${counting}`;
}

/** Statement that another option dominates this one, with the extra cost of choosing it anyway. */
export function dominance(position: number, dominator: number, context: ComparisonContext, wording: Wording): string {
  const name = `option ${dominator + 1}`;
  const alternative = { position: dominator, name };
  const { money, time, counting, cost, minutes } = difference(position, alternative, context, wording);
  if (cost === 0 && minutes === 0)
    return `the same price and duration as ${name}, and not better in any scored component`;
  return `${money}${time}, and not better in any scored component${counting}`;
}

function difference(position: number, alternative: Alternative, { ranked }: ComparisonContext, wording: Wording) {
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
 * The best is compared with the cheapest likely choice, or with the next flight if it is that itself; an option of the best's flight with
 * the best, one with stops with the nonstop, any other with the best.
 */
function naturalAlternative(position: number, context: ComparisonContext): Alternative | null {
  const { ranked, cheapestLikely, nonstop, onlyNonstop, nextFlight } = context;
  const option = ranked[position];
  if (position === 0) {
    if (cheapestLikely !== 0) return { position: cheapestLikely, name: nameOfCheapest(context) };
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

function nameOfCheapest({ ranked, cheapest, cheapestLikely, anyMiles }: ComparisonContext): string {
  if (cheapest !== cheapestLikely) return "the cheapest likely choice";
  if (!anyMiles) return "the cheapest";
  return ranked[cheapest].kind === "award" ? "the cheapest award" : "the cheapest cash offer";
}

/** In logits: minimum gain or loss that is mentioned. */
const minMentionedUtility = 0.05;

/**
 * Component that outweighs money and time: ", but at worse hours" for an option that is not more expensive or longer than the other, ", but
 * with better conditions" for a more expensive or longer one. Empty if there is none.
 *
 * @param balance negative if money and time favor the option, positive if they favor the other
 */
function tradeoff(position: number, other: number, { ranked, utilityOf }: ComparisonContext, balance: number): string {
  const above = position < other;
  const asGain = balance > 0 || (balance === 0 && above);
  let most = above === asGain ? 0 : minMentionedUtility;
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

/** True if the supplier provides the data of the component: a default value is not a reason. */
function isKnown(
  { refundable, changeable, checkedBags, kgCO2e, typicalKgCO2e }: RankOption,
  component: Component,
): boolean {
  if (component === "flexibility") return refundable !== null && changeable !== null && checkedBags !== null;
  return component !== "emissions" || (kgCO2e !== null && typicalKgCO2e !== null);
}
