import type { IgnavSearch } from "../ignav/ignav-double.ts";
import { hashText } from "../server/hash-text.ts";
import { type DemoFlight, type DemoFlights, type DemoSegment, priceOf } from "./flights.ts";

/** Currencies of markets, with approximate values of a US dollar. */
const currencies: Readonly<Record<string, readonly [currency: string, perUsd: number]>> = {
  GB: ["GBP", 0.78],
  DE: ["EUR", 0.92],
  FR: ["EUR", 0.92],
  ES: ["EUR", 0.92],
  IT: ["EUR", 0.92],
  NL: ["EUR", 0.92],
  IE: ["EUR", 0.92],
  CA: ["CAD", 1.37],
  AU: ["AUD", 1.52],
  JP: ["JPY", 150],
};

/** Returns a generator of Ignav's itineraries, whose prices differ a little from those of Duffel. Each third price is unverified. */
export function makeIgnavItineraries(flights: DemoFlights): (search: IgnavSearch) => readonly unknown[] {
  return (search) => {
    const find = (origin: string, destination: string, date: string) =>
      flights.find({ origin, destination, date, maxConnections: search.maxStops });
    const outbound = find(search.origin, search.destination, search.departureDate);
    const inbound = search.returnDate === null ? null : find(search.destination, search.origin, search.returnDate);
    return outbound.flatMap((flight, at) => {
      const back = inbound?.find(({ carrier }) => carrier === flight.carrier);
      if (inbound !== null && back === undefined) return [];
      return [toItinerary(flight, back, search, at)];
    });
  };
}

function toItinerary(outbound: DemoFlight, inbound: DemoFlight | undefined, search: IgnavSearch, at: number) {
  const cents = priceOf(outbound, search.cabin) + (inbound === undefined ? 0 : priceOf(inbound, search.cabin));
  const [currency, perUsd] = currencies[search.market] ?? ["USD", 1];
  const key = `${search.market} ${search.cabin} ${keyOf(outbound)} ${inbound === undefined ? "" : keyOf(inbound)}`;
  const factor = 0.97 + (hashText(key) % 60) / 1000;
  const decimals = currency === "JPY" ? 0 : 2;
  return {
    ignav_id: `ign_${hashText(key).toString(36)}${hashText(`${key}.`).toString(36)}`,
    price: {
      amount: Number(((cents / 100) * search.travelers * factor * perUsd).toFixed(decimals)),
      currency,
      status: at % 3 === 2 ? "unverified" : "verified",
    },
    cabin_class: at % 4 === 3 ? null : search.cabin,
    requires_self_transfer: false,
    bags: { carry_on: 1, checked: 0 },
    outbound: toLeg(outbound),
    ...(inbound !== undefined && { inbound: toLeg(inbound) }),
  };
}

function keyOf({ segments }: DemoFlight): string {
  return segments.map(({ carrier, number, departsAt }) => `${carrier.code}${number} ${departsAt}`).join(" ");
}

function toLeg({ carrier, durationMinutes, segments }: DemoFlight) {
  return { carrier: carrier.name, duration_minutes: durationMinutes, segments: segments.map(toSegment) };
}

function toSegment({ carrier, number, origin, destination, ...times }: DemoSegment) {
  return {
    marketing_carrier_code: carrier.code,
    marketing_carrier_name: carrier.name,
    operating_carrier_name: carrier.name,
    flight_number: number,
    departure_airport: origin.code,
    arrival_airport: destination.code,
    departure_time_local: times.departsAt,
    arrival_time_local: times.arrivesAt,
    departure_timezone: origin.timeZone,
    arrival_timezone: destination.timeZone,
    departure_time_utc: new Date(times.departureMs).toISOString().replace(".000", ""),
    arrival_time_utc: new Date(times.arrivalMs).toISOString().replace(".000", ""),
    duration_minutes: (times.arrivalMs - times.departureMs) / 60_000,
    aircraft: null,
  };
}
