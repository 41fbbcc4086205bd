import { createHmac } from "node:crypto";
import { formatMinuteOfDay } from "@wayfare/contract";
import type { SearchQuery, SupplierPlaces, TimeWindow } from "../port/port.ts";
import { airportsOf } from "../wire/airports.ts";

/** Version of the protocol, sent with each request. */
export const protocolVersion = "1";

/**
 * Signs a request: HMAC-SHA-256 over `TIMESTAMP.BODY` with the UTF-8 bytes of the secret as its key, as webhooks are signed.
 *
 * @returns the value of `Wayfare-Signature`: `t=UNIX_SECONDS,v1=HEX`
 */
export function signRequest(secret: string, body: string, nowMs: number): string {
  const timestamp = Math.floor(nowMs / 1000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

/** Returns the query of a search as it is sent: times as HH:MM, and the airports that each place means. */
export function toRequestQuery(query: SearchQuery, places: SupplierPlaces) {
  const {
    origin,
    destination,
    travelers,
    departureTime,
    arrivalTime,
    sort: _sort,
    allOffers: _allOffers,
    ...others
  } = query;
  // Applied to the response of every supplier.
  const {
    latestLocalArrival: _latestArrival,
    fareTerms: _fareTerms,
    allowSelfTransfer: _allow,
    maxPrice: _maxPrice,
    ...rest
  } = others;
  return {
    ...rest,
    origin: { ...origin, airports: airportsOf(origin, places) },
    destination: { ...destination, airports: airportsOf(destination, places) },
    travelers: toRequestTravelers(travelers),
    departureTime: toRequestWindow(departureTime),
    arrivalTime: toRequestWindow(arrivalTime),
  };
}

/**
 * Travelers as the protocol has them: `adults` are 12 or older, as they were before `youths` was added, so that a supplier that ignores
 * `youths` prices them as adults. Added members are sent only if they have a value.
 */
function toRequestTravelers({ adults, youths, children, infants, infantsInSeat, ages }: SearchQuery["travelers"]) {
  return {
    adults: adults + youths,
    children,
    infants,
    ...(youths > 0 && { youths }),
    ...(infantsInSeat > 0 && { infantsInSeat }),
    ...(ages && { ages }),
  };
}

function toRequestWindow(window: TimeWindow | null) {
  return window && { from: formatMinuteOfDay(window.fromMinute), to: formatMinuteOfDay(window.toMinute) };
}
