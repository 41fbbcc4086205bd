import type { Steps } from "@wayfare/concurrency";
import { type CompactSlice, type Currency } from "@wayfare/contract";
import { statesOtherwise } from "@wayfare/suppliers";
import { cashPriceOf, isComparable } from "../candidates/measures.ts";
import { type Candidate, ResultMerger, type Sourced } from "../candidates/merge.ts";
import { toCompactSlices } from "../serialize/compact-text.ts";
import { centsPerPointOf } from "../serialize/flight-text.ts";
import { encodeKeptInSteps } from "../serialize/kept-flights.ts";
import { type RunDeps, runOnResults, selectAndScore } from "./answer-search.ts";
import { findResults, type RunContext } from "./find-flights.ts";
import { toFinalRows } from "./supply-rows.ts";
import type { WatchAnswer, WatchedFlight, WatchJob } from "./watch-job.ts";

/** Converted flights per step. */
const flightsPerStep = 50;

/** Runs a search and returns the values of its offers that watches compare. @throws DomainError if no supplier answers */
export async function answerWatch(
  { supply, cpu }: Pick<RunDeps, "supply" | "cpu">,
  job: WatchJob,
  context: Omit<RunContext, "deadlineMs">,
): Promise<WatchAnswer> {
  const { results, supply: reports } = await findResults(supply, job, { ...context, deadlineMs: job.deadlineMs });
  const compare = function* (): Steps<WatchAnswer> {
    const candidates = yield* new ResultMerger(job.searchId, job.request.currency).merge(results);
    const { selected } = yield* selectAndScore(supply, { ...job, scored: false }, candidates);
    const flights: WatchedFlight[] = [];
    for (const candidate of selected) {
      if (flights.length % flightsPerStep === 0) yield;
      flights.push(toWatched(candidate, job.request.currency));
    }
    const kept = yield* encodeKeptInSteps(selected);
    const supplied = toFinalRows(reports, { ...job, candidates, selected });
    return { flights, supply: supplied, ...(kept && { kept }) };
  };
  return runOnResults(cpu, { results, accountId: job.accountId, signal: context.signal }, compare);
}

function toWatched(candidate: Candidate, currency: Currency): WatchedFlight {
  const { id, flight, cash, award } = candidate;
  return {
    id,
    slices: toCompactSlices(flight.slices),
    // A price in a currency without an exchange rate cannot be compared with a condition.
    cash: cash.filter(isComparable).map((sourced) => {
      const { id: offerId, source, offer } = sourced;
      return {
        offerId,
        source,
        ...ownSlicesOf(sourced, flight),
        price: cashPriceOf(sourced),
        seats: offer.seatsRemaining,
      };
    }),
    award: award.filter(isComparable).map((sourced) => {
      const { id: offerId, source, offer, price } = sourced;
      const { program, miles, seatsRemaining: seats } = offer;
      const own = ownSlicesOf(sourced, flight);
      return {
        offerId,
        source,
        ...own,
        program,
        miles,
        price,
        centsPerPoint: centsPerPointOf(sourced, currency),
        seats,
      };
    }),
  };
}

function ownSlicesOf({ flight: own }: Sourced<unknown>, flight: Candidate["flight"]): { slices?: CompactSlice[] } {
  return own !== undefined && statesOtherwise(own, flight) ? { slices: toCompactSlices(own.slices) } : {};
}
