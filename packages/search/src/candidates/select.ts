import { finishSteps, type Steps } from "@wayfare/concurrency";
import type { NormalizedRequest } from "@wayfare/contract";
import type { AwardOffer, CashOffer } from "@wayfare/suppliers";
import { matchesCabin } from "./cabin-match.ts";
import { limitCandidates } from "./limit-candidates.ts";
import {
  awardCostOf,
  cashPriceOf,
  isComparable,
  lowestMilesOf,
  type MileValue,
  priceOf,
  totalMinutesOf,
} from "./measures.ts";
import type { Candidate, Sourced } from "./merge.ts";
import { onlyWithinPrice } from "./price-limit.ts";

const maxCash = 2;
const maxAward = 3;

/** Flights per step, less than a millisecond. */
const flightsPerStep = 250;

/** Sorts the flights and limits flights and offers to the requested number, in steps. */
export function* selectInSteps(
  candidates: readonly Candidate[],
  request: NormalizedRequest,
  mileValue: MileValue,
): Steps<Candidate[]> {
  const measure = measureOf(request.sort, mileValue);
  const requested: Measured[] = [];
  for (const [at, candidate] of candidates.entries()) {
    if (at % flightsPerStep === flightsPerStep - 1) yield;
    const matching = onlyWithinPrice(onlyMatchingCabin(candidate, request), request);
    const cash = request.includeCash ? selectCash(matching.cash, request.allOffers) : [];
    const award = request.includeAward ? selectAward(matching.award, request.allOffers, mileValue) : [];
    if (cash.length + award.length > 0) requested.push(toMeasured({ ...candidate, cash, award }, measure, mileValue));
  }
  yield;
  const sorted = sortMeasured(requested);
  yield;
  return limitCandidates(sorted, request, mileValue);
}

/** Sorts the flights and limits flights and offers at once. */
export function selectFlights(...args: Parameters<typeof selectInSteps>): Candidate[] {
  return finishSteps(selectInSteps(...args));
}

/** Returns the candidate without the offers that fail the request's `cabinMatch`. */
export function onlyMatchingCabin(
  candidate: Candidate,
  request: Pick<NormalizedRequest, "cabin" | "cabinMatch">,
): Candidate {
  if (request.cabin === "economy" || request.cabinMatch === "any") return candidate;
  const matches = ({ offer }: Sourced<CashOffer | AwardOffer>) => matchesCabin(offer, candidate.flight, request);
  return { ...candidate, cash: candidate.cash.filter(matches), award: candidate.award.filter(matches) };
}

/** Cheapest first. Prices that cannot be compared with others come last, by currency and amount. */
function compareCash(a: Sourced<CashOffer>, b: Sourced<CashOffer>): number {
  const [left, right] = [cashPriceOf(a), cashPriceOf(b)];
  if (left !== right || isComparable(a)) return left === right ? 0 : left - right;
  const [one = "", other = ""] = [a.offer.currency, b.offer.currency];
  return one === other ? a.offer.total - b.offer.total : one < other ? -1 : 1;
}

/** Returns the cheapest offer, and the cheapest of another brand. */
function selectCash(offers: readonly Sourced<CashOffer>[], all: boolean): Sourced<CashOffer>[] {
  const sorted = offers.toSorted(compareCash);
  if (all || sorted.length <= maxCash) return sorted;
  const [cheapest, ...others] = sorted;
  const nextBrand = others.find(({ offer }) => offer.fareBrand !== cheapest?.offer.fareBrand) ?? others[0];
  return [cheapest, nextBrand].filter((offer) => offer !== undefined);
}

function selectAward(offers: readonly Sourced<AwardOffer>[], all: boolean, mileValue: MileValue) {
  const sorted = offers.toSorted((a, b) => awardCostOf(a, mileValue) - awardCostOf(b, mileValue));
  return all ? sorted : sorted.slice(0, maxAward);
}

type Measure = (candidate: Candidate) => number;

function measureOf(sort: NormalizedRequest["sort"], mileValue: MileValue): Measure {
  const measures: Record<NormalizedRequest["sort"], Measure> = {
    price: (candidate) => priceOf(candidate, mileValue),
    miles: lowestMilesOf,
    duration: totalMinutesOf,
    departure: (candidate) => candidate.flight.slices[0]?.segments[0]?.departure?.epochMinutes ?? 0,
    arrival: (candidate) => candidate.flight.slices[0]?.segments.at(-1)?.arrival?.epochMinutes ?? 0,
  };
  return measures[sort];
}

/** A flight with its sort keys. */
interface Measured {
  candidate: Candidate;
  keys: readonly number[];
}

function toMeasured(candidate: Candidate, measure: Measure, mileValue: MileValue): Measured {
  return { candidate, keys: [measure(candidate), priceOf(candidate, mileValue), totalMinutesOf(candidate)] };
}

/** Ties are broken by price, duration and id, so the same search gives the same order. */
function sortMeasured(measured: readonly Measured[]): Candidate[] {
  return measured
    .toSorted((a, b) => compareKeys(a.keys, b.keys) || (a.candidate.id < b.candidate.id ? -1 : 1))
    .map(({ candidate }) => candidate);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
