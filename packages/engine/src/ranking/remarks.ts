import { wakingDay } from "./coefficients.ts";
import type { RankOption, RankSlice } from "./option.ts";
import { count, duration, timeOfDay } from "./phrases.ts";
import { nightMinutes } from "./schedule.ts";
import { totalStopsOf } from "./utility.ts";

/** Slack in minutes below which a connection is called tight. */
const tightMinutes = 20;
/** Minutes into the night from which a time is mentioned. */
const minNightMinutes = 120;

/** Stops of an option: "nonstop both ways", "1 stop at ORD", "1 stop each way, at CNF". */
export function stopsStatement(option: RankOption): string {
  const [out, back, ...more] = option.slices;
  if (totalStopsOf(option) === 0) return option.slices.length === 2 ? "nonstop both ways" : "nonstop";
  if (out !== undefined && back === undefined) return sliceStops(out);
  if (out === undefined || back === undefined || more.length > 0)
    return `${count(totalStopsOf(option), "stop")} in total`;
  const airports = airportsOf(out);
  if (airports.join() === airportsOf(back).toReversed().join()) {
    return `${count(airports.length, "stop")} each way, at ${airports.join(" and ")}`;
  }
  return `${sliceStops(out)} outbound, ${sliceStops(back)} inbound`;
}

/** Risks, most important first, then advantages. Unknown values are not mentioned. */
export function remarksOf(option: RankOption): (string | null)[] {
  return [
    connectionWarning(option),
    option.mixedCabin ? "part of the journey is in a lower cabin" : null,
    nightHours(option),
    seatsLeft(option),
    option.refundable === true ? "fully refundable" : null,
    emissionsStatement(option),
    conditions(option),
  ];
}

function airportsOf(slice: RankSlice): string[] {
  return slice.layovers.map((layover) => layover.airport);
}

function sliceStops(slice: RankSlice): string {
  const airports = airportsOf(slice);
  return airports.length === 0 ? "nonstop" : `${count(airports.length, "stop")} at ${airports.join(" and ")}`;
}

function connectionWarning(option: RankOption): string | null {
  for (const { layovers } of option.slices) {
    for (const { selfTransfer, airport } of layovers) {
      if (selfTransfer === true) {
        return `separate tickets: collect bags and check in again at ${airport}, and pay for a new flight if you miss the next one`;
      }
    }
  }
  let tightest: { airport: string; slackMinutes: number } | null = null;
  for (const slice of option.slices) {
    for (const layover of slice.layovers) {
      if (layover.airportChange !== null) {
        return `changes airport from ${layover.airportChange.from} to ${layover.airportChange.to}`;
      }
      const { airport, slackMinutes } = layover;
      if (slackMinutes !== null && slackMinutes < (tightest?.slackMinutes ?? tightMinutes)) {
        tightest = { airport, slackMinutes };
      }
    }
  }
  if (tightest !== null) return tightness(tightest);
  for (const slice of option.slices) {
    for (const layover of slice.layovers) {
      if (layover.overnight) return `overnight layover of ${duration(layover.durationMinutes)} at ${layover.airport}`;
    }
  }
  return null;
}

function tightness({ airport, slackMinutes }: { airport: string; slackMinutes: number }): string {
  const slack = Math.max(0, slackMinutes);
  if (slack === 0) return `tight connection at ${airport}: only the minimum time`;
  return `tight connection at ${airport}: ${count(slack, "minute")} above the minimum`;
}

/** The departure or arrival of a slice that is furthest into the night. */
function nightHours({ slices }: RankOption): string | null {
  let deepest = minNightMinutes - 1;
  let statement: string | null = null;
  for (const [at, slice] of slices.entries()) {
    const direction = slices.length === 2 ? ` ${at === 0 ? "outbound" : "inbound"}` : "";
    const ends = [
      { verb: "leaves", minute: slice.departureMinute, latest: wakingDay.latestDeparture },
      { verb: "arrives", minute: slice.arrivalMinute, latest: wakingDay.latestArrival },
    ];
    for (const { verb, minute, latest } of ends) {
      const { early, late } = nightMinutes(minute, latest);
      if (early + late <= deepest) continue;
      deepest = early + late;
      statement = `${verb} at ${timeOfDay(minute)}${direction}`;
    }
  }
  return statement;
}

function seatsLeft({ seatsRemaining }: RankOption): string | null {
  if (seatsRemaining === null || seatsRemaining > 3) return null;
  return seatsRemaining === 1 ? "last seat at this price" : `${seatsRemaining} seats left at this price`;
}

function emissionsStatement({ kgCO2e, typicalKgCO2e }: RankOption): string | null {
  if (kgCO2e === null || typicalKgCO2e === null || typicalKgCO2e <= 0) return null;
  const percent = Math.round(100 * (kgCO2e / typicalKgCO2e - 1));
  if (Math.abs(percent) < 10) return null;
  return `${Math.abs(percent)}% ${percent < 0 ? "less" : "more"} CO2e than is usual on this route`;
}

function conditions({ refundable, changeable, checkedBags }: RankOption): string | null {
  if (refundable !== false || changeable === null) return null;
  if (changeable) return "can be changed, not refunded";
  return checkedBags === 0 ? "no changes, no refund, no checked bag" : "no changes, no refund";
}
