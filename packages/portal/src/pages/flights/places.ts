import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Dictionaries, Place, Wayfare } from "@wayfare/sdk";
import { useMemo } from "react";
import { useClient } from "../../data/client.ts";
import type { Point } from "./great-circle.ts";
import { choosePlace, isPlace, toPlace } from "./place-text.ts";

const dayMs = 86_400_000;

/** Query of the suggestions for an incomplete input, best match first. */
function placesQuery(client: Wayfare, text: string) {
  return {
    queryKey: ["places", text],
    queryFn: async () => (await client.places.find({ q: text, limit: 7 })).data,
    staleTime: dayMs,
  };
}

/** Finds places by code or name, best match first. The same for both environments. */
export function usePlaces(text: string) {
  const client = useClient();
  return useQuery({
    ...placesQuery(client, text),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns a function that resolves typed text to the id of its first suggestion. Codes and place ids, and text without a suggestion, are
 * returned unchanged, also if the service cannot be reached.
 */
export function useResolvePlace(): (text: string) => Promise<string> {
  const client = useClient();
  const queries = useQueryClient();
  return async (text) => {
    if (isPlace(text) || text.trim() === "") return text;
    const places = await queries.fetchQuery(placesQuery(client, text)).catch(() => []);
    return places[0]?.id ?? text;
  };
}

/** Returns the positions of the airports of a search response, by code. */
export function pointsOf({ places }: Pick<Dictionaries, "places">): ReadonlyMap<string, Point> {
  return new Map(
    Object.entries(places).map(([code, { longitude, latitude }]) => [code, { code, longitude, latitude }]),
  );
}

/** Query of the place for a code or place id; null if there is none. */
function placeQuery(client: Wayfare, text: string) {
  return {
    queryKey: ["place", text],
    queryFn: async () => {
      const { data } = await client.places.find({ q: text, limit: 5 });
      return choosePlace(data, text);
    },
    staleTime: dayMs,
  };
}

/** Returns the place of a field; undefined while loading, or if the text is not a code or place id. */
export function usePlace(text: string): Place | null | undefined {
  const client = useClient();
  return useQuery({ ...placeQuery(client, toPlace(text)), enabled: isPlace(text) }).data;
}

/**
 * Returns the positions of origin and destination of a search by code or place id, without unknown places. Empty until both are loaded, so
 * that the map is drawn only once.
 */
export function useEndPositions(ends: readonly string[]): ReadonlyMap<string, Point> {
  const client = useClient();
  const places = useQueries({ queries: ends.map((end) => placeQuery(client, end)), combine: combinePlaces });
  return useMemo(
    () => new Map(ends.flatMap((end, index) => (places[index] ? [[end, places[index]] as const] : []))),
    [ends, places],
  );
}

const noPlaces: readonly (Place | null)[] = [];

function combinePlaces(queries: readonly { data: Place | null | undefined; isPending: boolean }[]) {
  if (queries.some(({ isPending }) => isPending)) return noPlaces;
  return queries.map(({ data }) => data ?? null);
}
