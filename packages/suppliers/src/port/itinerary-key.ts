import type { SuppliedFlight } from "./port.ts";

/** Equal for the same physical flights at the same times, regardless of the seller and, if the operating carrier is known, of codeshare flight numbers. */
export function itineraryKey(flight: Pick<SuppliedFlight, "slices">): string {
  return flight.slices
    .map((slice) =>
      slice.segments
        .map((segment) =>
          [
            segment.operatingCarrier ?? segment.marketingCarrier,
            segment.operatingFlightNumber ?? segment.flightNumber,
            segment.origin,
            segment.destination,
            segment.departure?.epochMinutes ?? "",
          ].join(" "),
        )
        .join(","),
    )
    .join("/");
}
