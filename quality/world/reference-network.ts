import { readSegments } from "../../benchmarks/real-network.ts";
import type { NonstopService } from "./flight-network.ts";
import { codeToday } from "./moved-airports.ts";

/** Days of the month in the reference data. */
const daysOfAugust = 31;

/**
 * Reads the scheduled services of August 2016 (OpenTravelData, CC BY 4.0) with current airport codes.
 *
 * @param isKnown returns true if the network to compare with has an airport.
 */
export function readReferenceNetwork(isKnown: (airport: string) => boolean): NonstopService[] {
  return parseSegments(readSegments(), isKnown);
}

/**
 * Reads OpenTravelData's lines `origin;destination;airline;month;seats;flights` after a heading. Lines of one pair that come from moved
 * airports stay separate; every aggregate adds them up.
 *
 * @throws Error with the number of the first malformed line.
 */
export function parseSegments(text: string, isKnown: (airport: string) => boolean): NonstopService[] {
  const services: NonstopService[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (at === 0 || line === "") continue;
    const [origin, destination, airline, , seats, flights] = line.trimEnd().split(";");
    const counts = { flights: Number(flights), seats: Number(seats) };
    if (!origin || !destination || !airline || !Number.isFinite(counts.flights + counts.seats)) {
      throw new Error(`line ${at + 1} of the yardstick is ${JSON.stringify(line)}`);
    }
    services.push({
      origin: codeToday(origin, isKnown),
      destination: codeToday(destination, isKnown),
      airline,
      dailyFlights: counts.flights / daysOfAugust,
      dailySeats: counts.seats / daysOfAugust,
    });
  }
  return services.filter((service) => service.origin !== service.destination);
}
