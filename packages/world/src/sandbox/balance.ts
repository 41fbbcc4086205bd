import { suitableSeats } from "./fleet.ts";
import type { Layout } from "./layout.ts";
import type { Candidate } from "./route.ts";

const rounds = 14;
/** Share of the difference to the target that one round corrects: below 1, because both ends correct. */
const airportStep = 0.75;
const airlineStep = 0.8;

/** Departures per day of the thinnest routes that gravity creates: about three per week. */
const thinnestFlights = 0.5;

/**
 * Distributes seats over candidate routes so that each airport has the seats that its passengers need and each airline its departures, as
 * far as both are compatible (iterative proportional fitting of a doubly constrained gravity model: Wilson 1967). Routes too thin to fly
 * are dropped in the process, and the others get their seats.
 */
export function balanceSeats(
  layout: Layout,
  candidates: readonly Candidate[],
  stated: readonly Candidate[],
): Candidate[] {
  let kept = [...candidates];
  for (let round = 0; round < rounds; round++) {
    const all = [...kept, ...stated];
    fitAirlines(layout, kept, all);
    fitAirports(layout, kept, all);
    const thinnest = thinnestFlights * Math.min(1, (round + 1) / (rounds - 3));
    kept = kept.filter(({ seats, seatsPerFlight }) => seats / seatsPerFlight >= thinnest);
  }
  return kept;
}

/** Scales each airport's seats toward its target. Stated routes are not changed. */
function fitAirports(
  { facts, seatsOut, admission }: Layout,
  open: readonly Candidate[],
  all: readonly Candidate[],
): void {
  const has = new Float64Array(facts.airports.length);
  const flights = new Float64Array(has.length);
  for (const { base, other, seats, seatsPerFlight } of all) {
    for (const end of [base, other]) {
      has[end] = (has[end] ?? 0) + seats;
      flights[end] = (flights[end] ?? 0) + seats / seatsPerFlight;
    }
  }
  const factor = has.map((seats, airport) => {
    const demanded = (seatsOut[airport] ?? 0) / Math.max(seats, 1e-9);
    const held = admission.maxDepartures(airport) / Math.max(flights[airport] ?? 0, 1e-9);
    return Math.min(demanded, held) ** airportStep;
  });
  for (const candidate of open)
    candidate.seats *= Math.sqrt((factor[candidate.base] ?? 1) * (factor[candidate.other] ?? 1));
}

/** Scales each airline's seats toward its number of departures, equal in both directions. */
function fitAirlines({ facts, fleets }: Layout, open: readonly Candidate[], all: readonly Candidate[]): void {
  const smallest = fleets.map((fleet) => Math.min(...fleet.map(({ seats }) => seats)));
  const largest = fleets.map((fleet) => Math.max(...fleet.map(({ seats }) => seats)));
  const flies = new Float64Array(facts.airlines.length);
  for (const candidate of all) {
    const { airline, seats, km } = candidate;
    const suitable = Math.min(largest[airline] ?? 0, suitableSeats(seats, km));
    candidate.seatsPerFlight = Math.max(smallest[airline] ?? 1, suitable);
    flies[airline] = (flies[airline] ?? 0) + (2 * seats) / candidate.seatsPerFlight;
  }
  const factor = flies.map((departures, airline) => {
    return ((facts.airlines[airline]?.dailyDepartures ?? 0) / Math.max(departures, 1e-9)) ** airlineStep;
  });
  for (const candidate of open) candidate.seats *= factor[candidate.airline] ?? 1;
}
