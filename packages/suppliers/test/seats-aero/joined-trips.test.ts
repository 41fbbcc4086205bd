import { createSchedule, FlightIndex, readScheduleFile, type SuppliedFlight } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { completeTimes, isTimed } from "../../src/seats-aero/complete-times.ts";
import { isRow, isTrip } from "../../src/seats-aero/schema.ts";
import { toFlight } from "../../src/seats-aero/trips.ts";
import { searchedAtMs } from "../doubles/adapter.ts";
import { places } from "../places.ts";
import { readRecorded } from "../recorded.ts";
import { makeTimetable } from "./timetable.ts";

const { lines, connections } = makeTimetable();
const schedule = createSchedule(readScheduleFile(lines), places);
const query = { travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 } };
const row = JSON.parse(readRecorded("seats-aero/search-with-trips.json")).data.find(isRow);

/** The connections of the timetable as trips that state no times between the first departure and the last arrival. */
const tripFlights = connections.map(({ flights, departsAt, arrivesAt, connection }, at) => {
  const trip = {
    ...row.AvailabilityTrips.find(isTrip),
    ID: `Trip${at}`,
    FlightNumbers: flights.join(", "),
    Connections: [connection],
    DepartsAt: `${departsAt}:00Z`,
    ArrivesAt: `${arrivesAt}:00Z`,
  };
  const flight = toFlight(row, trip, { query, searchedAtMs, places });
  if (flight === null) throw new Error("each connection is a trip");
  return flight;
});

const timesOf = ({ slices }: SuppliedFlight) =>
  slices[0]?.segments.map(({ departure, arrival }) => [departure, arrival]);

test("at least 95 % of the trips of a schedule get the times of its departures, and no trip gets others", () => {
  const completed = tripFlights.map((flight) => completeTimes(flight, schedule));
  const timed = completed.filter(isTimed);
  expect(tripFlights.length).toBeGreaterThan(300);
  expect(timed.length / tripFlights.length).toBeGreaterThanOrEqual(0.95);
  for (const [at, flight] of completed.entries()) {
    if (isTimed(flight)) expect(timesOf(flight)).toEqual(connections[at]?.times);
    else expect(flight).toBe(tripFlights[at]);
  }
});

test("at least 95 % of the trips are joined to the cash flights of the same search, each to its own", () => {
  const index = new FlightIndex<SuppliedFlight>();
  const cash = connections.map(({ times }, at) => {
    const [slice] = tripFlights[at]?.slices ?? [];
    const segments = (slice?.segments ?? []).map((segment, leg) => ({
      ...segment,
      departure: times[leg]?.[0] ?? null,
      arrival: times[leg]?.[1] ?? null,
    }));
    return {
      slices: [{ origin: "JFK", destination: "LHR", layovers: [], segments }],
      cash: [],
      award: [],
      emissions: null,
    };
  });
  for (const flight of cash) index.add(flight);
  const joined = tripFlights.map((flight) => index.find(flight));
  expect(joined.filter((flight) => flight !== undefined).length / joined.length).toBeGreaterThanOrEqual(0.95);
  for (const [at, flight] of joined.entries()) if (flight !== undefined) expect(flight).toBe(cash[at]);
});

test("a trip that ends on another date than the schedule stays without times", () => {
  const [flight] = tripFlights;
  const segments = flight?.slices[0]?.segments.map((segment) => ({
    ...segment,
    arrival: segment.arrival && { ...segment.arrival, epochMinutes: segment.arrival.epochMinutes + 2 * 1440 },
  }));
  const moved = {
    slices: [{ origin: "JFK", destination: "LHR", layovers: [], segments: segments ?? [] }],
    cash: [],
    award: [],
    emissions: null,
  };
  expect(completeTimes(moved, schedule)).toBe(moved);
});
