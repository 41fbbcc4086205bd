import type { Aircraft } from "../facts/aircraft.ts";
import type { Airport } from "../facts/airport.ts";

/** Taxi, climb and approach, where nobody waits: by engine, and little where an islander just takes off. */
const groundAndManoeuvreMinutes = { jet: 30, turboprop: 22, small: 12 };
const smallSeats = 20;
/** What queues add at an end of so many million passengers. */
const queueing = { fromMillions: 20, mostMinutes: 9, minutesPerMillion: 0.18 };
/** What airways are longer than the great circle. */
const detour = 1.035;
/** Share of speed that the jet stream gives eastbound and takes westbound, at most, on long mid-latitude flights. */
const windShare = 0.06;

/** Block time, to five minutes: cruise along airways, the wind of the direction, taxi, climb, approach and queues. */
export function blockMinutes(from: Airport, to: Airport, km: number, aircraft: Aircraft): number {
  const eastward = ((to.longitude - from.longitude + 540) % 360) - 180;
  const middleLatitude = Math.abs(from.latitude + to.latitude) / 2;
  const inJetStream = middleLatitude > 20 && middleLatitude < 65 ? 1 : 0.35;
  const wind = windShare * inJetStream * Math.max(-1, Math.min(1, eastward / 40));
  const hours = (km * detour) / (aircraft.cruiseKmh * (1 + wind));
  const minutes = hours * 60 + manoeuvring(aircraft) + queueMinutes(from) + queueMinutes(to);
  return Math.round(minutes / 5) * 5;
}

function manoeuvring({ family, seatsEconomy }: Aircraft): number {
  if (family !== "turboprop") return groundAndManoeuvreMinutes.jet;
  return groundAndManoeuvreMinutes[seatsEconomy < smallSeats ? "small" : "turboprop"];
}

function queueMinutes({ passengersMillions }: Airport): number {
  const beyond = Math.max(0, passengersMillions - queueing.fromMillions);
  return Math.min(queueing.mostMinutes, beyond * queueing.minutesPerMillion);
}
