import { formatInstant, type OfferResponse, parseOfferId } from "@wayfare/contract";
import type { Caller } from "../access/caller.ts";
import { ProblemError } from "../http/problem.ts";
import type { Candidate } from "./candidates.ts";
import { collectDictionaries } from "./dictionaries.ts";
import type { CallContext, SearchParts } from "./parts.ts";
import { runSearch } from "./run.ts";
import type { KeptSearch } from "./store.ts";
import { toFlight } from "./wire-flight.ts";

/** Finds an offer again by running its search again. Throws NOT_FOUND where the search is not the caller's own. */
export async function getOffer(
  parts: SearchParts,
  offerId: string,
  call: CallContext & { caller: Caller },
): Promise<OfferResponse> {
  const { search, candidate } = await findAgain(parts, offerId, call);
  const nowMs = parts.clock.nowMs();
  const context = { currency: search.request.currency, expiresAt: formatInstant(search.expiresAtMs) };
  const flight = candidate ? toFlight(candidate, context) : null;
  const expired = nowMs >= search.expiresAtMs;
  const [cash] = flight?.cash ?? [];
  return {
    id: offerId,
    status: expired ? "expired" : flight ? "available" : "changed",
    kind: flight ? (cash ? "cash" : "award") : null,
    environment: search.environment,
    searchId: search.id,
    request: search.request,
    checkedAt: formatInstant(nowMs),
    expiresAt: context.expiresAt,
    offer: cash ?? flight?.award[0] ?? null,
    flight,
    dictionaries: collectDictionaries(flight ? [flight] : [], parts.supply),
    simulated: candidate?.simulated ?? false,
  };
}

async function findAgain(
  parts: SearchParts,
  offerId: string,
  call: CallContext & { caller: Caller },
): Promise<{ search: KeptSearch; candidate: Candidate | undefined }> {
  const parsed = parseOfferId(offerId);
  const search = parsed && (await parts.store.find(parsed.searchId, call.caller));
  if (!search) throw new ProblemError("NOT_FOUND");
  if (search.worldVersion !== parts.supply.worldVersion) return { search, candidate: undefined };
  const { candidates, supply } = await runSearch(parts, { ...search, searchId: search.id }, call);
  const candidate = candidates.map((each) => keepOnly(each, offerId)).find((each) => each !== undefined);
  if (candidate) return { search, candidate };
  const complete = supply.every(({ status }) => status === "ok");
  throw complete
    ? new ProblemError("NOT_FOUND")
    : new ProblemError("SUPPLY_UNAVAILABLE", { detail: "A supplier of this search did not answer." });
}

/** The flight with one of its offers alone. */
function keepOnly(candidate: Candidate, offerId: string): Candidate | undefined {
  const cash = candidate.cash.filter(({ id }) => id === offerId);
  const award = candidate.award.filter(({ id }) => id === offerId);
  return cash.length + award.length > 0 ? { ...candidate, cash, award } : undefined;
}
