import { unitHash } from "@wayfare/engine";
import type { Airport } from "../facts/airport.ts";
import type { Season } from "../facts/nonstop.ts";
import type { FlightPaths } from "../flight-paths/flight-paths.ts";
import { blockMinutes } from "./block-times.ts";
import type { ClockDifferences } from "./clocks.ts";
import { addSpacingCosts, chooseDeparture, type Leg } from "./departures.ts";
import type { FlightNumbers } from "./flight-numbers.ts";
import type { Hours } from "./hours.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { weeklyPattern } from "./operating-days.ts";
import type { Route } from "./route.ts";

/** A flight number between two airports; airline, airports and aircraft are indexes into the facts' lists. */
export interface Pattern {
  airline: number;
  number: number;
  from: number;
  to: number;
  /** Local time at the origin. */
  departureMinute: number;
  blockMinutes: number;
  /** Block times by season, if the wind makes a difference and the flight operates in both. */
  blockMinutesBySeason: Record<Season, number> | null;
  aircraft: number;
  /** Bit 0 is Monday. */
  weekdays: number;
  season: Season | null;
}

export interface Scheduling {
  facts: IndexedFacts;
  seed: number;
  hours: Hours;
  paths: FlightPaths;
  clockDifferences: ClockDifferences;
  /** By airline. */
  numbers: readonly FlightNumbers[];
  /** Costs of other flights of the current route; overwritten for each route. */
  spacingCosts: { out: Float64Array; back: Float64Array };
}

const longKm = 4500;
/** Local times of a day's first and last departures from a base. */
const days = {
  short: { firstMinute: 405, lastMinute: 1265 },
  long: { firstMinute: 480, lastMinute: 1215 },
  aroundTheClock: { firstMinute: 0, lastMinute: 1400 },
};
/** Block time in minutes. */
const turnMinutes = { short: 50, long: 110 };
/** Number of flights per day on a short route from which one of them does not fly on Saturday. */
const restsOnSaturdayFrom = 4;
const allButSaturday = 0b1011111;

/** Airlines publish one block time for the year if the seasons differ by less. */
const minSeasonalMinutes = 10;

interface ScheduledLeg extends Leg, Pick<Pattern, "blockMinutesBySeason"> {}

/** Creates the flights of a route: daily flights, then one on some days of the week, each with its return flight. */
export function scheduleRoute(scheduling: Scheduling, route: Route): Pattern[] {
  const { facts, seed, numbers } = scheduling;
  const routeSeed = Math.floor(unitHash(seed, route.airline, route.base, route.other) * 0x7fffffff);
  const legs = legsOf(scheduling, route);
  if (legs === undefined) return [];
  const flights = Math.ceil(route.dailyFlights);
  const inSeason = flightsInSeason(facts, route, flights, routeSeed);
  const { spacingCosts } = scheduling;
  for (const costs of Object.values(spacingCosts)) costs.fill(0);
  const patterns: Pattern[] = [];
  for (let nth = 0; nth < flights; nth++) {
    const number = numbers[route.airline]?.take(route.base, route.other, nth, route.km) ?? 0;
    const weekdays = weekdaysOf(route, nth, flights, routeSeed);
    const season = nth >= flights - inSeason.flights ? inSeason.season : route.season;
    const out = chooseDeparture(scheduling.hours, legs.out, {
      minute: preferredMinute(dayOf(scheduling.hours, legs.out), nth, flights, routeSeed),
      hub: "origin",
      seed: routeSeed + nth,
      spacingCosts: spacingCosts.out,
    });
    const ready =
      out + legs.out.blockMinutes + legs.out.clockDifferences[0] + turnMinutes[legs.out.isLong ? "long" : "short"];
    const back = chooseDeparture(scheduling.hours, legs.back, {
      minute: ((ready % 1440) + 1440) % 1440,
      hub: "destination",
      seed: routeSeed - nth,
      spacingCosts: spacingCosts.back,
    });
    addSpacingCosts(spacingCosts.out, out);
    addSpacingCosts(spacingCosts.back, back);
    const shared = { airline: route.airline, aircraft: route.aircraft, weekdays, season };
    patterns.push(
      {
        ...shared,
        number,
        from: route.base,
        to: route.other,
        departureMinute: out,
        blockMinutes: legs.out.blockMinutes,
        blockMinutesBySeason: season === null ? legs.out.blockMinutesBySeason : null,
      },
      {
        ...shared,
        number: number + 1,
        from: route.other,
        to: route.base,
        departureMinute: back,
        blockMinutes: legs.back.blockMinutes,
        blockMinutesBySeason: season === null ? legs.back.blockMinutesBySeason : null,
      },
    );
  }
  return patterns;
}

function legsOf(
  { facts, clockDifferences, paths }: Scheduling,
  { airline, base, other, km, aircraft, season }: Route,
): { out: ScheduledLeg; back: ScheduledLeg } | undefined {
  const [operator, type] = [facts.airlines[airline], facts.aircraft[aircraft]];
  const [home, away] = [facts.airports[base], facts.airports[other]];
  if (operator === undefined || home === undefined || away === undefined || type === undefined) return undefined;
  const isLong = km > longKm;
  const leg = (from: number, to: number, start: Airport, end: Airport): ScheduledLeg => {
    const minutesIn = (windSeason: Season | null) => {
      const path = { from: start, to: end, airline: operator, cruiseKmh: type.cruiseKmh, season: windSeason };
      return blockMinutes(paths.cruiseHours(path), start, end, type);
    };
    const shared = { from, to, isLong, clockDifferences: clockDifferences(from, to) };
    if (!isLong || season !== null) return { ...shared, blockMinutes: minutesIn(season), blockMinutesBySeason: null };
    const [winter, summer] = [minutesIn("winter"), minutesIn("summer")];
    return {
      ...shared,
      blockMinutes: Math.round((winter + summer) / 2),
      blockMinutesBySeason: { winter, summer },
    };
  };
  const [out, back] = [leg(base, other, home, away), leg(other, base, away, home)];
  if (variesBySeason(out) || variesBySeason(back)) return { out, back };
  return { out: { ...out, blockMinutesBySeason: null }, back: { ...back, blockMinutesBySeason: null } };
}

function variesBySeason({ blockMinutesBySeason: minutes }: ScheduledLeg): boolean {
  return minutes !== null && Math.abs(minutes.winter - minutes.summer) >= minSeasonalMinutes;
}

interface Day {
  firstMinute: number;
  lastMinute: number;
}

function dayOf(hours: Hours, { from, isLong }: Leg): Day {
  if (!isLong) return days.short;
  return hours.neverSleeps(from) ? days.aroundTheClock : days.long;
}

/** Preferred times spread over the day; a single flight at any time of it. */
function preferredMinute(day: Day, nth: number, flights: number, seed: number): number {
  const span = day.lastMinute - day.firstMinute;
  if (flights === 1) return day.firstMinute + span * unitHash(seed, 1, 2, 3);
  return day.firstMinute + (span * nth) / (flights - 1);
}

function weekdaysOf({ dailyFlights, km }: Route, nth: number, flights: number, seed: number): number {
  const daysPerWeek = Math.round(Math.min(1, dailyFlights - nth) * 7);
  if (daysPerWeek < 7) return weeklyPattern(daysPerWeek, seed % 7);
  return km < longKm && flights >= restsOnSaturdayFrom && nth === 1 ? allButSaturday : weeklyPattern(7, 0);
}

/** Number of a route's flights that are seasonal at one of its ends, and the season. */
function flightsInSeason(
  { airports, seasonalAirports }: IndexedFacts,
  { base, other, season }: Route,
  flights: number,
  seed: number,
): { flights: number; season: Season | null } {
  if (season !== null) return { flights, season };
  const ends = [base, other].flatMap((end) => seasonalAirports.get(airports[end]?.code ?? "") ?? []);
  const [strongest] = ends.toSorted((a, b) => b.share - a.share);
  if (strongest === undefined) return { flights: 0, season: null };
  const share = strongest.share * flights;
  return { flights: Math.floor(share + unitHash(seed, 29, 31, flights)), season: strongest.season };
}
