import type { Aircraft } from "../facts/aircraft.ts";
import type { Airport } from "../facts/airport.ts";

/** Taxi, climb and approach without queues: by engine type, little for small island aircraft. */
const groundAndManeuverMinutes = { jet: 30, turboprop: 22, small: 12 };
const smallSeats = 20;
/** Queue time at an airport, by millions of passengers. */
const queueing = { fromMillions: 20, maxMinutes: 9, minutesPerMillion: 0.18 };
/** Margin that airlines add to the times that they expect. */
const paddingMinutes = 4.5;

/** Block time in minutes: cruise along the flight's path, taxi, climb, approach, queues and padding. */
export function blockMinutes(cruiseHours: number, from: Airport, to: Airport, aircraft: Aircraft): number {
  const ground = maneuvering(aircraft) + queueMinutes(from) + queueMinutes(to) + paddingMinutes;
  return Math.round(cruiseHours * 60 + ground);
}

function maneuvering({ family, seatsEconomy }: Aircraft): number {
  if (family !== "turboprop") return groundAndManeuverMinutes.jet;
  return groundAndManeuverMinutes[seatsEconomy < smallSeats ? "small" : "turboprop"];
}

function queueMinutes({ passengersMillions }: Airport): number {
  const beyond = Math.max(0, passengersMillions - queueing.fromMillions);
  return Math.min(queueing.maxMinutes, beyond * queueing.minutesPerMillion);
}
