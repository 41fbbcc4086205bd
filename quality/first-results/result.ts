import type { Cabin } from "@wayfare/contract";

export interface ResultSegment {
  airline: string;
  origin: string;
  destination: string;
  minutes: number;
  cabin: Cabin;
}

/** First result of a search in one market and cabin. */
export interface FirstResult {
  /** In whole US dollars. */
  price: number;
  /** From departure to arrival. */
  minutes: number;
  /** Those of the fastest result. */
  fastestMinutes: number;
  segments: readonly ResultSegment[];
}

/** True if one ticket can cover flights of both airlines. */
export type ShareTickets = (one: string, other: string) => boolean;

/** From this multiple of the fastest result's time on, a result is called slow. */
const slowFactor = 1.5;

const cabinOrder: readonly Cabin[] = ["economy", "premium_economy", "business", "first"];

/** Share of the flying time in the requested cabin or a higher one. */
export function cabinShareOf({ segments }: FirstResult, requested: Cabin): number {
  const isIn = ({ cabin }: ResultSegment) => cabinOrder.indexOf(cabin) >= cabinOrder.indexOf(requested);
  const minutesOf = (flown: readonly ResultSegment[]) => flown.reduce((sum, { minutes }) => sum + minutes, 0);
  return minutesOf(segments.filter(isIn)) / minutesOf(segments);
}

/** Pairs of airlines of a result that share no tickets. */
function unrelatedPairs({ segments }: FirstResult, shareTickets: ShareTickets): string[] {
  const airlines = segments.map(({ airline }) => airline);
  const pairs = airlines.flatMap((one, at) =>
    airlines.slice(at + 1).flatMap((other) => (one === other || shareTickets(one, other) ? [] : `${one}–${other}`)),
  );
  return [...new Set(pairs)];
}

export interface Verdict {
  soldTogether: boolean;
  mainCabin: boolean;
  timesFastest: number;
  slow: boolean;
  text: string;
}

/** Judges a result by its airlines, its cabins and its time. */
export function judge(result: FirstResult, requested: Cabin, shareTickets: ShareTickets): Verdict {
  const unrelated = unrelatedPairs(result, shareTickets);
  const share = cabinShareOf(result, requested);
  const lower = result.segments.filter(({ cabin }) => cabinOrder.indexOf(cabin) < cabinOrder.indexOf(requested));
  const mainCabin = share >= 0.75 && lower.every(({ minutes }) => minutes <= 180);
  const timesFastest = result.minutes / result.fastestMinutes;
  const slow = timesFastest > slowFactor;
  const faults = [
    unrelated.length > 0 ? `no ticket of ${unrelated.join(", ")}` : null,
    mainCabin ? null : `${Math.floor(100 * share)} % in the cabin`,
    slow ? `slow, ${timesFastest.toFixed(1)} times the fastest` : null,
  ].filter((fault) => fault !== null);
  const feeder = share < 1 ? "good, a short feeder in a lower cabin" : "good";
  return {
    soldTogether: unrelated.length === 0,
    mainCabin,
    timesFastest,
    slow,
    text: faults.length === 0 ? feeder : faults.join("; "),
  };
}
