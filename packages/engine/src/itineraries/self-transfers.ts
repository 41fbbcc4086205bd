import { unconnected } from "../timetable/sellers.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { addIfMatching, type Enumeration, joinFlights, type Scope } from "./enumerate.ts";
import { findPaths } from "./paths.ts";
import type { SliceQuery } from "./slice-query.ts";

/**
 * Minimum minutes between two tickets: time to collect bags, enter the country, and check in again. Estimates; longer than connections on one
 * ticket, as the airlines do not wait.
 */
const withinAirportMinutes = 180;
const betweenAirportsMinutes = 300;

/** Maximum minutes between two tickets. */
const longestMinutes = 8 * 60;

/** Returns the minimum minutes between an arrival at one airport and a departure on another ticket from the same or another one. */
export function selfTransferMinutes(from: number, to: number): number {
  return from === to ? withinAirportMinutes : betweenAirportsMinutes;
}

/**
 * Adds the pairs of two flights that no ticket joins, because their airlines do not connect, to the itineraries that were found since the
 * last start. The conditions of the query apply as to other itineraries.
 */
export function addSelfTransfers(enumeration: Enumeration, query: SliceQuery): void {
  if (query.maxStops === 0) return;
  findPaths(enumeration.finder, { ...query, ofSeparateTickets: true });
  joinFlights(enumeration, query, { joinTwo: joinTickets, layoverLimits: [longestMinutes], isOfSeparateTickets: true });
}

function joinTickets(scope: Scope, one: number, two: number): void {
  const { pool, timetable, layoverLimit } = scope;
  const { connects } = timetable;
  const { sellers, departure, arrival } = pool;
  const minimum = minimumBetweenMarkets(timetable, one, two);
  for (let second = pool.start[two]; second < pool.end[two]; second++) {
    for (let first = pool.start[one]; first < pool.end[one]; first++) {
      const layover = departure[second] - arrival[first];
      // First flights are sorted by arrival.
      if (layover < minimum) break;
      if (layover > layoverLimit) continue;
      if (connects[sellers[first] * timetable.sellers.length + sellers[second]] !== unconnected) continue;
      addIfMatching(scope, first, second, -1);
    }
  }
}

function minimumBetweenMarkets({ marketDestination, marketOrigin }: Timetable, one: number, two: number): number {
  return selfTransferMinutes(marketDestination[one], marketOrigin[two]);
}
