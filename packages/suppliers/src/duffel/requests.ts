import { formatMinuteOfDay } from "@wayfare/contract";
import type { SearchQuery, TimeWindow } from "../port/port.ts";
import { toPassengers } from "./passengers.ts";

/** Duffel ignores values outside of this range silently and waits 20 seconds. */
const supplierTimeoutMs = { min: 2_000, max: 60_000 } as const;
/** Time to transfer and read a large response. */
const marginMs = 700;

/** Returns the query of a search with the time that Duffel waits for airlines, which ends before the deadline. */
export function timeoutParameter(deadlineMs: number): string {
  const timeoutMs = Math.floor(deadlineMs - marginMs);
  return `supplier_timeout=${Math.min(Math.max(timeoutMs, supplierTimeoutMs.min), supplierTimeoutMs.max)}`;
}

/** Returns the body of an offer request. */
export function toOfferRequest(query: SearchQuery) {
  const { origin, destination, departureDate, returnDate, travelers, cabin, maxStops } = query;
  const windows = {
    ...windowOf("departure_time", query.departureTime),
    ...windowOf("arrival_time", query.arrivalTime),
  };
  const slice = (from: string, to: string, date: string) => ({
    origin: from,
    destination: to,
    departure_date: date,
    ...windows,
  });
  return {
    data: {
      slices: query.slices?.map((each) => slice(each.origin.code, each.destination.code, each.departureDate)) ?? [
        slice(origin.code, destination.code, departureDate),
        ...(returnDate === null ? [] : [slice(destination.code, origin.code, returnDate)]),
      ],
      passengers: toPassengers(travelers),
      cabin_class: cabin,
      max_connections: maxStops,
    },
  };
}

/** Duffel has no windows over midnight. */
function windowOf(name: "departure_time" | "arrival_time", window: TimeWindow | null) {
  if (window === null || window.fromMinute > window.toMinute) return {};
  return { [name]: { from: formatMinuteOfDay(window.fromMinute), to: formatMinuteOfDay(window.toMinute) } };
}
