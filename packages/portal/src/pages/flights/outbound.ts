import type { Flight } from "@wayfare/sdk";
import type { RankedFlight } from "./ranked-flights.ts";

/** Row of an outbound flight: the first round trip of the list with it. */
export interface OutboundRow {
  row: RankedFlight;
  /** Number of round trips of the list with this outbound flight. */
  returns: number;
}

/** Returns the outbound flights of round trips in the order of the list, each with its first round trip. */
export function listOutbounds(rows: readonly RankedFlight[]): OutboundRow[] {
  return [...Map.groupBy(rows, ({ flight }) => outboundOf(flight)).values()].flatMap(([row, ...others]) =>
    row === undefined ? [] : [{ row, returns: 1 + others.length }],
  );
}

/** Returns the round trips with the same outbound flight as another one. */
export function withOutboundOf(rows: readonly RankedFlight[], chosen: RankedFlight): RankedFlight[] {
  const outbound = outboundOf(chosen.flight);
  return rows.filter(({ flight }) => outboundOf(flight) === outbound);
}

/** Identifies the outbound flight of a round trip: flight numbers and times. */
function outboundOf({ slices: [outbound] }: Flight): string {
  return (outbound?.segments ?? [])
    .map(({ marketingCarrier, flightNumber, departureAt }) => `${marketingCarrier}${flightNumber} ${departureAt}`)
    .join(", ");
}
