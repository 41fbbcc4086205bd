import type { SeatsAeroSearch } from "../seats-aero/seats-aero-double.ts";
import { hashText } from "../server/hash-text.ts";
import type { DemoFlight, DemoFlights } from "./flights.ts";

/** Programs of seats.aero by airline. */
const sourceByCarrier: Readonly<Record<string, string>> = {
  AA: "american",
  AC: "aeroplan",
  AF: "flyingblue",
  AM: "aeromexico",
  AS: "alaska",
  AY: "finnair",
  BA: "british",
  B6: "jetblue",
  CM: "connectmiles",
  DL: "delta",
  EK: "emirates",
  ET: "ethiopian",
  EY: "etihad",
  KL: "flyingblue",
  LH: "lufthansa",
  QF: "qantas",
  QR: "qatar",
  SK: "eurobonus",
  SQ: "singapore",
  SV: "saudia",
  TK: "turkish",
  UA: "united",
  VA: "velocity",
  VS: "virginatlantic",
};

const cabins = [
  { letter: "Y", name: "economy", factor: 1, taxes: 560 },
  { letter: "W", name: "premium", factor: 1.8, taxes: 1560 },
  { letter: "J", name: "business", factor: 3.2, taxes: 4560 },
  { letter: "F", name: "first", factor: 4.6, taxes: 7560 },
] as const;
const dayMs = 86_400_000;
const maxDays = 60;
const maxPairs = 20;
const maxAgeMs = 20 * 3_600_000;

/** Returns a generator of award rows: one for each pair of airports, date and program, from the flights that the cash suppliers have. */
export function makeAwardRows(
  flights: DemoFlights,
  nowMs: () => number,
): (search: SeatsAeroSearch) => readonly unknown[] {
  return (search) => {
    const pairs = search.origins.flatMap((origin) =>
      search.destinations.map((destination) => ({ origin, destination })),
    );
    const maxConnections = search.onlyDirect ? 0 : 1;
    return pairs.slice(0, maxPairs).flatMap((pair) =>
      datesOf(search).flatMap((date) => {
        const found = flights.find({ ...pair, date, maxConnections });
        const bySource = Map.groupBy(found, ({ carrier }) => sourceByCarrier[carrier.code] ?? "");
        bySource.delete("");
        return [...bySource]
          .filter(([source]) => search.sources.length === 0 || search.sources.includes(source))
          .map(([source, ofSource]) => toRow(ofSource, { source, date, pair, search, nowMs: nowMs() }));
      }),
    );
  };
}

function datesOf({ startDate, endDate }: SeatsAeroSearch): string[] {
  const fromMs = Date.parse(`${startDate}T00:00:00Z`);
  const days = Math.min(maxDays, Math.round((Date.parse(`${endDate}T00:00:00Z`) - fromMs) / dayMs) + 1);
  return Array.from({ length: Math.max(0, days) }, (_, n) => new Date(fromMs + n * dayMs).toISOString().slice(0, 10));
}

interface RowContext {
  source: string;
  date: string;
  pair: { origin: string; destination: string };
  search: SeatsAeroSearch;
  nowMs: number;
}

function toRow(flights: readonly DemoFlight[], { source, date, pair, search, nowMs }: RowContext) {
  const key = `${source}${pair.origin}${pair.destination}${date.replaceAll("-", "")}`;
  const wanted = cabins.filter(({ name }) => search.cabins.length === 0 || search.cabins.includes(name));
  const trips = flights.flatMap((flight, at) =>
    wanted.flatMap((cabin) => toTrips(flight, cabin, `${key}${at}`, { source, key })),
  );
  const stateOf = ({ letter, name }: (typeof cabins)[number]) => {
    const costs = trips.filter((trip) => trip.Cabin === name).map(({ MileageCost }) => MileageCost);
    const cost = costs.length === 0 ? 0 : Math.min(...costs);
    return {
      [`${letter}Available`]: cost > 0,
      [`${letter}MileageCost`]: String(cost),
      [`${letter}MileageCostRaw`]: cost,
    };
  };
  return {
    ID: key,
    RouteID: `${source}${pair.origin}${pair.destination}`,
    Route: { OriginAirport: pair.origin, DestinationAirport: pair.destination, Source: source },
    Date: date,
    ParsedDate: `${date}T00:00:00Z`,
    ...Object.assign({}, ...cabins.map(stateOf)),
    TaxesCurrency: "USD",
    Source: source,
    UpdatedAt: new Date(nowMs - (hashText(key) % maxAgeMs)).toISOString(),
    AvailabilityTrips: trips,
  };
}

/** A flight has an award in a cabin in two of three cases. `RemainingSeats` 0 means unknown. */
function toTrips(
  { carrier, segments, km, durationMinutes }: DemoFlight,
  { letter, name, factor, taxes }: (typeof cabins)[number],
  id: string,
  { source, key }: { source: string; key: string },
) {
  const hash = hashText(`${id} ${name}`);
  const [first, last] = [segments[0], segments.at(-1)];
  if (hash % 3 === 0 || first === undefined || last === undefined) return [];
  const common = { RouteID: key, AvailabilityID: key, Source: source };
  const tripId = `${id}${letter}`;
  return [
    {
      ...common,
      ID: tripId,
      TotalDuration: durationMinutes,
      Stops: segments.length - 1,
      Carriers: segments.map(() => carrier.code).join(", "),
      RemainingSeats: hash % 5,
      MileageCost: Math.max(5000, Math.round(((4000 + km * 4.2) * factor) / 500) * 500),
      TotalTaxes: taxes + (hash % 40) * 100,
      TotalSegmentDistance: Math.round(km / 1.609),
      Connections: segments.slice(1).map(({ origin }) => origin.code),
      FlightNumbers: segments.map(({ number }) => `${carrier.code}${number}`).join(", "),
      // Local times, although they end in Z.
      DepartsAt: `${first.departsAt}Z`,
      ArrivesAt: `${last.arrivesAt}Z`,
      Cabin: name,
      OriginAirport: first.origin.code,
      DestinationAirport: last.destination.code,
      TaxesCurrency: "USD",
      TaxesCurrencySymbol: "$",
      AvailabilitySegments: segments.map((segment, at) => ({
        ...common,
        ID: `${tripId}${at}`,
        AvailabilityTripID: tripId,
        FlightNumber: `${carrier.code}${segment.number}`,
        Distance: Math.round(segment.km / 1.609),
        FareClass: letter,
        AircraftName: "",
        AircraftCode: null,
        OriginAirport: segment.origin.code,
        DestinationAirport: segment.destination.code,
        DepartsAt: `${segment.departsAt}Z`,
        ArrivesAt: `${segment.arrivesAt}Z`,
        Cabin: name,
        Order: at,
      })),
    },
  ];
}
