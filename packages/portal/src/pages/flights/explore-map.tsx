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
  /** Code of the highlighted destination. */
  selected: string | undefined;
  onSelect: (code: string) => void;
}

/** Map of the first destinations of an exploration, with one highlighted. A click on a route selects its destination. */
export function ExploreMap({ from, response, selected, onSelect }: ExploreMapProps) {
  const origin = usePlace(from);
  const routes = useMemo(() => {
    if (origin === null || origin === undefined || response === undefined) return [];
    const start: Point = { code: origin.code, latitude: origin.latitude, longitude: origin.longitude };
    return response.destinations.slice(0, maxRoutes).map(({ place: { code, latitude, longitude } }) => {
      return [start, { code, latitude, longitude }];
    });
  }, [origin, response]);
  const highlighted = useMemo(
    () => routes.filter((route) => route.at(-1)?.code === selected).slice(0, 1),
    [routes, selected],
  );
  return (
    <figure className="relative min-h-72 overflow-hidden rounded-control border border-line">
      <RouteMap
        routes={highlighted}
        others={routes}
        label="Map of the destinations"
        onSelect={onSelect}
        className="absolute inset-0"
      />
    </figure>
  );
}
