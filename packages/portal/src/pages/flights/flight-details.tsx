import type { Dictionaries, Flight } from "@wayfare/sdk";
import { useMemo } from "react";
import { CopyableId } from "../../components/copy-button.tsx";
import { Itinerary } from "./itinerary.tsx";
import { Offers } from "./offers.tsx";
import { pointsOf } from "./places.ts";
import { airportsOf, type RankedFlight } from "./ranked-flights.ts";
import { RouteMap } from "./route-map.tsx";
import { toRoutes } from "./routes.ts";
import { ScoreParts } from "./score-parts.tsx";

interface FlightDetailsProps {
  row: RankedFlight;
  dictionaries: Dictionaries;
  /** Returns a reason with other options named by their flights. */
  nameReason: (reason: string) => string;
}

/** Details of a flight: segments, map, score components and all offers. */
export function FlightDetails({ row, dictionaries, nameReason }: FlightDetailsProps) {
  const { flight, best } = row;
  const airports = useMemo(() => airportsOf(flight), [flight]);
  const routes = useMemo(() => toRoutes(airports, pointsOf(dictionaries)), [airports, dictionaries]);
  return (
    <div className="appearing grid gap-x-10 gap-y-6 pt-2 pb-8 wide:pl-22 broad:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="flex min-w-0 flex-col gap-6">
        {flight.slices.map((slice) => (
          <Itinerary key={slice.departureAt} slice={slice} dictionaries={dictionaries} />
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <RouteMap
          routes={routes}
          label={`Map of ${airports.map((each) => each.join(" – ")).join(", ")}`}
          award={best?.kind === "award"}
          className="relative h-48 overflow-hidden rounded-control border border-line"
        />
        {best !== undefined && <ScoreParts option={best} />}
      </div>
      <div className="min-w-0 broad:col-span-2">
        <Offers row={row} dictionaries={dictionaries} nameReason={nameReason} />
        <p className="flex flex-wrap items-center gap-x-6 pt-3 text-12 text-ink-3">
          <span>{describeEmissions(flight.emissions)}</span>
          <CopyableId id={flight.id} contentName="flight id" />
        </p>
      </div>
    </div>
  );
}

function describeEmissions(emissions: Flight["emissions"]): string {
  if (emissions === null || emissions.kgCO2ePerTraveler === null) return "Emissions unknown";
  const { kgCO2ePerTraveler, typicalKg } = emissions;
  const typical = typicalKg === null ? "" : `, typically ${Math.round(typicalKg)} kg`;
  return `${Math.round(kgCO2ePerTraveler)} kg CO₂e per traveler${typical}`;
}
