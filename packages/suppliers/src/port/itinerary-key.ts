import type { SuppliedFlight } from "./port.ts";

/** Equal for the same physical flights at the same times, regardless of the seller and of codeshare flight numbers. */
export function itineraryKey(flight: Pick<SuppliedFlight, "slices">): string {
  return flight.slices
    .map((slice) =>
      slice.segments
        .map((segment) =>
          [
            segment.operatingCarrier,
            segment.operatingFlightNumber,
            segment.origin,
            segment.destination,
            segment.departure.epochMinutes,
          ].join(" "),
        )
        .join(","),
    )
    .join("/");
}
