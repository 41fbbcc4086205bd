import type { ExploreResponse } from "@wayfare/sdk";
import { useMemo } from "react";
import type { Point } from "./great-circle.ts";
import { usePlace } from "./places.ts";
import { RouteMap } from "./route-map.tsx";

/** Routes on the map. More would hide the coasts. */
const maxRoutes = 60;

interface ExploreMapProps {
  from: string;
  response: ExploreResponse | undefined;
}

/** Map of the first destinations of an exploration, with the very first highlighted. */
export function ExploreMap({ from, response }: ExploreMapProps) {
  const origin = usePlace(from);
  const routes = useMemo(() => {
    if (origin === null || origin === undefined || response === undefined) return [];
    const start: Point = { code: origin.code, latitude: origin.latitude, longitude: origin.longitude };
    return response.destinations.slice(0, maxRoutes).map(({ place: { code, latitude, longitude } }) => {
      return [start, { code, latitude, longitude }];
    });
  }, [origin, response]);
  const first = useMemo(() => routes.slice(0, 1), [routes]);
  return (
    <figure className="relative min-h-72 overflow-hidden rounded-control border border-line">
      <RouteMap routes={first} others={routes} label="Map of the destinations" className="absolute inset-0" />
    </figure>
  );
}
