import { unitHash } from "@wayfare/engine";
import type { Airport } from "../facts/airport.ts";
import type { Season } from "../facts/nonstop.ts";
import { blockMinutes } from "./block-times.ts";
import type { ClockDifferences } from "./clocks.ts";
import { chooseDeparture, crowd, type Leg } from "./departures.ts";
import type { FactsInOrder } from "./facts-in-order.ts";
import type { FlightNumbers } from "./flight-numbers.ts";
import type { Hours } from "./hours.ts";
import { weeklyPattern } from "./operating-days.ts";
import type { Route } from "./route.ts";

/** A flight number between two airports: airline, airports and aircraft by their places in the facts' lists. */
export interface Pattern {
  airline: number;
  number: number;
  from: number;
  to: number;
  /** Local at the origin. */
  departureMinute: number;
  blockMinutes: number;
  aircraft: number;
  /** Bit 0 is Monday. */
  weekdays: number;
  season: Season | null;
}

export interface Scheduling {
  facts: FactsInOrder;
  seed: number;
  hours: Hours;
  clockDifferences: ClockDifferences;
  /** By airline. */
  numbers: readonly FlightNumbers[];
  /** What flights of the route at hand make of other times; written over for each route. */
  crowding: { out: Float64Array; back: Float64Array };
}

const longKm = 4500;
/** The first and the last flight of a day leave a base about then. */
const days = {
  short: { firstMinute: 405, lastMinute: 1265 },
  long: { firstMinute: 480, lastMinute: 1215 },
  aroundTheClock: { firstMinute: 0, lastMinute: 1400 },
};
/** From blocks on to blocks off. */
const turnMinutes = { short: 50, long: 110 };
/** With so many flights a day on a short route, one of them rests on Saturday. */
const restsOnSaturdayFrom = 4;
const allButSaturday = 0b1011111;

/** The flights of a route: whole daily ones, then one on some days of the week, each with its flight back. */
export function scheduleRoute(scheduling: Scheduling, route: Route): Pattern[] {
  const { facts, seed, numbers } = scheduling;
  const routeSeed = Math.floor(unitHash(seed, route.airline, route.base, route.other) * 0x7fffffff);
  const legs = legsOf(scheduling, route);
  if (legs === undefined) return [];
  const flights = Math.ceil(route.dailyFlights);
  const inSeason = flightsInSeason(facts, route, flights, routeSeed);
  const { crowding } = scheduling;
  for (const costs of Object.values(crowding)) costs.fill(0);
  const patterns: Pattern[] = [];
  for (let nth = 0; nth < flights; nth++) {
    const number = numbers[route.airline]?.take(route.base, route.other, nth, route.km) ?? 0;
    const weekdays = weekdaysOf(route, nth, flights, routeSeed);
    const season = nth >= flights - inSeason.flights ? inSeason.season : route.season;
    const out = chooseDeparture(scheduling.hours, legs.out, {
      minute: wishedMinute(dayOf(scheduling.hours, legs.out), nth, flights, routeSeed),
      hub: "origin",
      seed: routeSeed + nth,
      crowding: crowding.out,
    });
    const ready =
      out + legs.out.blockMinutes + legs.out.clockDifferences[0] + turnMinutes[legs.out.isLong ? "long" : "short"];
    const back = chooseDeparture(scheduling.hours, legs.back, {
      minute: ((ready % 1440) + 1440) % 1440,
      hub: "destination",
      seed: routeSeed - nth,
      crowding: crowding.back,
    });
    crowd(crowding.out, out);
    crowd(crowding.back, back);
    const shared = { airline: route.airline, aircraft: route.aircraft, weekdays, season };
    patterns.push(
      {
        ...shared,
        number,
        from: route.base,
        to: route.other,
        departureMinute: out,
        blockMinutes: legs.out.blockMinutes,
      },
      {
        ...shared,
        number: number + 1,
        from: route.other,
        to: route.base,
        departureMinute: back,
        blockMinutes: legs.back.blockMinutes,
      },
    );
  }
  return patterns;
}

function legsOf(
  { facts, clockDifferences }: Scheduling,
  { base, other, km, aircraft }: Route,
): { out: Leg; back: Leg } | undefined {
  const [home, away, type] = [facts.airports[base], facts.airports[other], facts.aircraft[aircraft]];
  if (home === undefined || away === undefined || type === undefined) return undefined;
  const isLong = km > longKm;
  const leg = (from: number, to: number, start: Airport, end: Airport): Leg => {
    return {
      from,
      to,
      blockMinutes: blockMinutes(start, end, km, type),
      isLong,
      clockDifferences: clockDifferences(from, to),
    };
  };
  return { out: leg(base, other, home, away), back: leg(other, base, away, home) };
}

interface Day {
  firstMinute: number;
  lastMinute: number;
}

function dayOf(hours: Hours, { from, isLong }: Leg): Day {
  if (!isLong) return days.short;
  return hours.neverSleeps(from) ? days.aroundTheClock : days.long;
}

/** Flights spread over the day; a single one anywhere in it. */
function wishedMinute(day: Day, nth: number, flights: number, seed: number): number {
  const span = day.lastMinute - day.firstMinute;
  if (flights === 1) return day.firstMinute + span * unitHash(seed, 1, 2, 3);
  return day.firstMinute + (span * nth) / (flights - 1);
}

function weekdaysOf({ dailyFlights, km }: Route, nth: number, flights: number, seed: number): number {
  const daysPerWeek = Math.round(Math.min(1, dailyFlights - nth) * 7);
  if (daysPerWeek < 7) return weeklyPattern(daysPerWeek, seed % 7);
  return km < longKm && flights >= restsOnSaturdayFrom && nth === 1 ? allButSaturday : weeklyPattern(7, 0);
}

/** How many of a route's flights live on a season of one of its ends, and which. */
function flightsInSeason(
  { airports, seasonalAirports }: FactsInOrder,
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
