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
  const { origin, destination, departureTime, arrivalTime, sort: _sort, allOffers: _allOffers, ...others } = query;
  // Applied to the response of every supplier.
  const { latestLocalArrival: _latestArrival, fareTerms: _fareTerms, allowSelfTransfer: _allow, ...rest } = others;
  return {
    ...rest,
    origin: { ...origin, airports: airportsOf(origin, places) },
    destination: { ...destination, airports: airportsOf(destination, places) },
    departureTime: toRequestWindow(departureTime),
    arrivalTime: toRequestWindow(arrivalTime),
  };
}

function toRequestWindow(window: TimeWindow | null) {
  return window && { from: formatMinuteOfDay(window.fromMinute), to: formatMinuteOfDay(window.toMinute) };
}
