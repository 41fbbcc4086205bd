import {
  buildUtcOffsets,
  type EpochDay,
  minutesPerDay,
  type Network,
  type NetworkAircraft,
  noCodeshares,
  offsetAtInstant,
  type PatternColumns,
  parseEpochDay,
  unitHash,
} from "@wayfare/engine";
import type { Airport } from "../facts/airport.ts";
import { rulesWithin } from "../facts/connection-rules.ts";
import type { FactsInOrder } from "./facts-in-order.ts";
import { OperatingDays, weeklyPattern } from "./operating-days.ts";
import { layOutRoutes, type Route } from "./routes.ts";
import { createTerminals } from "./terminals.ts";
import { blockMinutes, departureFromBase, departureTowardsBase } from "./times.ts";

/** Any change to what the same facts and seed give makes another generation. */
export const generatorVersion = 1;

export interface SandboxOptions {
  seed: number;
  /** First local day with flights, and how many. */
  firstDay: EpochDay;
  days: number;
}

interface Pattern {
  airline: number;
  number: number;
  from: number;
  to: number;
  departureMinute: number;
  blockMinutes: number;
  aircraft: number;
  weekdays: number;
  summerOnly: boolean;
}

/**
 * Makes the sandbox: a simulated network between real airports, flown by real airlines' names. It is no airline's schedule.
 * The same facts, seed and days give the same network.
 */
export function generateSandbox(facts: FactsInOrder, { seed, firstDay, days }: SandboxOptions): Network {
  const offsetOf = standardOffsets(facts.airports);
  const nextNumber = new Uint16Array(facts.airlines.length).fill(1);
  const patterns: Pattern[] = [];
  for (const route of layOutRoutes(facts, seed)) {
    for (const pattern of scheduleRoute(route, { facts, seed, offsetOf, nextNumber })) patterns.push(pattern);
  }
  const operatingDays = new OperatingDays(firstDay, days);
  const terminals = createTerminals(facts);
  return {
    airports: facts.airports.map(({ code, cityCode, country, latitude, longitude, timeZone }) => {
      return { code, city: cityCode, country, latitude, longitude, timeZone };
    }),
    carriers: facts.airlines.map(({ code, country, alliance, kind, partners }) => {
      return { code, country, alliance, kind, partners: [...partners] };
    }),
    aircraft: layOutAircraft(facts.aircraft),
    terminals: terminals.names,
    firstDay,
    days,
    patterns: columnsOf(patterns, (airport, airline) => terminals.indexOf(airport, airline), operatingDays),
    operatingDays: operatingDays.rows,
    codeshares: noCodeshares(),
    rules: rulesWithin(facts.connectionRules, facts),
  };
}

/** Economy seats for each seat of another cabin, where a low-cost carrier takes the front cabins out. */
const economySeatsInstead = 1.6;

/** Every type twice: as network carriers fly it, then with economy alone, as low-cost carriers do. */
function layOutAircraft(types: FactsInOrder["aircraft"]): NetworkAircraft[] {
  const layouts = types.map(({ code, family, fuelKgPerKm, ...type }): NetworkAircraft => {
    const seats: NetworkAircraft["seats"] = [
      type.seatsEconomy,
      type.seatsPremiumEconomy,
      type.seatsBusiness,
      type.seatsFirst,
    ];
    return { code, family, fuelKgPerKm, seats };
  });
  const dense = layouts.map((layout): NetworkAircraft => {
    const [economy, premium, business, first] = layout.seats;
    return { ...layout, seats: [economy + Math.round(economySeatsInstead * (premium + business + first)), 0, 0, 0] };
  });
  return [...layouts, ...dense];
}

interface ScheduleContext {
  facts: FactsInOrder;
  seed: number;
  offsetOf: Int16Array;
  nextNumber: Uint16Array;
}

/** Flights of one route: whole daily ones, then one on some days of the week, each with its flight back. */
function scheduleRoute(route: Route, { facts, seed, offsetOf, nextNumber }: ScheduleContext): Pattern[] {
  const base = facts.airports[route.base];
  const other = facts.airports[route.other];
  const aircraft = facts.aircraft[route.aircraft];
  if (base === undefined || other === undefined || aircraft === undefined) return [];
  const routeSeed = Math.floor(unitHash(seed, route.airline, route.base, route.other) * 0x7fffffff);
  const out = blockMinutes(base, other, route.km, aircraft);
  const back = blockMinutes(other, base, route.km, aircraft);
  const isDense = facts.airlines[route.airline]?.kind === "low_cost";
  const layout = route.aircraft + (isDense ? facts.aircraft.length : 0);
  const isLong = route.km > 4500;
  const zoneDifference = (offsetOf[route.other] ?? 0) - (offsetOf[route.base] ?? 0);
  const summerOnly = route.dailyFlights < 1.5 && isHoliday(base, other) && unitHash(routeSeed, 7, 7, 7) < 0.35;
  const patterns: Pattern[] = [];
  const flights = Math.ceil(route.dailyFlights);
  for (let nth = 0; nth < flights; nth++) {
    const number = nextNumber[route.airline] ?? 1;
    nextNumber[route.airline] = number + 2;
    const daysPerWeek = Math.round(Math.min(1, route.dailyFlights - nth) * 7);
    const weekdays = weeklyPattern(daysPerWeek, routeSeed % 7);
    const leaves = departureFromBase(nth, flights, isLong && zoneDifference >= 180, routeSeed);
    const returns = departureTowardsBase({
      bankMinute: departureFromBase(nth + 1, flights, false, routeSeed),
      blockMinutes: back,
      offsetDifferenceMinutes: -zoneDifference,
      isLong,
      seed: routeSeed + nth,
    });
    const shared = { airline: route.airline, aircraft: layout, weekdays, summerOnly };
    patterns.push({ ...shared, number, from: route.base, to: route.other, departureMinute: leaves, blockMinutes: out });
    patterns.push({
      ...shared,
      number: number + 1,
      from: route.other,
      to: route.base,
      departureMinute: returns,
      blockMinutes: back,
    });
  }
  return patterns;
}

/** A small airport far south of a large one in the north is mostly somewhere to go in summer. */
function isHoliday(a: Airport, b: Airport): boolean {
  const smaller = a.passengersMillions < b.passengersMillions ? a : b;
  return smaller.passengersMillions < 12 && Math.abs(smaller.latitude) > 34 && Math.abs(smaller.latitude) < 45;
}

/** The clocks that local times are laid out by: one fixed day, so that the schedule does not move with the first day. */
const clocksOfDay = parseEpochDay("2026-01-15");

function standardOffsets(airports: readonly Airport[]): Int16Array {
  const zones = [...new Set(airports.map(({ timeZone }) => timeZone))];
  const index = new Map(zones.map((zone, i) => [zone, i]));
  const offsets = buildUtcOffsets(zones, clocksOfDay, 2);
  return Int16Array.from(airports, ({ timeZone }) =>
    offsetAtInstant(offsets, index.get(timeZone) ?? 0, clocksOfDay * minutesPerDay),
  );
}

function columnsOf(
  patterns: Pattern[],
  terminalOf: (airport: number, airline: number) => number,
  operatingDays: OperatingDays,
): PatternColumns {
  return {
    count: patterns.length,
    carrier: Uint16Array.from(patterns, ({ airline }) => airline),
    operatingCarrier: Uint16Array.from(patterns, ({ airline }) => airline),
    flightNumber: Uint16Array.from(patterns, ({ number }) => number),
    origin: Uint16Array.from(patterns, ({ from }) => from),
    destination: Uint16Array.from(patterns, ({ to }) => to),
    departureMinute: Uint16Array.from(patterns, (pattern) => pattern.departureMinute),
    blockMinutes: Uint16Array.from(patterns, (pattern) => pattern.blockMinutes),
    aircraft: Uint8Array.from(patterns, ({ aircraft }) => aircraft),
    operatingDays: Uint16Array.from(patterns, ({ weekdays, summerOnly }) => operatingDays.rowOf(weekdays, summerOnly)),
    originTerminal: Uint16Array.from(patterns, ({ from, airline }) => terminalOf(from, airline)),
    destinationTerminal: Uint16Array.from(patterns, ({ to, airline }) => terminalOf(to, airline)),
  };
}
