import { readSegments } from "../../benchmarks/real-network.ts";
import type { NonstopService } from "./flight-network.ts";
import { codeToday } from "./moved-airports.ts";

/** Days of the month that the yardstick counts. */
const daysOfAugust = 31;

/**
 * The scheduled services of August 2016 (OpenTravelData, CC BY 4.0) under today's airport codes.
 *
 * @param isKnown whether the network to compare with has an airport.
 */
export function readYardstick(isKnown: (airport: string) => boolean): NonstopService[] {
  return parseSegments(readSegments(), isKnown);
}

/**
 * Reads OpenTravelData's lines `origin;destination;airline;month;seats;flights`, the first one a heading. Lines that moving airports put
 * on one pair stay apart; they add up wherever they are counted.
 *
 * @throws Error naming the line where one is not of that form.
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
