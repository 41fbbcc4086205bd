import { type EpochDay, type Network, type NetworkAircraft, type PatternColumns } from "@wayfare/engine";
import { rulesWithin } from "../facts/connection-rules.ts";
import { always, intersectionOf, type Validity } from "../facts/validity.ts";
import { FlightPaths } from "../flight-paths/flight-paths.ts";
import { readClocks } from "./clocks.ts";
import { shareCodes } from "./codeshares.ts";
import { noSpacingCosts } from "./departures.ts";
import { economySeatsInstead } from "./fleet.ts";
import { FlightNumbers } from "./flight-numbers.ts";
import { Hours } from "./hours.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { type Layout, layOut } from "./layout.ts";
import { OperatingDays } from "./operating-days.ts";
import { layOutRoutes } from "./routes.ts";
import { type Pattern, scheduleRoute } from "./schedule.ts";
import { splitBySeason } from "./seasonal-block-times.ts";
import { createTerminals } from "./terminals.ts";

/** Increase it with every change of the output for the same facts and seed. */
export const generatorVersion = 4;

export interface SandboxOptions {
  seed: number;
  /** First local day with flights, and number of days. */
  firstDay: EpochDay;
  days: number;
}

/**
 * Generates the sandbox: a simulated network between real airports under the names of real airlines. It is not the schedule of any airline.
 * The same facts, seed and days give the same network.
 */
export function generateSandbox(facts: IndexedFacts, { seed, firstDay, days }: SandboxOptions): Network {
  const numbers = facts.airlines.map(({ dailyDepartures }, at) => new FlightNumbers(dailyDepartures, at));
  const layout = layOut(facts, seed, { firstDay, days });
  const paths = new FlightPaths({ ...facts, day: firstDay });
  const flights = schedule(layout, numbers, paths);
  const operatingDays = new OperatingDays({ firstDay, days });
  const daysOf = (pattern: Pattern) => {
    const { airline, from, to, weekdays, season } = pattern;
    const operator = facts.airlines[airline];
    const closed = operator === undefined ? [] : layout.admission.closedMarkets.closedDays(operator, from, to);
    return operatingDays.rowOf(weekdays, season, validityOf(facts, pattern), closed);
  };
  const codesOfPartners = shareCodes(layout, flights, numbers);
  const { patterns, codeshares } = splitBySeason(flights, codesOfPartners, (pattern) => {
    return operatingDays.rows[daysOf(pattern)]?.some((bits) => bits !== 0) === true;
  });
  const terminals = createTerminals(facts);
  return {
    airports: facts.airports.map(({ code, cityCode, country, latitude, longitude, timeZone }) => {
      return { code, city: cityCode, country, latitude, longitude, timeZone };
    }),
    timeZones: facts.timeZones,
    carriers: facts.airlines.map(({ code, country, alliance, kind }, at) => {
      return { code, country, alliance, kind, ...agreementsOf(facts, at) };
    }),
    aircraft: layOutAircraft(facts.aircraft),
    terminals: terminals.names,
    firstDay,
    days,
    patterns: columnsOf(facts, patterns, (airport, airline) => terminals.indexOf(airport, airline), daysOf),
    operatingDays: operatingDays.rows,
    codeshares,
    rules: rulesWithin(facts.connectionRules, facts),
    cabotage: layout.admission.cabotage,
  };
}

/** Days on which a flight's airline and both airports are valid. */
function validityOf({ airlines, airports }: IndexedFacts, { airline, from, to }: Pattern): Validity {
  const validities = [airlines[airline], airports[from], airports[to]].flatMap((fact) => fact?.validity ?? []);
  return validities.reduce(intersectionOf, always);
}

function agreementsOf({ interlining }: IndexedFacts, airline: number) {
  const agreements = interlining[airline];
  const { partners = [], affiliates = [], isPointToPoint = false } = agreements ?? {};
  return {
    partners: [...partners],
    affiliates: [...affiliates],
    ...(isPointToPoint ? { pointToPoint: true as const } : {}),
  };
}

function schedule(layout: Layout, numbers: readonly FlightNumbers[], paths: FlightPaths): Pattern[] {
  const { facts, seed } = layout;
  const scheduling = {
    facts,
    seed,
    paths,
    hours: new Hours(facts.airports, facts.curfews),
    clockDifferences: readClocks(facts),
    numbers,
    numbersByPair: new Map(),
    spacingCosts: { out: noSpacingCosts(), back: noSpacingCosts() },
  };
  const routes = layOutRoutes(layout);
  return routes.flatMap((route) => scheduleRoute(scheduling, route));
}

/** Every type in two layouts: that of network carriers, and all economy as low-cost carriers have it. */
function layOutAircraft(types: IndexedFacts["aircraft"]): NetworkAircraft[] {
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

function columnsOf(
  facts: IndexedFacts,
  patterns: readonly Pattern[],
  terminalOf: (airport: number, airline: number) => number,
  daysOf: (pattern: Pattern) => number,
): PatternColumns {
  const isDense = facts.airlines.map(({ kind }) => kind === "low_cost");
  return {
    count: patterns.length,
    carrier: Uint16Array.from(patterns, ({ airline }) => airline),
    operatingCarrier: Uint16Array.from(patterns, ({ airline }) => airline),
    flightNumber: Uint16Array.from(patterns, ({ number }) => number),
    origin: Uint16Array.from(patterns, ({ from }) => from),
    destination: Uint16Array.from(patterns, ({ to }) => to),
    departureMinute: Uint16Array.from(patterns, (pattern) => pattern.departureMinute),
    blockMinutes: Uint16Array.from(patterns, (pattern) => pattern.blockMinutes),
    aircraft: Uint8Array.from(patterns, ({ aircraft, airline }) => {
      return aircraft + (isDense[airline] === true ? facts.aircraft.length : 0);
    }),
    operatingDays: Uint16Array.from(patterns, daysOf),
    originTerminal: Uint16Array.from(patterns, ({ from, airline }) => terminalOf(from, airline)),
    destinationTerminal: Uint16Array.from(patterns, ({ to, airline }) => terminalOf(to, airline)),
  };
}
