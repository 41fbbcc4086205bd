import { unitHash } from "@wayfare/engine";
import type { Airport } from "../facts/airport.ts";
import type { Curfew } from "../facts/airport-rule.ts";

/** Resolution of a day. */
export const stepMinutes = 10;
export const stepsPerDay = 1440 / stepMinutes;

/** Costs of a local time by step of the day and of the next; infinite if no movement is allowed. */
type HourCosts = Float64Array;

type Movement = "departures" | "arrivals";

/** Countries whose hubs connect continents at night. */
const nightHubCountries = new Set("AE QA BH OM KW SA IN PK LK TH SG MY ET TR EG PH".split(" "));

/** Cost of a local time by demand: 0 by day, increasing toward the middle of the night. */
const nights = {
  short: nightCosts({ endsMinute: 350, beginsMinute: 1390, perStep: 5 }),
  long: nightCosts({ endsMinute: 330, beginsMinute: 1400, perStep: 2 }),
  nightHub: nightCosts({ endsMinute: 200, beginsMinute: 1440, perStep: 0.3 }),
};

/** Local minutes of the centers of a hub's departure waves; each hub shifts them by its own offset. */
const waveCenters = {
  byDay: [420, 560, 710, 860, 1010, 1150, 1280],
  aroundTheClock: [150, 250, 470, 560, 860, 950, 1320],
};
const waveShiftMinutes = 60;
/** Minimum size of a hub with waves, in millions of passengers per year. */
const minWaveHubMillions = 12;
const noWaves = new Float64Array(2 * stepsPerDay);

/** Costs of local times at each airport: nights, curfews and waves. */
export class Hours {
  readonly #airports: readonly Airport[];
  readonly #curfews: Readonly<Record<Movement, Map<string, Curfew>>>;
  readonly #costs = new Map<string, HourCosts>();
  readonly #waves: HourCosts[];

  constructor(airports: readonly Airport[], curfews: readonly Curfew[]) {
    const about = (movement: Movement) =>
      new Map(
        curfews
          .filter((curfew) => curfew.movement === null || curfew.movement === movement)
          .map((curfew) => [curfew.airport, curfew]),
      );
    this.#airports = airports;
    this.#curfews = { departures: about("departures"), arrivals: about("arrivals") };
    this.#waves = airports.map(({ passengersMillions, country }, index) => {
      if (passengersMillions < minWaveHubMillions) return noWaves;
      return waveCosts(index, waveCenters[nightHubCountries.has(country) ? "aroundTheClock" : "byDay"]);
    });
  }

  /** Returns the costs of departure or arrival times of long or short flights at an airport. */
  costs(airport: number, movement: Movement, isLong: boolean): HourCosts {
    const night = !isLong ? nights.short : this.neverSleeps(airport) ? nights.nightHub : nights.long;
    const curfew = this.#curfews[movement].get(this.#airports[airport]?.code ?? "");
    if (curfew === undefined) return night;
    const key = `${airport}${movement}${isLong}`;
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const costs = night.map((cost, step) =>
      isClosed(curfew, (step % stepsPerDay) * stepMinutes) ? Number.POSITIVE_INFINITY : cost,
    );
    this.#costs.set(key, costs);
    return costs;
  }

  /** True if the airport's long flights depart around the clock. */
  neverSleeps(airport: number): boolean {
    return nightHubCountries.has(this.#airports[airport]?.country ?? "");
  }

  /** Steps to the next departure wave of an airport; 0 without waves. */
  waves(airport: number): HourCosts {
    return this.#waves[airport] ?? noWaves;
  }
}

function isClosed({ fromMinute, toMinute }: Curfew, minute: number): boolean {
  // Costs apply to any minute up to one step later.
  const last = minute + stepMinutes - 1;
  if (fromMinute < toMinute) return last >= fromMinute && minute < toMinute;
  return last >= fromMinute || minute < toMinute;
}

function nightCosts(night: { endsMinute: number; beginsMinute: number; perStep: number }): HourCosts {
  return Float64Array.from({ length: 2 * stepsPerDay }, (_, step) => {
    const minute = (step % stepsPerDay) * stepMinutes;
    if (minute >= night.endsMinute && minute <= night.beginsMinute) return 0;
    const untilMorning = (night.endsMinute - minute + 1440) % 1440;
    const sinceEvening = (minute - night.beginsMinute + 1440) % 1440;
    return night.perStep * (2 + Math.min(untilMorning, sinceEvening) / stepMinutes);
  });
}

function waveCosts(airport: number, centres: readonly number[]): HourCosts {
  const shift = (unitHash(airport, 11, 12, 13) - 0.5) * 2 * waveShiftMinutes;
  return Float64Array.from({ length: 2 * stepsPerDay }, (_, step) => {
    const minute = (step % stepsPerDay) * stepMinutes;
    const distances = centres.map((centre) => Math.abs(centre + shift - minute));
    return Math.min(...distances) / stepMinutes;
  });
}
