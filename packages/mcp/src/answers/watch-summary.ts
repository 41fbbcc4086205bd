import { oneOf } from "@wayfare/contract";
import type { Watch, WatchCondition, WatchFlight } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { priceText } from "./offer-terms.ts";
import { simulatedNote } from "./supply-notes.ts";

/** A watch, its last run and its best match. */
export const WatchSummarySchema = Type.Object(
  {
    id: Type.String({ description: "Id for delete_watch." }),
    trip: Type.String({ description: "Route and dates." }),
    condition: Type.String(),
    status: oneOf(["active", "paused", "expired"]),
    intervalMinutes: Type.Integer({ description: "Minutes between two runs." }),
    expiresAt: Type.String({ description: "End of the runs." }),
    lastRun: Type.Union([Type.String(), Type.Null()], {
      description: "Time and result of the last run; null before the first.",
    }),
    matches: Type.Integer({ description: "Flights that matched in the last run." }),
    best: Type.Optional(Type.String({ description: "Price and offer id of the best match." })),
  },
  { additionalProperties: false },
);

export type WatchSummary = Static<typeof WatchSummarySchema>;

export function summarizeWatch(watch: Watch): WatchSummary {
  const { id, search, condition, status, intervalMinutes, expiresAt, lastRun, matchCount, matches } = watch;
  const [best] = matches;
  return {
    id,
    trip: `${routeOf(search)} ${datesOf(search)}`,
    condition: describeCondition(condition),
    status,
    intervalMinutes,
    expiresAt,
    lastRun:
      lastRun === null
        ? null
        : `${lastRun.startedAt} ${lastRun.status}${lastRun.reason === null ? "" : `: ${lastRun.reason}`}`,
    matches: matchCount,
    ...(best === undefined ? {} : { best: describeMatch(best) }),
  };
}

export function renderWatch(watch: WatchSummary): string {
  const { id, trip, condition, status, intervalMinutes, expiresAt, lastRun, matches, best } = watch;
  const result = lastRun === null ? "no run yet" : `last run ${lastRun}, ${matches} matches`;
  return `${id} ${status}: ${trip}, ${condition}; every ${intervalMinutes} min until ${expiresAt}; ${result}${best === undefined ? "" : `, best ${best}`}`;
}

/** Notes on the cost of a watch, or on its simulated data. */
export function noteWatch({ environment, intervalMinutes }: Watch): string[] {
  const perDay = Math.ceil(1440 / intervalMinutes);
  return environment === "test"
    ? [simulatedNote]
    : [`Each run counts as one search of the plan: about ${perDay} a day until the watch ends or is deleted.`];
}

type Search = Watch["search"];
type Place = Search["origin"];

function routeOf({ slices, origin, destination }: Search): string {
  return (slices ?? [{ origin, destination }])
    .map((slice) => `${codesOf(slice.origin)}-${codesOf(slice.destination)}`)
    .join(", ");
}

function codesOf(place: Place): string {
  return [place ?? []]
    .flat()
    .map((each) => (typeof each === "string" ? each : each.code))
    .join("/");
}

function datesOf({ slices, departureDate, returnDate }: Search): string {
  const dates = slices?.map((slice) => slice.departureDate) ?? [departureDate, returnDate];
  return dates.filter((date) => typeof date === "string").join(" to ");
}

function describeCondition({ maxPrice, dropPercent, maxMiles, minCentsPerPoint, minSeats }: WatchCondition): string {
  return [
    maxPrice && `at most ${maxPrice.amount} ${maxPrice.currency}`,
    dropPercent && `at least ${dropPercent} % cheaper`,
    maxMiles === undefined ? undefined : `at most ${maxMiles} miles`,
    minCentsPerPoint === undefined ? undefined : `at least ${minCentsPerPoint} cents per mile`,
    minSeats && `at least ${minSeats} seats`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

function describeMatch({ cash, award }: WatchFlight): string {
  return [
    ...(cash === null ? [] : [`${priceText(cash.total, null)} [${cash.offerId}]`]),
    ...(award === null ? [] : [`${priceText(award.total, award.miles)} ${award.program} [${award.offerId}]`]),
  ].join(" or ");
}
