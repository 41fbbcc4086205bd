import type { NormalizedRequest } from "@wayfare/contract";
import { maxPriceOf } from "../request/max-price.ts";
import { cashPriceOf } from "./measures.ts";
import type { Candidate } from "./merge.ts";

/**
 * Returns the candidate without the offers whose price exceeds the limit of the request: of cash offers the price with the fees of requested bags,
 * by which flights are sorted, and of awards the money part. An award whose money part is unknown is removed.
 */
export function onlyWithinPrice(candidate: Candidate, request: Pick<NormalizedRequest, "maxPrice">): Candidate {
  const max = maxPriceOf(request);
  if (max === undefined) return candidate;
  return {
    ...candidate,
    cash: candidate.cash.filter((offer) => cashPriceOf(offer) <= max),
    award: candidate.award.filter(({ price }) => price !== null && price <= max),
  };
}
