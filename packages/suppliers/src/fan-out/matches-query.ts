import type { PlaceReference } from "@wayfare/contract";
import type { SearchQuery, Slice, SuppliedFlight } from "../port/port.ts";
import { arrivesInTime, passesSliceFilters } from "../wire/slice-filters.ts";

/**
 * Returns true if a flight passes the filters of a query that not every supplier's API has: stops, marketing carriers, times, duration and
 * the airport itself if the query names airports.
 */
export function matchesQuery({ slices }: Pick<SuppliedFlight, "slices">, query: SearchQuery): boolean {
  const requested = requestedSlices(query);
  return (
    slices.length === requested.length &&
    slices.every((slice, at) => {
      const ends = requested[at];
      return (
        ends !== undefined &&
        isAtOneOf(ends.origins, slice.origin) &&
        isAtOneOf(ends.destinations, slice.destination) &&
        passesSliceFilters(slice, query) &&
        (at > 0 || arrivesInTime(slice, query))
      );
    })
  );
}

/** Returns the flight with the awards of the requested programs; null if that leaves it without an offer. */
export function onlyPrograms(
  flight: SuppliedFlight,
  { programs }: Pick<SearchQuery, "programs">,
): SuppliedFlight | null {
  if (programs === null || flight.award.every(({ program }) => programs.includes(program))) return flight;
  const award = flight.award.filter(({ program }) => programs.includes(program));
  return flight.cash.length + award.length === 0 ? null : { ...flight, award };
}

/** Places of a slice; a return may use other places of the lists than the outbound slice. */
interface SliceEnds {
  origins: readonly PlaceReference[];
  destinations: readonly PlaceReference[];
}

function requestedSlices(query: SearchQuery): readonly SliceEnds[] {
  const { origin, destination, moreOrigins = [], moreDestinations = [], returnDate, slices } = query;
  if (slices !== undefined) return slices.map((slice) => toEnds(slice));
  const out = { origins: [origin, ...moreOrigins], destinations: [destination, ...moreDestinations] };
  return returnDate === null ? [out] : [out, { origins: out.destinations, destinations: out.origins }];
}

function toEnds({ origin, destination }: Pick<SearchQuery, "origin" | "destination">): SliceEnds {
  return { origins: [origin], destinations: [destination] };
}

/** A city has several airports, which the supplier knows. */
function isAtOneOf(places: readonly PlaceReference[], airport: Slice["origin"]): boolean {
  return places.some(({ code, kind }) => kind === "city" || code === airport);
}
