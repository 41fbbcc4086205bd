import { isDeepStrictEqual } from "node:util";
import { DomainError, parseOfferId, type UnderstoodRequest } from "@wayfare/contract";
import { type Candidate, daysOf, findFlights, type SearchRun, type Sourced } from "@wayfare/search";
import type { AwardOffer, CashOffer, FanOut } from "@wayfare/suppliers";
import type { Sales } from "../bookings/sales-store.ts";
import type { Call, SearchParts } from "./parts.ts";
import { isComplete, type Rerun } from "./rerun-cache.ts";
import { runContextOf } from "./run-context.ts";
import type { KeptSearch } from "./store.ts";

/** How an offer stands: as it was quoted, with other terms, or without the seats. */
export type Standing =
  | { status: "available"; candidate: Candidate; sales: Sales }
  | { status: "changed"; candidate: undefined }
  | { status: "sold_out"; candidate: undefined };

/** The search that an offer came from; throws NOT_FOUND where it is not the caller's own. */
export async function getSearchOf(parts: SearchParts, offerId: string, { caller }: Call): Promise<KeptSearch> {
  const parsed = parseOfferId(offerId);
  const search = parsed && (await parts.store.find(parsed.searchId, caller));
  if (!search) throw new DomainError("NOT_FOUND");
  return search;
}

/**
 * Prices an offer again: its search is run with what the account had sold then, which finds the offer as it was quoted, and, if that
 * has changed, with what it has sold now.
 *
 * @returns its flight with this offer alone and as many seats as remain now.
 * @throws NOT_FOUND where the search has no such offer.
 */
export async function priceAgain(
  parts: SearchParts,
  search: KeptSearch,
  offerId: string,
  call: Call,
): Promise<Standing> {
  if (search.worldVersion !== parts.supply.worldVersion) return { status: "changed", candidate: undefined };
  return compareWithQuoted(parts, search, offerId, call);
}

async function compareWithQuoted(
  parts: SearchParts,
  search: KeptSearch,
  offerId: string,
  call: Call,
): Promise<Standing> {
  const days = daysOf(search.request);
  const now = await parts.findSales(call.caller, days);
  const { salesVersion: version = 0 } = search;
  const then = now.version === version ? now : await parts.findSales(call.caller, { ...days, version });
  const run = { ...search, searchId: search.id };
  const first = await rerun(parts, { ...run, soldSeats: then.seats }, { key: [version], call });
  const quoted = first.candidates.find((each) => offersOf(each).some(({ id }) => id === offerId));
  if (quoted === undefined) throw absent(first.supply);
  if (isDeepStrictEqual(then.seats, now.seats)) {
    return { status: "available", candidate: keepOnly(quoted, offerId), sales: now };
  }
  const request = narrow(search.request, quoted);
  const second = await rerun(parts, { ...run, request, soldSeats: now.seats }, { key: [now.version, quoted.id], call });
  const present = second.candidates.find(({ id }) => id === quoted.id);
  if (present === undefined && !isComplete(second.supply)) throw absent(second.supply);
  return compare(keepOnly(quoted, offerId), present && findSame(quoted, present, offerId), now);
}

/**
 * Runs a search again, or takes the same run of a moment ago. Callers share it, so it does not end with the one that began it.
 *
 * @param key what of the run is not the search's own: the version of the sales, and the flight where it is narrowed to one.
 * @throws DomainError OVERLOADED where it would be answered too late.
 */
function rerun(
  { shedding, reruns, ...parts }: SearchParts,
  run: SearchRun & { accountId: string },
  { key, call }: { key: (string | number)[]; call: Call },
): Promise<Rerun> {
  const { accountId, environment, searchId } = run;
  const context = runContextOf(parts, { log: call.log, signal: new AbortController().signal });
  return reruns.find([accountId, environment, searchId, ...key].join(" "), () =>
    shedding.admitSearch(accountId, () => findFlights(parts.supply, run, context)),
  );
}

/** The same search for the flights of one candidate, without the cuts that other offers could crowd it out of. */
function narrow(request: UnderstoodRequest, { flight }: Candidate): UnderstoodRequest {
  const carriers = flight.slices.flatMap(({ segments }) => segments.map(({ marketingCarrier }) => marketingCarrier));
  return { ...request, limit: 250, allOffers: true, airlines: request.airlines ?? [...new Set(carriers)] };
}

function offersOf({ cash, award }: Candidate): Sourced<CashOffer | AwardOffer>[] {
  return [...cash, ...award];
}

/** The flight with one of its offers alone. */
function keepOnly(candidate: Candidate, offerId: string): Candidate {
  const cash = candidate.cash.filter(({ id }) => id === offerId);
  const award = candidate.award.filter(({ id }) => id === offerId);
  return { ...candidate, cash, award };
}

type Offers = Pick<Candidate, "cash" | "award">;

/** What is now in the place of an offer: the same step of the brands, or the award of the same program. */
function findSame(quoted: Candidate, present: Candidate, offerId: string): Offers {
  const award = quoted.award.find(({ id }) => id === offerId);
  if (award !== undefined) {
    const same = present.award.find(
      ({ source, offer }) => source === award.source && offer.program === award.offer.program,
    );
    return { cash: [], award: same ? [{ ...same, id: offerId }] : [] };
  }
  const source = quoted.cash.find(({ id }) => id === offerId)?.source;
  const step = quoted.cash.filter((each) => each.source === source).findIndex(({ id }) => id === offerId);
  const same = present.cash.filter((each) => each.source === source)[step];
  return { cash: same ? [{ ...same, id: offerId }] : [], award: [] };
}

function compare(quoted: Candidate, present: Offers | undefined, sales: Sales): Standing {
  const [cash] = present?.cash ?? [];
  const [award] = present?.award ?? [];
  if (cash === undefined && award === undefined) return { status: "sold_out", candidate: undefined };
  const candidate = { ...quoted, cash: cash ? [cash] : [], award: award ? [award] : [] };
  const isSame = isDeepStrictEqual(offersOf(candidate).map(termsOf), offersOf(quoted).map(termsOf));
  return isSame ? { status: "available", candidate, sales } : { status: "changed", candidate: undefined };
}

/** What a traveler was promised: all of an offer but how many seats are left, and what money would buy instead of miles. */
function termsOf({ offer }: Sourced<CashOffer | AwardOffer>) {
  return { ...offer, seatsRemaining: null, cashEquivalent: null };
}

function absent(supply: FanOut["supply"]): DomainError {
  if (isComplete(supply)) return new DomainError("NOT_FOUND");
  return new DomainError("SUPPLY_UNAVAILABLE", { detail: "A supplier of this search did not answer." });
}
