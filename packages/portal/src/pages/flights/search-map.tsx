import type { Dictionaries } from "@wayfare/sdk";
import { useMemo } from "react";
import { formatCount } from "../../components/money-format.ts";
import { distanceKm, initialCourse } from "./great-circle.ts";
import { codeOf, isPlace, toPlace } from "./place-text.ts";
import { pointsOf, useEndPositions } from "./places.ts";
import { airportsOf, type RankedFlight } from "./ranked-flights.ts";
import { RouteMap } from "./route-map.tsx";
import { toRoutes } from "./routes.ts";

interface SearchMapProps {
  from: string;
  to: string;
  ranked: readonly RankedFlight[];
  /** Dictionaries of the search response; undefined before the first response. */
  dictionaries: Dictionaries | undefined;
  /** Id of the highlighted flight. Default: the best flight. */
  openId: string | undefined;
}

/** Map next to the form: the direct great circle before the search, the routes of all flights after it. */
export function SearchMap({ from, to, ranked, dictionaries, openId }: SearchMapProps) {
  const highlighted = ranked.find(({ flight }) => flight.id === openId) ?? ranked[0];
  const ends = useMemo(() => [from, to].filter(isPlace).map(toPlace), [from, to]);
  const endPoints = useEndPositions(ends);
  const direct = useMemo(() => toRoutes([ends], endPoints), [ends, endPoints]);
  const points = useMemo(() => pointsOf(dictionaries ?? { places: {} }), [dictionaries]);
  const routes = useMemo(
    () => (highlighted === undefined ? direct : toRoutes(airportsOf(highlighted.flight), points)),
    [highlighted, direct, points],
  );
  const others = useMemo(() => toRoutes(routesOf(ranked), points), [ranked, points]);
  const [start, end] = direct[0] ?? [];
  return (
    <figure className="relative min-h-56 overflow-hidden rounded-control border border-line">
      <RouteMap
        routes={routes}
        others={others}
        award={highlighted?.best?.kind === "award"}
        label={ends.length === 2 ? `Map of the flights from ${ends.map(codeOf).join(" to ")}` : "Map"}
        className="absolute inset-0"
      />
      {start !== undefined && end !== undefined && (
        <figcaption className="absolute bottom-0 left-0 rounded-tr-control bg-surface px-3 py-1.5 font-mono text-12 text-ink-2">
          {String(initialCourse(start, end)).padStart(3, "0")}° · {formatCount(distanceKm(start, end))} km
        </figcaption>
      )}
    </figure>
  );
}

/** Returns the distinct routes of the flights. */
function routesOf(ranked: readonly RankedFlight[]): string[][] {
  const routes = ranked.flatMap(({ flight }) => airportsOf(flight));
  return [...new Map(routes.map((airports) => [airports.join(" "), airports])).values()];
}
