import type { Aircraft } from "../facts/aircraft.ts";
import type { Airport } from "../facts/airport.ts";

/** Taxi, climb and approach without queues: by engine type, little for small island aircraft. */
const groundAndManeuverMinutes = { jet: 30, turboprop: 22, small: 12 };
const smallSeats = 20;
/** Queue time at an airport, by millions of passengers. */
const queueing = { fromMillions: 20, maxMinutes: 9, minutesPerMillion: 0.18 };
/** Factor of airways over the great-circle distance. */
const detour = 1.035;
/** Maximum share of speed that the jet stream adds eastbound and subtracts westbound, on long mid-latitude flights. */
const windShare = 0.06;

/** Block time, rounded to five minutes: cruise along airways, wind by direction, taxi, climb, approach and queues. */
export function blockMinutes(from: Airport, to: Airport, km: number, aircraft: Aircraft): number {
  const eastward = ((to.longitude - from.longitude + 540) % 360) - 180;
  const middleLatitude = Math.abs(from.latitude + to.latitude) / 2;
  const inJetStream = middleLatitude > 20 && middleLatitude < 65 ? 1 : 0.35;
  const wind = windShare * inJetStream * Math.max(-1, Math.min(1, eastward / 40));
  const hours = (km * detour) / (aircraft.cruiseKmh * (1 + wind));
  const minutes = hours * 60 + maneuvering(aircraft) + queueMinutes(from) + queueMinutes(to);
  return Math.round(minutes / 5) * 5;
}

function maneuvering({ family, seatsEconomy }: Aircraft): number {
  if (family !== "turboprop") return groundAndManeuverMinutes.jet;
  return groundAndManeuverMinutes[seatsEconomy < smallSeats ? "small" : "turboprop"];
}

function queueMinutes({ passengersMillions }: Airport): number {
  const beyond = Math.max(0, passengersMillions - queueing.fromMillions);
  return Math.min(queueing.maxMinutes, beyond * queueing.minutesPerMillion);
}
