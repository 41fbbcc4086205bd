import type { SearchRequest } from "@wayfare/sdk";

/** Search parameters of the flight explorer. */
export interface ExplorerSearch {
  from: string;
  to: string;
  depart: string;
  return?: string;
  also?: string;
  cabin?: "premium_economy" | "business" | "first";
  adults?: number;
  youths?: number;
  children?: number;
  infants?: number;
  infantsInSeat?: number;
  ages?: string;
  pay?: "cash" | "award";
  stops?: number;
}

type Place = SearchRequest["origin"];

/** Returns the search parameters of the flight explorer; null for a search that it cannot show, such as one with several origins. */
export function toExplorerSearch(search: SearchRequest): ExplorerSearch | null {
  const [first, ...more] = search.slices ?? [search];
  const trip = first && toTrip(first);
  if (trip === undefined || trip === null) return null;
  const also = more.map((slice) => toTrip(slice));
  const { cabin, travelers = { adults: 1 }, includeCash = true, includeAward = false, maxStops, returnDate } = search;
  const { adults, ages } = travelers;
  return {
    ...trip,
    ...(typeof returnDate === "string" && { return: returnDate }),
    ...(also.length > 0 && {
      also: also.map((slice) => slice && `${slice.from}_${slice.to}_${slice.depart}`).join(","),
    }),
    ...(cabin !== undefined && cabin !== "economy" && { cabin }),
    ...(adults !== 1 && { adults }),
    ...countsOf(travelers),
    ...(ages !== undefined && ages.length > 0 && { ages: ages.toSorted((a, b) => b - a).join("_") }),
    ...(!includeAward && { pay: "cash" as const }),
    ...(!includeCash && { pay: "award" as const }),
    ...(maxStops !== undefined && maxStops < 2 && { stops: maxStops }),
  };
}

/** Counts of travelers under 18; those that the request leaves out follow from its ages. */
function countsOf(travelers: NonNullable<SearchRequest["travelers"]>) {
  const { ages = [] } = travelers;
  const within = (from: number, to: number) => ages.filter((age) => age >= from && age <= to).length;
  const under2 = within(0, 1);
  const { youths = within(12, 17), children = within(2, 11) } = travelers;
  const { infants = Math.max(0, under2 - (travelers.infantsInSeat ?? 0)) } = travelers;
  const { infantsInSeat = Math.max(0, under2 - infants) } = travelers;
  return {
    ...(youths > 0 && { youths }),
    ...(children > 0 && { children }),
    ...(infants > 0 && { infants }),
    ...(infantsInSeat > 0 && { infantsInSeat }),
  };
}

function toTrip({
  origin,
  destination,
  departureDate,
}: Pick<SearchRequest, "origin" | "destination" | "departureDate">): ExplorerSearch | null {
  const [from, to] = [textOf(origin), textOf(destination)];
  return from === null || to === null || departureDate === undefined ? null : { from, to, depart: departureDate };
}

function textOf(place: Place): string | null {
  if (typeof place === "string") return place;
  return place === undefined || Array.isArray(place) ? null : `${place.kind}:${place.code}`;
}
