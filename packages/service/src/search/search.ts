import {
  formatInstant,
  type NormalizedRequest,
  newId,
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
import type { Call, SearchParts } from "./parts.ts";
import { runContextOf } from "./run-context.ts";

/** How long an offer holds. */
const offerLifeMs = 15 * 60_000;

/** The flights of a request, raw. */
export async function searchFlights(parts: SearchParts, body: SearchRequest, call: Call): Promise<SearchResponse> {
  return (await search(parts, body, call)).response;
}

/** The same flights, and every offer of them ranked. */
export async function searchAndScore(
  parts: SearchParts,
  body: SearchRequest,
  call: Call,
): Promise<ScoredSearchResponse> {
  const { response, selected } = await search(parts, body, call);
  return { ...response, scoreOptions: scoreFlights(selected, response.request, parts.supply.dictionary) };
}

async function search(
  parts: SearchParts,
  body: SearchRequest,
  call: Call,
): Promise<{ response: SearchResponse; selected: Candidate[] }> {
  const searchedAtMs = nowOf(parts.clock, call.caller);
  const request = normalizeRequest(body, parts.supply, searchedAtMs);
  return parts.shedding.admitSearch(call.caller.accountId, () => answer(parts, { request, searchedAtMs }, call));
}

async function answer(
  parts: SearchParts,
  { request, searchedAtMs }: { request: NormalizedRequest; searchedAtMs: number },
  call: Call,
): Promise<{ response: SearchResponse; selected: Candidate[] }> {
  // By the wall clock, whatever the clock of the data: retention deletes searches by their ids.
  const id = newId("srch", parts.clock.nowMs());
  const { environment } = call.caller;
  const expiresAtMs = searchedAtMs + offerLifeMs;
  const versions = parts.supply.suppliers.versionsOf(environment);
  const { accountId, applicationId, id: keyId } = call.caller;
  const sales = await parts.findSales(call.caller, daysOf(request));
  const kept = { id, accountId, environment, applicationId, keyId, request, searchedAtMs, expiresAtMs, versions };
  // The insert runs beside the search, and the answer waits for both: an offer that was seen can be found.
  const [{ candidates, supply }] = await Promise.all([
    findFlights(
      parts.supply,
      { searchId: id, accountId, environment, request, searchedAtMs, soldSeats: sales.seats },
      runContextOf(parts, call),
    ),
    parts.store.keep({ ...kept, salesVersion: sales.version }),
  ]);
  await parts.shedding.takeTurn();
  const mileValue = (program: string) => parts.supply.dictionary.getMileValueMinor(program, request.currency);
  const selected = selectFlights(candidates, request, mileValue);
  const expiresAt = formatInstant(expiresAtMs);
  const wire = { currency: request.currency, expiresAt, slices: new Map() };
  const flights = selected.map((candidate) => toFlight(candidate, wire));
  parts.onSearch?.({ supply, flights: flights.length });
  const response = {
    id,
    environment,
    request,
    createdAt: formatInstant(searchedAtMs),
    expiresAt,
    flights,
    dictionaries: collectDictionaries(flights, parts.supply),
    supply: supply.map(({ source, status, offers, tookMs }) => ({ source, status, offers, tookMs })),
    simulated: selected.some((candidate) => candidate.simulated),
  };
  return { response, selected };
}
