import type { Dictionaries, Flight, ScoredSearchResponse, SearchPart } from "@wayfare/sdk";

/** A search whose suppliers are still answering, or a complete one. */
export interface StreamedSearch {
  /** Response with the parts so far. */
  response: ScoredSearchResponse;
  /** True after the last part, when the flights have their final order. */
  isComplete: boolean;
}

/** Adds a part of a stream to a search. Returns null until the first part has arrived. */
export function addPart(search: StreamedSearch | null, part: SearchPart): StreamedSearch | null {
  if (part.type === "search") return startSearch(part);
  if (search === null) return null;
  const { response } = search;
  const withMembers = (members: Partial<ScoredSearchResponse>, isComplete = false) => ({
    response: { ...response, ...members },
    isComplete,
  });
  switch (part.type) {
    case "supply":
      return withMembers({ supply: [...response.supply, part.supply] });
    case "flights":
      return withMembers({
        flights: mergeFlights(response.flights, part.flights),
        dictionaries: mergeDictionaries(response.dictionaries, part.dictionaries),
      });
    case "scoreOptions":
      return withMembers({ scoreOptions: part.scoreOptions });
    // The part "done".
    default: {
      const { flightIds, dictionaries = response.dictionaries, supply, simulated, warnings } = part;
      const byId = new Map(response.flights.map((flight) => [flight.id, flight]));
      const flights = flightIds.flatMap((id) => byId.get(id) ?? []);
      return withMembers({ flights, dictionaries, supply, simulated, warnings }, true);
    }
  }
}

function startSearch({ type: _type, ...header }: Extract<SearchPart, { type: "search" }>): StreamedSearch {
  const dictionaries = { places: {}, airlines: {}, aircraft: {}, programs: {} };
  const empty = { flights: [], supply: [], simulated: false, warnings: [], scoreOptions: [] };
  const response = { ...header, ...empty, dictionaries };
  return { response, isComplete: false };
}

/** Replaces flights with the same id and appends new ones. */
function mergeFlights(known: readonly Flight[], added: readonly Flight[]): Flight[] {
  return [...new Map([...known, ...added].map((flight) => [flight.id, flight])).values()];
}

function mergeDictionaries(known: Dictionaries, added: Partial<Dictionaries> = {}): Dictionaries {
  return {
    places: { ...known.places, ...added.places },
    airlines: { ...known.airlines, ...added.airlines },
    aircraft: { ...known.aircraft, ...added.aircraft },
    programs: { ...known.programs, ...added.programs },
  };
}
