import type { Flight } from "@wayfare/sdk";

/** One line for each direction of a flight: airports, local times and flight numbers. */
export function FlightLines({ flight }: { flight: Flight }) {
  return (
    <ul className="flex flex-col gap-1">
      {flight.slices.map((slice) => (
        <li key={slice.departureAt} className="wrap-anywhere">
          <span className="font-medium">
            {slice.origin} – {slice.destination}
          </span>
          , {localTime(slice.departureAt)} – {localTime(slice.arrivalAt)},{" "}
          {slice.segments.map(({ marketingCarrier, flightNumber }) => `${marketingCarrier} ${flightNumber}`).join(", ")}
        </li>
      ))}
    </ul>
  );
}

/** `2027-01-20T18:30:00-05:00` is `2027-01-20 18:30`: times at the airport. */
export function localTime(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
