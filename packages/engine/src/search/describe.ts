import { minimumBetween } from "../itineraries/enumerate.ts";
import type { FlightPool } from "../itineraries/flight-pool.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { offsetAtInstant } from "../timetable/utc-offsets.ts";
import type { FoundLayover, FoundSegment, FoundSlice } from "./found-flight.ts";

/** Writes the flights of a slice out with codes, instants and offsets. */
export function describeSlice(timetable: Timetable, pool: FlightPool, flights: readonly number[]): FoundSlice {
  const layovers: FoundLayover[] = [];
  for (let i = 1; i < flights.length; i++)
    layovers.push(describeLayover(timetable, pool, flights[i - 1]!, flights[i]!));
  return { segments: flights.map((flight) => describeSegment(timetable, pool, flight)), layovers };
}

function describeSegment(timetable: Timetable, pool: FlightPool, flight: number): FoundSegment {
  const pattern = pool.pattern[flight]!;
  const market = timetable.marketOf[pattern]!;
  const origin = timetable.marketOrigin[market]!;
  const destination = timetable.marketDestination[market]!;
  const departure = pool.departure[flight]!;
  const arrival = pool.arrival[flight]!;
  return {
    marketingCarrier: timetable.carriers[timetable.carrier[pattern]!]!.code,
    operatingCarrier: timetable.carriers[timetable.operatingCarrier[pattern]!]!.code,
    flightNumber: timetable.flightNumber[pattern]!,
    aircraft: timetable.aircraft[timetable.aircraftOf[pattern]!]!.code,
    origin: timetable.airports[origin]!,
    destination: timetable.airports[destination]!,
    originTerminal: terminalName(timetable, timetable.originTerminal[pattern]!),
    destinationTerminal: terminalName(timetable, timetable.destinationTerminal[pattern]!),
    departureEpochMinutes: departure,
    departureOffsetMinutes: offsetAt(timetable, origin, departure),
    arrivalEpochMinutes: arrival,
    arrivalOffsetMinutes: offsetAt(timetable, destination, arrival),
    distanceKm: timetable.marketKm[market]!,
  };
}

function describeLayover(timetable: Timetable, pool: FlightPool, arriving: number, leaving: number): FoundLayover {
  const arrivingMarket = timetable.marketOf[pool.pattern[arriving]!]!;
  const leavingMarket = timetable.marketOf[pool.pattern[leaving]!]!;
  const from = timetable.marketDestination[arrivingMarket]!;
  const to = timetable.marketOrigin[leavingMarket]!;
  const arrival = pool.arrival[arriving]!;
  const departure = pool.departure[leaving]!;
  return {
    airport: timetable.airports[from]!,
    durationMinutes: departure - arrival,
    minimumMinutes: minimumBetween(timetable, arrivingMarket, leavingMarket),
    overnight: localDay(timetable, from, arrival) !== localDay(timetable, to, departure),
    airportChange: from === to ? null : { from: timetable.airports[from]!, to: timetable.airports[to]! },
  };
}

function terminalName({ terminals }: Timetable, terminal: number): string | null {
  return terminal === 0 ? null : terminals[terminal]!;
}

function offsetAt({ offsets, airportZone }: Timetable, airport: number, epochMinutes: number): number {
  return offsetAtInstant(offsets, airportZone[airport]!, epochMinutes);
}

function localDay(timetable: Timetable, airport: number, epochMinutes: number): number {
  return Math.floor((epochMinutes + offsetAt(timetable, airport, epochMinutes)) / minutesPerDay);
}
