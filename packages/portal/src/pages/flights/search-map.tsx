import type { Dictionaries } from "@wayfare/sdk";
import { useMemo } from "react";
import { formatCount } from "../../components/money-format.ts";
import { distanceKm, initialCourse } from "./great-circle.ts";
import { codeOf, isPlace, toPlace } from "./place-text.ts";
import { pointsOf, useEnds } from "./places.ts";
import { airportsOf, type RankedFlight } from "./ranked-flights.ts";
import { RouteMap } from "./route-map.tsx";
import { toRoutes } from "./routes.ts";

interface SearchMapProps {
  from: string;
  to: string;
  ranked: readonly RankedFlight[];
  /** Of the answer that the flights are from; undefined before there is one. */
  dictionaries: Dictionaries | undefined;
  /** The flight that is drawn strong; the best one unless given. */
  openId: string | undefined;
}

/** The chart beside the form: the great circle before the search, every way found after it. */
export function SearchMap({ from, to, ranked, dictionaries, openId }: SearchMapProps) {
  const strong = ranked.find(({ flight }) => flight.id === openId) ?? ranked[0];
  const ends = useMemo(() => [from, to].filter(isPlace).map(toPlace), [from, to]);
  const endPoints = useEnds(ends);
  const direct = useMemo(() => toRoutes([ends], endPoints), [ends, endPoints]);
  const points = useMemo(() => pointsOf(dictionaries ?? { places: {} }), [dictionaries]);
  const routes = useMemo(
    () => (strong === undefined ? direct : toRoutes(airportsOf(strong.flight), points)),
    [strong, direct, points],
  );
  const others = useMemo(() => toRoutes(waysOf(ranked), points), [ranked, points]);
  const [start, end] = direct[0] ?? [];
  return (
    <figure className="relative min-h-56 overflow-hidden rounded-control border border-line">
      <RouteMap
        routes={routes}
        others={others}
        award={strong?.best?.kind === "award"}
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

/** Every way that a flight of the answer takes, each once. */
function waysOf(ranked: readonly RankedFlight[]): string[][] {
  const ways = ranked.flatMap(({ flight }) => airportsOf(flight));
  return [...new Map(ways.map((way) => [way.join(" "), way])).values()];
}
