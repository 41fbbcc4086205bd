import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { Dictionaries, Place, Wayfare } from "@wayfare/sdk";
import { useMemo } from "react";
import { useClient } from "../../data/client.ts";
import type { Point } from "./great-circle.ts";
import { choosePlace, isPlace, toPlace } from "./place-text.ts";

const dayMs = 86_400_000;

/** Places whose code or name begins so, best match first; the same on both sides of the environment. */
export function usePlaces(text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["places", text],
    queryFn: async () => (await client.places.find(text, { limit: 7 })).data,
    enabled: text.trim() !== "",
    staleTime: dayMs,
    placeholderData: keepPreviousData,
  });
}

/** Where the airports of an answer are, by code. */
export function pointsOf({ places }: Pick<Dictionaries, "places">): ReadonlyMap<string, Point> {
  return new Map(
    Object.entries(places).map(([code, { longitude, latitude }]) => [code, { code, longitude, latitude }]),
  );
}

/** The query of the place that a search for a code or a place id means; null if there is none. */
function placeQuery(client: Wayfare, text: string) {
  return {
    queryKey: ["place", text],
    queryFn: async () => {
      const { data } = await client.places.find(text, { limit: 5 });
      return choosePlace(data, text);
    },
    staleTime: dayMs,
  };
}

/** The place that a field holds; undefined while it is looked up, or if the text is not a code or a place id. */
export function usePlace(text: string): Place | null | undefined {
  const client = useClient();
  return useQuery({ ...placeQuery(client, toPlace(text)), enabled: isPlace(text) }).data;
}

/**
 * Positions of the ends of a search, which may be cities, by code or place id. Empty until both have been looked up, so that a map is
 * drawn once; without unknown places.
 */
export function useEnds(ends: readonly string[]): ReadonlyMap<string, Point> {
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
