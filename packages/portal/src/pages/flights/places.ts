import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { Dictionaries } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import type { Point } from "./great-circle.ts";

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

/**
 * Where the ends of a search are, which may be cities, by code; none before both have been looked up, so that a map is drawn once, and
 * none for a code that nobody knows.
 */
export function useEnds(codes: readonly string[]): ReadonlyMap<string, Point> {
  const client = useClient();
  return useQueries({
    queries: codes.map((code) => ({
      queryKey: ["place", code],
      queryFn: async () => {
        const { data } = await client.places.find(code, { limit: 5 });
        return data.find((place) => place.code === code) ?? null;
      },
      staleTime: dayMs,
    })),
    combine: combinePoints,
  });
}

const noPoints: ReadonlyMap<string, Point> = new Map();

function combinePoints(
  queries: readonly { data: Point | null | undefined; isPending: boolean }[],
): ReadonlyMap<string, Point> {
  if (queries.some(({ isPending }) => isPending)) return noPoints;
  const points = queries.flatMap(({ data }) => (data ? [[data.code, data] as const] : []));
  return new Map(points);
}
