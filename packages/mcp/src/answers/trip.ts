import type { Slice } from "@wayfare/sdk";
import { type Static, Type } from "typebox";

/** One direction of a trip with its times and flight numbers. */
export const TripSliceSchema = Type.Object(
  {
    from: Type.String({ description: "First airport." }),
    to: Type.String({ description: "Last airport." }),
    departs: Type.String({ description: "Local time of departure." }),
    arrives: Type.String({ description: "Local time of arrival." }),
    minutes: Type.Integer({ description: "Duration." }),
    via: Type.Array(Type.String(), { description: "Airports of layovers and technical stops; empty for a nonstop." }),
    flights: Type.Array(Type.String(), { description: "Flight numbers." }),
  },
  { additionalProperties: false },
);

export type TripSlice = Static<typeof TripSliceSchema>;

export function toTripSlice(slice: Slice): TripSlice {
  const { origin, destination, departureAt, arrivalAt, durationMinutes, layovers, segments } = slice;
  const stopsOf = ({ stops }: Slice["segments"][number]) =>
    (stops ?? []).map(({ airport }) => `${airport} (technical stop)`);
  return {
    from: origin,
    to: destination,
    departs: departureAt.slice(0, 16),
    arrives: arrivalAt.slice(0, 16),
    minutes: durationMinutes,
    via: segments.flatMap((segment, at) => [
      ...(at === 0 ? [] : [layovers[at - 1]?.airport ?? segment.origin]),
      ...stopsOf(segment),
    ]),
    flights: segments.map(({ marketingCarrier, flightNumber }) => marketingCarrier + flightNumber),
  };
}

/** `BA178 JFK 2027-01-20 18:30 → LHR 06:35+1, 7h05, nonstop`. */
export function renderSlice({ from, to, departs, arrives, minutes, via, flights }: TripSlice): string {
  const nights = (Date.parse(arrives.slice(0, 10)) - Date.parse(departs.slice(0, 10))) / 86_400_000;
  const later = nights === 0 ? "" : nights > 0 ? `+${nights}` : String(nights);
  const stops = via.length === 0 ? "nonstop" : `via ${via.join(", ")}`;
  const duration = `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;
  return `${flights.join("+")} ${from} ${departs.replace("T", " ")} → ${to} ${arrives.slice(11)}${later}, ${duration}, ${stops}`;
}

export function renderSlices(slices: readonly TripSlice[]): string {
  return slices.map(renderSlice).join("; ");
}
