import {
  type Currency,
  formatMoney,
  maxWatchFlights,
  type NormalizedRequest,
  type SupplyRow,
  toMinor,
  type WatchCondition,
  type WatchFlight,
  type WatchReason,
} from "@wayfare/contract";
import type { WatchAnswer, WatchedAward, WatchedCash, WatchedFlight } from "@wayfare/search";
import type { BestValues, ReportedFlight, ReportedOffer, WatchState } from "./record.ts";

/** Terms by which a run is compared. */
export interface WatchTerms {
  condition: WatchCondition;
  request: Pick<NormalizedRequest, "currency" | "includeCash" | "includeAward">;
  state: WatchState;
}

/** Result of comparing a run with the condition and with earlier runs. */
export interface Evaluation {
  state: WatchState;
  /** The best flights that match. */
  matches: WatchFlight[];
  matchCount: number;
  /** The best flights that are new or better; empty if there are none. */
  changed: WatchFlight[];
  changedCount: number;
  because: WatchReason[];
  /** True if all suppliers answered. */
  isComplete: boolean;
}

/** Limits on offers; null for a kind that is not compared. */
interface Limits {
  cash: { maxPrice: number } | null;
  award: { maxMiles: number; minCentsPerPoint: number; byMiles: boolean } | null;
  minSeats: number;
  /** True if `minSeats` is the only condition. */
  onlySeats: boolean;
}

/** A flight with its best matching offers. */
interface Match {
  flight: WatchedFlight;
  cash: WatchedCash | null;
  award: WatchedAward | null;
  change: WatchFlight["change"];
  reported: ReportedFlight;
}

/** Compares a run with the condition of a watch, and with the values that it reported last. A pure function. */
export function evaluate(terms: WatchTerms, { flights, supply }: WatchAnswer): Evaluation {
  const { condition, request } = terms;
  const unanswered = new Set(supply.filter((row) => !isAnswered(row)).map(({ source }) => source));
  const isComplete = unanswered.size === 0;
  const last = findBest(flights, condition.minSeats ?? 0);
  const state = withBaseline(terms, last, isComplete);
  const limits = limitsOf(condition, request, state.baseline);
  const matches = flights.flatMap((flight) => findMatch(flight, limits, state) ?? []).toSorted(compareMatches);
  const reported = reportedBy(matches, { limits, state, unanswered });
  const changed = matches.filter(({ change }) => change !== "none");
  const toWire = (list: readonly Match[]) =>
    list.slice(0, maxWatchFlights).map((match) => toWireFlight(match, request.currency));
  return {
    state: { baseline: state.baseline, last, reported },
    matches: toWire(matches),
    matchCount: matches.length,
    changed: toWire(changed),
    changedCount: changed.length,
    because: explain(terms, { ...terms.state, baseline: state.baseline }, changed),
    isComplete,
  };
}

/**
 * True if an offer that is absent from the supplier's answer is not sold: not of a supplier whose coverage is partial or unknown. One that
 * does not support the search has no flights of it, now or later.
 */
function isAnswered({ status, reason, coverage }: SupplyRow): boolean {
  return reason === "unsupported" || (status === "ok" && (coverage ?? 0) >= 1);
}

function withBaseline({ condition, state }: WatchTerms, { price }: BestValues, isComplete: boolean): WatchState {
  if (condition.dropPercent === undefined || state.baseline !== null || !isComplete) return state;
  return { ...state, baseline: price };
}

function limitsOf(condition: WatchCondition, request: WatchTerms["request"], baseline: number | null): Limits {
  const { maxPrice, dropPercent, maxMiles, minCentsPerPoint, minSeats = 0 } = condition;
  const hasCash = maxPrice !== undefined || dropPercent !== undefined;
  const hasAward = maxMiles !== undefined || minCentsPerPoint !== undefined;
  const onlySeats = !hasCash && !hasAward;
  // Without a baseline, nothing is cheaper than it.
  const dropped = baseline === null ? -1 : Math.floor((baseline * (100 - (dropPercent ?? 0))) / 100);
  const priceLimit =
    maxPrice === undefined ? Infinity : (toMinor(maxPrice.amount, request.currency) ?? Number.MAX_SAFE_INTEGER);
  return {
    cash:
      request.includeCash && (hasCash || onlySeats)
        ? { maxPrice: dropPercent === undefined ? priceLimit : Math.min(priceLimit, dropped) }
        : null,
    award:
      request.includeAward && (hasAward || onlySeats)
        ? {
            maxMiles: maxMiles ?? Infinity,
            minCentsPerPoint: minCentsPerPoint ?? -Infinity,
            byMiles: maxMiles !== undefined,
          }
        : null,
    minSeats,
    onlySeats,
  };
}

function findMatch(flight: WatchedFlight, limits: Limits, { reported }: WatchState): Match | undefined {
  const cash = bestOf(
    flight.cash,
    (offer) => matchesCash(offer, limits),
    (offer) => offer.price,
  );
  const award = bestOf(
    flight.award,
    (offer) => matchesAward(offer, limits),
    (offer) => awardRankOf(offer, limits),
  );
  if (cash === null && award === null) return undefined;
  const prior = reported[flight.id] ?? { cash: null, award: null };
  const present: ReportedFlight = {
    cash: cash && { value: limits.onlySeats ? 0 : cash.price, source: cash.source },
    award: award && { value: awardValueOf(award, limits), source: award.source },
  };
  const changes = [changeOf(present.cash, prior.cash), changeOf(present.award, prior.award)];
  const change = changes.find((each) => each === "new") ?? changes.find((each) => each === "better") ?? "none";
  return { flight, cash, award, change, reported: present };
}

function matchesCash({ price, seats }: WatchedCash, { cash, minSeats }: Limits): boolean {
  return cash !== null && price <= cash.maxPrice && hasSeats(seats, minSeats);
}

function matchesAward({ miles, centsPerPoint, seats }: WatchedAward, { award, minSeats }: Limits): boolean {
  if (award === null || miles > award.maxMiles || !hasSeats(seats, minSeats)) return false;
  return award.minCentsPerPoint === -Infinity || (centsPerPoint !== null && centsPerPoint >= award.minCentsPerPoint);
}

function hasSeats(seats: number | null, minSeats: number): boolean {
  return minSeats === 0 || (seats !== null && seats >= minSeats);
}

/** Lower is better. */
function awardRankOf({ miles, centsPerPoint }: WatchedAward, { award, onlySeats }: Limits): number {
  return onlySeats || award?.byMiles === true ? miles : -(centsPerPoint ?? 0);
}

function awardValueOf(award: WatchedAward, limits: Limits): number {
  return limits.onlySeats ? 0 : awardRankOf(award, limits);
}

function bestOf<Offer>(
  offers: readonly Offer[],
  matches: (offer: Offer) => boolean,
  measure: (offer: Offer) => number,
): Offer | null {
  let best: Offer | null = null;
  for (const offer of offers) {
    if (matches(offer) && (best === null || measure(offer) < measure(best))) best = offer;
  }
  return best;
}

function changeOf(present: ReportedOffer | null, prior: ReportedOffer | null): WatchFlight["change"] {
  if (present === null) return "none";
  if (prior === null) return "new";
  return present.value < prior.value ? "better" : "none";
}

/** Cheapest first, then awards with the fewest miles. */
function compareMatches(one: Match, other: Match): number {
  const price = (one.cash?.price ?? Infinity) - (other.cash?.price ?? Infinity);
  if (!Number.isNaN(price) && price !== 0) return price;
  const miles = (one.award?.miles ?? Infinity) - (other.award?.miles ?? Infinity);
  if (!Number.isNaN(miles) && miles !== 0) return miles;
  return one.flight.id < other.flight.id ? -1 : 1;
}

/**
 * Returns the values to compare the next run with. An offer that this run did not find is kept if its supplier did not answer: it is not
 * known to be gone, so that finding it again is not a change.
 */
function reportedBy(
  matches: readonly Match[],
  { limits, state, unanswered }: { limits: Limits; state: WatchState; unanswered: ReadonlySet<string> },
): Record<string, ReportedFlight> {
  // The value of a mile depends on the cash offers of all suppliers.
  const keepsAwards = limits.award !== null && limits.award.minCentsPerPoint > -Infinity && unanswered.size > 0;
  const kept = (prior: ReportedOffer | null, isAward: boolean) =>
    prior !== null && (unanswered.has(prior.source) || (isAward && keepsAwards)) ? prior : null;
  const next: Record<string, ReportedFlight> = {};
  for (const [id, { cash, award }] of Object.entries(state.reported)) {
    const flight = { cash: kept(cash, false), award: kept(award, true) };
    if (flight.cash !== null || flight.award !== null) next[id] = flight;
  }
  for (const { flight, reported: present } of matches) {
    const prior = state.reported[flight.id];
    next[flight.id] = {
      cash: better(present.cash, prior?.cash, unanswered) ?? next[flight.id]?.cash ?? null,
      award: better(present.award, prior?.award, unanswered) ?? next[flight.id]?.award ?? null,
    };
  }
  return next;
}

/** Returns the value to report against: the present one if it is better, else the one that was reported. */
function better(
  present: ReportedOffer | null,
  prior: ReportedOffer | null | undefined,
  unanswered: ReadonlySet<string>,
): ReportedOffer | null {
  if (present === null || prior === null || prior === undefined || present.value < prior.value) return present;
  return unanswered.has(prior.source) ? prior : { value: prior.value, source: present.source };
}

function findBest(flights: readonly WatchedFlight[], minSeats: number): BestValues {
  const cash = flights.flatMap((flight) => flight.cash).filter(({ seats }) => hasSeats(seats, minSeats));
  const award = flights.flatMap((flight) => flight.award).filter(({ seats }) => hasSeats(seats, minSeats));
  return {
    price: lowest(cash.map(({ price }) => price)),
    miles: lowest(award.map(({ miles }) => miles)),
    centsPerPoint: highest(award.map(({ centsPerPoint }) => centsPerPoint)),
    seats: highest([...cash, ...award].map(({ seats }) => seats)),
  };
}

function lowest(values: readonly (number | null)[]): number | null {
  const found = values.filter((value) => value !== null);
  return found.length === 0 ? null : found.reduce((least, value) => Math.min(least, value));
}

function highest(values: readonly (number | null)[]): number | null {
  const found = values.filter((value) => value !== null);
  return found.length === 0 ? null : found.reduce((most, value) => Math.max(most, value));
}

/** Returns the conditions that the changed flights meet. @param previous state of the run before, with the present baseline */
function explain({ condition, request }: WatchTerms, previous: WatchState, changed: readonly Match[]): WatchReason[] {
  const cash = changed.flatMap((match) => match.cash ?? []);
  const award = changed.flatMap((match) => match.award ?? []);
  const { price = null, miles = null, centsPerPoint = null, seats = null } = previous.last ?? {};
  const toAmount = (minor: number | null) => (minor === null ? null : formatMoney(minor, request.currency));
  const cheapest = toAmount(lowest(cash.map((offer) => offer.price)));
  const fewest = lowest(award.map((offer) => offer.miles));
  const mostValue = highest(award.map((offer) => offer.centsPerPoint));
  const mostSeats = highest([...cash, ...award].map((offer) => offer.seats));
  const reasons: [
    WatchReason["condition"],
    WatchReason["limit"] | undefined,
    WatchReason["previous"],
    typeof cheapest | number | null,
  ][] = [
    ["maxPrice", condition.maxPrice, toAmount(price), cheapest],
    ["dropPercent", condition.dropPercent, toAmount(previous.baseline), cheapest],
    ["maxMiles", condition.maxMiles, miles, fewest],
    ["minCentsPerPoint", condition.minCentsPerPoint, centsPerPoint, mostValue],
    ["minSeats", condition.minSeats, seats, mostSeats],
  ];
  return reasons.flatMap(([name, limit, before, present]) =>
    limit === undefined || present === null ? [] : [{ condition: name, limit, previous: before, present }],
  );
}

function toWireFlight({ flight, cash, award, change }: Match, currency: Currency): WatchFlight {
  return {
    flightId: flight.id,
    slices: flight.slices,
    change,
    cash: cash && {
      offerId: cash.offerId,
      ...(cash.slices && { slices: cash.slices }),
      total: formatMoney(cash.price, currency),
      seatsRemaining: cash.seats,
    },
    award: award && {
      offerId: award.offerId,
      ...(award.slices && { slices: award.slices }),
      program: award.program,
      miles: award.miles,
      total: award.price === null ? null : formatMoney(award.price, currency),
      centsPerPoint: award.centsPerPoint,
      seatsRemaining: award.seats,
    },
  };
}
