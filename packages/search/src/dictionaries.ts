import type { Dictionaries, Flight, Segment } from "@wayfare/contract";
import type { Dictionary, Gazetteer } from "./facts.ts";

/** Collects the name of every code in the flights, without duplicates. */
export function collectDictionaries(
  flights: readonly Flight[],
  { gazetteer, dictionary }: { gazetteer: Gazetteer; dictionary: Dictionary },
): Dictionaries {
  const segments = flights.flatMap((flight) => flight.slices.flatMap((slice) => slice.segments));
  return {
    places: collect(flights.flatMap(placesOf), (code) => {
      const place = gazetteer.findAirport(code);
      if (place === undefined) return undefined;
      const { name, city, country, latitude, longitude } = place;
      return { name, city, country, latitude, longitude };
    }),
    airlines: collect(segments.flatMap(carriersOf), (code) => dictionary.findAirlineName(code)),
    aircraft: collect(
      segments.map((segment) => segment.aircraft),
      (code) => dictionary.findAircraft(code)?.name,
    ),
    programs: collect(
      flights.flatMap((flight) => flight.award.map((award) => award.program)),
      (code) => dictionary.findProgram(code),
    ),
  };
}

function placesOf(flight: Flight): string[] {
  return flight.slices.flatMap((slice) => [
    slice.origin,
    slice.destination,
    ...slice.segments.flatMap((segment) => [segment.origin, segment.destination]),
  ]);
}

function carriersOf(segment: Segment): string[] {
  return [segment.marketingCarrier, segment.operatingCarrier];
}

function collect<Name>(codes: readonly string[], find: (code: string) => Name | undefined): Record<string, Name> {
  const names: Record<string, Name> = {};
  for (const code of [...new Set(codes)].sort()) {
    const name = find(code);
    if (name !== undefined) names[code] = name;
  }
  return names;
}
