import { formatMinuteOfDay, type NormalizedRequest } from "@wayfare/contract";
import { narrowQuery, type TimeWindow } from "@wayfare/suppliers";
import { cashPriceOf } from "../candidates/measures.ts";
import type { Candidate, Sourced } from "../candidates/merge.ts";
import { onlyMatchingCabin } from "../candidates/select.ts";
import { toQuery } from "../request/normalize.ts";
import { findFlights, type RunContext, type SearchRun, type SearchSupply } from "./find-flights.ts";

/**
 * Returns the request of a search for one itinerary: filters that this itinerary passes and few others do, with all of its offers, at any
 * price.
 */
export function narrowRequest(
  { maxPrice: _maxPrice, ...request }: NormalizedRequest,
  { flight }: Pick<Candidate, "flight">,
): NormalizedRequest {
  const { airlines, maxStops, departureTime, arrivalTime, maxDurationMinutes, limit } = narrowQuery(
    toQuery(request),
    flight,
  );
  return {
    ...request,
    ...(airlines && { airlines }),
    ...(departureTime && { departureTime: formatWindow(departureTime) }),
    ...(arrivalTime && { arrivalTime: formatWindow(arrivalTime) }),
    ...(maxDurationMinutes !== null && { maxDurationMinutes }),
    maxStops,
    limit,
    allOffers: true,
  };
}

function formatWindow({ fromMinute, toMinute }: TimeWindow) {
  return { from: formatMinuteOfDay(fromMinute), to: formatMinuteOfDay(toMinute) };
}

/** A quoted offer, and the search for its replacement. */
export interface CurrentOfferQuery {
  quoted: Candidate;
  run: SearchRun;
  /** Prefers an offer of another brand, as if the quoted one were no longer sold. */
  otherBrand?: boolean;
}

/**
 * Searches one itinerary for the offer that replaces a quoted one: of the same brand or program, else, for money, the cheapest.
 *
 * @returns the flight with that offer alone; undefined if there is none.
 */
export async function findCurrentOffer(
  supply: Pick<SearchSupply, "suppliers">,
  { quoted, run, otherBrand = false }: CurrentOfferQuery,
  context: RunContext,
): Promise<Candidate | undefined> {
  const [{ source } = { source: "" }] = [...quoted.cash, ...quoted.award];
  const { candidates } = await findFlights(supply, { ...run, source }, context);
  const found = candidates.find(({ id }) => id === quoted.id);
  if (found === undefined) return undefined;
  const current = onlyMatchingCabin(found, run.request);
  const [cash, award] = [quoted.cash[0]?.offer, quoted.award[0]?.offer];
  const ofBrand = ({ offer }: Candidate["cash"][number]) => (offer.fareBrand === cash?.fareBrand) !== otherBrand;
  const byTotal = current.cash.toSorted((a, b) => cashPriceOf(a) - cashPriceOf(b));
  const sameCash = cash && (byTotal.find(ofBrand) ?? byTotal[0]);
  const sameAward = award && current.award.find(({ offer }) => offer.program === award.program);
  if (sameCash === undefined && sameAward === undefined) return undefined;
  const asList = <Offer>(offer: Sourced<Offer> | undefined) => (offer === undefined ? [] : [offer]);
  return { ...current, cash: asList(sameCash), award: asList(sameAward) };
}
