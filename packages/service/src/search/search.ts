import {
  formatInstant,
  type NormalizedRequest,
  type ScoredSearchResponse,
  type SearchRequest,
  type SearchResponse,
} from "@wayfare/contract";
import {
  type Candidate,
  collectDictionaries,
  daysOf,
  findFlights,
  normalizeRequest,
  scoreFlights,
  selectFlights,
  toFlight,
} from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { newSearch } from "./new-search.ts";
import { runContextOf } from "./run-context.ts";

/** Searches flights without ranking. */
export async function searchFlights(deps: SearchDeps, body: SearchRequest, call: CallContext): Promise<SearchResponse> {
  return (await search(deps, body, call)).response;
}

/** Searches flights and ranks every offer. */
export async function searchAndScore(
  deps: SearchDeps,
  body: SearchRequest,
  call: CallContext,
): Promise<ScoredSearchResponse> {
  const { response, selected } = await search(deps, body, call);
  return { ...response, scoreOptions: scoreFlights(selected, response.request, deps.supply.dictionary) };
}

async function search(
  deps: SearchDeps,
  body: SearchRequest,
  call: CallContext,
): Promise<{ response: SearchResponse; selected: Candidate[] }> {
  const searchedAtMs = nowOf(deps.clock, call.caller);
  const request = normalizeRequest(body, deps.supply, searchedAtMs);
  return deps.shedding.admitSearch(call.caller.accountId, () => answer(deps, { request, searchedAtMs }, call));
}

async function answer(
  deps: SearchDeps,
  { request, searchedAtMs }: { request: NormalizedRequest; searchedAtMs: number },
  call: CallContext,
): Promise<{ response: SearchResponse; selected: Candidate[] }> {
  const sales = await deps.findSales(call.caller, daysOf(request));
  const stored = newSearch(deps, call.caller, { request, searchedAtMs, salesVersion: sales.version });
  const { id, accountId, environment } = stored;
  // Inserts the search concurrently. The response waits for both, so that every returned offer can be found.
  const [{ candidates, supply }] = await Promise.all([
    findFlights(
      deps.supply,
      { searchId: id, accountId, environment, request, searchedAtMs, soldSeats: sales.seats },
      runContextOf(deps, call),
    ),
    deps.store.insert(stored),
  ]);
  await deps.shedding.yieldToEventLoop();
  const mileValue = (program: string) => deps.supply.dictionary.getMileValueMinor(program, request.currency);
  const selected = selectFlights(candidates, request, mileValue);
  const [searchedAt, expiresAt] = [formatInstant(searchedAtMs), formatInstant(stored.expiresAtMs)];
  const { currency, cabin } = request;
  const wire = { currency, cabin, searchedAt, expiresAt, slices: new Map() };
  const flights = selected.map((candidate) => toFlight(candidate, wire));
  deps.onSearch?.({ supply, flights: flights.length });
  const response = {
    id,
    environment,
    view: "full" as const,
    request,
    createdAt: searchedAt,
    expiresAt,
    flights,
    dictionaries: collectDictionaries(flights, deps.supply),
    supply: supply.map(({ source, status, offers, tookMs }) => ({ source, status, offers, tookMs })),
    simulated: selected.some((candidate) => candidate.simulated),
  };
  return { response, selected };
}
