import type { SearchRequest, Watch, WatchCondition, WatchRun } from "@wayfare/sdk";
import { formatMiles, formatMoney } from "../../components/money-format.ts";

type Place = NonNullable<SearchRequest["origin"]>;

function codesOf(places: Place | undefined): string {
  const list = Array.isArray(places) ? places : [places];
  return list
    .map((place) => (typeof place === "object" ? place.code : (place ?? "")).slice(-3).toUpperCase())
    .join(", ");
}

/** Route of a search: `JFK – LHR`. */
export function describeRoute({ slices, origin, destination }: SearchRequest): string {
  return (slices ?? [{ origin, destination }])
    .map((slice) => `${codesOf(slice.origin)} – ${codesOf(slice.destination)}`)
    .join("; ");
}

/** Dates of a search: `2027-01-20 – 2027-01-27`. */
export function describeDates({ slices, departureDate, returnDate }: SearchRequest): string {
  const dates = slices?.map((slice) => slice.departureDate) ?? [departureDate, returnDate];
  return dates.filter((date) => typeof date === "string").join(" – ");
}

/** Condition in words, one text for each part. */
export function describeCondition(condition: WatchCondition): string[] {
  const { maxPrice, dropPercent, maxMiles, minCentsPerPoint, minSeats } = condition;
  return [
    ...(maxPrice === undefined ? [] : [`${formatMoney(maxPrice)} or less`]),
    ...(dropPercent === undefined ? [] : [`${dropPercent} % cheaper`]),
    ...(maxMiles === undefined ? [] : [`${formatMiles(maxMiles)} or less`]),
    ...(minCentsPerPoint === undefined ? [] : [`${minCentsPerPoint} cents per mile or more`]),
    ...(minSeats === undefined ? [] : [minSeats === 1 ? "1 seat or more" : `${minSeats} seats or more`]),
  ];
}

const reasons: Readonly<Record<NonNullable<WatchRun["reason"]>, string>> = {
  supplier_failed: "A supplier did not answer.",
  supply_unavailable: "No supplier answered.",
  search_refused: "The search is no longer valid.",
  quota_exceeded: "The quota of the plan is used up.",
  key_limit_exceeded: "The usage limit of the key that created the watch is used up.",
  account_suspended: "The account is suspended.",
  error: "The search failed.",
};

/** Explains a run that did not succeed; undefined for others. */
export function describeReason({ reason }: WatchRun): string | undefined {
  return reason === null ? undefined : (reasons[reason] ?? reason);
}

/** Interval in words. */
export function describeInterval({ intervalMinutes }: Pick<Watch, "intervalMinutes">): string {
  if (intervalMinutes % 1440 === 0) return "Every day";
  if (intervalMinutes === 60) return "Every hour";
  return intervalMinutes % 60 === 0 ? `Every ${intervalMinutes / 60} hours` : `Every ${intervalMinutes} minutes`;
}
