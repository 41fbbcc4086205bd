import type {
  CompactSearchResponse,
  ScoredSearchResponse,
  SearchResponse,
  SearchStreamPart,
} from "../generated/types.ts";
import { WayfareError } from "./errors.ts";

type AnySearch = SearchResponse | ScoredSearchResponse | CompactSearchResponse;

type PartOf<Type extends SearchStreamPart["type"]> = Extract<SearchStreamPart, { type: Type }>;

/**
 * Part of a streamed search, by the type of the assembled response. Order of the types: `search`, then `flights` and `supply` as suppliers
 * answer, then `scoreOptions` (only a ranked search in the full view), then `done`.
 */
export type SearchPart<Response extends AnySearch = ScoredSearchResponse> =
  | (Omit<PartOf<"search">, "view"> & Pick<Response, "view">)
  | PartOf<"supply">
  | (Omit<PartOf<"flights">, "flights"> & Pick<Response, "flights">)
  | (Response extends ScoredSearchResponse ? PartOf<"scoreOptions"> : never)
  | PartOf<"done">;

/**
 * Assembles the response of a search from all parts of its stream.
 *
 * @throws WayfareError if the parts are incomplete.
 */
export function assembleSearch(parts: Iterable<SearchPart<CompactSearchResponse>>): CompactSearchResponse;
export function assembleSearch(parts: Iterable<SearchPart<SearchResponse>>): SearchResponse;
export function assembleSearch(parts: Iterable<SearchPart>): ScoredSearchResponse;
export function assembleSearch(parts: Iterable<SearchPart<AnySearch>>): AnySearch;
export function assembleSearch(parts: Iterable<SearchPart<AnySearch>>): AnySearch {
  const all = [...parts];
  const header = all.find((part) => part.type === "search");
  const done = all.find((part) => part.type === "done");
  if (header === undefined || done === undefined) {
    throw new WayfareError("The parts of the search are incomplete: read the stream to its end.");
  }
  const latest = new Map(
    all.flatMap((part) => (part.type === "flights" ? part.flights.map((flight) => [flight.id, flight] as const) : [])),
  );
  const flights = done.flightIds.map((id) => {
    const flight = latest.get(id);
    if (flight === undefined) throw new WayfareError(`The parts of the search do not contain flight ${id}.`);
    return flight;
  });
  const scored = all.find((part) => part.type === "scoreOptions");
  const { type: _header, ...members } = header;
  const { type: _done, flightIds: _ids, ...footer } = done;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the view determines the type of the flights
  return {
    ...members,
    flights,
    ...footer,
    ...(scored !== undefined && { scoreOptions: scored.scoreOptions }),
  } as AnySearch;
}
