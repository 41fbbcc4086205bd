import type { Enumeration } from "../itineraries/enumerate.ts";
import { connectMarkets, minimumBetween, minimumOfUnrelated } from "../itineraries/minimum-connection.ts";
import { selfTransferMinutes } from "../itineraries/self-transfers.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { interline, unconnected } from "../timetable/sellers.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { offsetAtInstant } from "../timetable/utc-offsets.ts";
import type { FoundLayover, FoundSegment, FoundSlice } from "./found-flight.ts";

/** Describes slices with codes, instants and offsets: equal flights share one object, in any number of journeys. */
export type SliceDescriber = (flights: readonly number[]) => FoundSlice;

/**
 * Creates the function that describes slices of one direction.
 *
 * @param airlines carriers under whose number flights may be shown, or null for any.
 */
export function createSliceDescriber(enumeration: Enumeration, airlines: readonly string[] | null): SliceDescriber {
  const segments = new Map<number, FoundSegment>();
  const slices = new Map<readonly number[], FoundSlice>();
  const writeSegment = (flight: number): FoundSegment => {
    let segment = segments.get(flight);
    if (segment === undefined) {
      segment = describeSegment(enumeration, flight, airlines);
      segments.set(flight, segment);
    }
    return segment;
  };
  return (flights) => {
    let slice = slices.get(flights);
    if (slice === undefined) {
      const layovers: FoundLayover[] = [];
      for (let i = 1; i < flights.length; i++) {
        layovers.push(describeLayover(enumeration, flights[i - 1], flights[i]));
      }
      slice = { segments: flights.map(writeSegment), layovers };
      slices.set(flights, slice);
    }
    return slice;
  };
}

function describeSegment(
  { timetable, pool }: Enumeration,
  flight: number,
  airlines: readonly string[] | null,
): FoundSegment {
  const pattern = pool.pattern[flight];
  const market = timetable.marketOf[pattern];
  const origin = timetable.marketOrigin[market];
  const destination = timetable.marketDestination[market];
  const departure = pool.departure[flight];
  const arrival = pool.arrival[flight];
  return {
    ...soldUnder(timetable, pattern, airlines),
    operatingCarrier: timetable.carriers[timetable.operatingCarrier[pattern]].code,
    operatingFlightNumber: timetable.flightNumber[pattern],
    aircraft: timetable.aircraft[timetable.aircraftOf[pattern]].code,
    origin: timetable.airports[origin],
    destination: timetable.airports[destination],
    originTerminal: terminalName(timetable, timetable.originTerminal[pattern]),
    destinationTerminal: terminalName(timetable, timetable.destinationTerminal[pattern]),
    departureEpochMinutes: departure,
    departureOffsetMinutes: offsetAt(timetable, origin, departure),
    arrivalEpochMinutes: arrival,
    arrivalOffsetMinutes: offsetAt(timetable, destination, arrival),
    distanceKm: timetable.marketKm[market],
  };
}

/** Displayed flight number, chosen once: its own, or the first codeshare if its carrier was not requested. */
function soldUnder(timetable: Timetable, pattern: number, airlines: readonly string[] | null) {
  const { carriers, carrier, flightNumber, codeshareFirst, codeshareCarrier, codeshareNumber } = timetable;
  const own = { marketingCarrier: carriers[carrier[pattern]].code, flightNumber: flightNumber[pattern] };
  if (airlines === null || airlines.includes(own.marketingCarrier)) return own;
  for (let share = codeshareFirst[pattern]; share < codeshareFirst[pattern + 1]; share++) {
    const { code } = carriers[codeshareCarrier[share]];
    if (airlines.includes(code)) return { marketingCarrier: code, flightNumber: codeshareNumber[share] };
  }
  return own;
}

function describeLayover(
  { timetable, pool, connections }: Enumeration,
  arriving: number,
  leaving: number,
): FoundLayover {
  const arrivingMarket = timetable.marketOf[pool.pattern[arriving]];
  const leavingMarket = timetable.marketOf[pool.pattern[leaving]];
  const from = timetable.marketDestination[arrivingMarket];
  const to = timetable.marketOrigin[leavingMarket];
  const arrival = pool.arrival[arriving];
  const departure = pool.departure[leaving];
  const connection = connectMarkets(timetable, connections, arrivingMarket, leavingMarket);
  const level = connectionLevel(timetable, pool.sellers[arriving], pool.sellers[leaving]);
  const isSelfTransfer = level === unconnected;
  const minimum = level === interline ? minimumOfUnrelated : minimumBetween;
  return {
    airport: timetable.airports[from],
    durationMinutes: departure - arrival,
    minimumMinutes: isSelfTransfer
      ? selfTransferMinutes(from, to)
      : minimum(timetable, connection, pool.pattern[arriving], pool.pattern[leaving]),
    overnight: localDay(timetable, from, arrival) !== localDay(timetable, to, departure),
    interline: level === interline,
    airportChange: from === to ? null : { from: timetable.airports[from], to: timetable.airports[to] },
    ...(isSelfTransfer && { selfTransfer: true }),
  };
}

function connectionLevel({ connects, sellers }: Timetable, from: number, to: number): number {
  return connects[from * sellers.length + to];
}

function terminalName({ terminals }: Timetable, terminal: number): string | null {
  return terminal === 0 ? null : terminals[terminal];
}

function offsetAt({ offsets, airportZone }: Timetable, airport: number, epochMinutes: number): number {
  return offsetAtInstant(offsets, airportZone[airport], epochMinutes);
}

function localDay(timetable: Timetable, airport: number, epochMinutes: number): number {
  return Math.floor((epochMinutes + offsetAt(timetable, airport, epochMinutes)) / minutesPerDay);
}
