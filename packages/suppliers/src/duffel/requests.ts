import { formatMinuteOfDay } from "@wayfare/contract";
import type { SearchQuery, TimeWindow } from "../port/port.ts";
import { toPassengers } from "./passengers.ts";

/** Duffel ignores values outside of this range silently and waits 20 seconds. */
const supplierTimeoutRange = { min: 2_000, max: 60_000 } as const;
/** The time that Duffel waits for airlines by default. */
const defaultSupplierTimeoutMs = 20_000;
/** Time to transfer and read a response, and the part of the deadline that is left for pages of offers. */
const marginMs = 700;
const pagesShare = 0.2;

/**
 * Returns the milliseconds that Duffel waits for each airline (`supplier_timeout`): those of the setting, but less than the deadline. A plain
 * search also needs time for its pages, which follow after all airlines have answered.
 */
export function supplierTimeoutOf(
  deadlineMs: number,
  { isStreamed, settingMs = defaultSupplierTimeoutMs }: { isStreamed: boolean; settingMs?: number | undefined },
): number {
  const reservedMs = isStreamed ? marginMs : Math.max(marginMs, deadlineMs * pagesShare);
  const timeoutMs = Math.floor(Math.min(settingMs, deadlineMs - reservedMs));
  return Math.min(Math.max(timeoutMs, supplierTimeoutRange.min), supplierTimeoutRange.max);
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
