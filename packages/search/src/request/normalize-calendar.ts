import {
  addDays,
  type CalendarRequest,
  type DateRange,
  type FieldError,
  maxCalendarDays,
  maxGridDays,
  maxStays,
  type NormalizedRequest,
} from "@wayfare/contract";
import type { CalendarDates } from "@wayfare/suppliers";
import { checkRequest, fieldError, type RequestFacts, searchableDates, throwUnprocessable } from "./normalize.ts";

/** A calendar with defaults filled in. */
export interface NormalizedCalendar {
  /** Search of the first departure date. */
  search: NormalizedRequest;
  departureDates: string[];
  /** Columns of a round trip by length of stay, or null. */
  stayNights: number[] | null;
  /** Columns of a round trip by return date, or null. */
  returnDates: string[] | null;
  /** Dates of each cell, row by row; null if no search is possible. */
  cells: (CalendarDates | null)[];
}

/**
 * Fills in the defaults of a calendar request that matches its schema.
 *
 * @throws DomainError SEARCH_UNPROCESSABLE listing all invalid fields.
 */
export function normalizeCalendar(request: CalendarRequest, facts: RequestFacts, nowMs: number): NormalizedCalendar {
  const { departureDates, stayNights, returnDates, ...search } = request;
  const { normalized, errors } = checkRequest({ ...search, departureDate: departureDates.from }, facts, nowMs);
  const { last } = searchableDates(normalized.origin, facts.gazetteer, nowMs);
  throwUnprocessable([
    ...errors.map((error) =>
      error.pointer === "/departureDate"
        ? {
            ...error,
            pointer: "/departureDates/from",
            detail: error.detail.replace("`departureDate`", "`departureDates.from`"),
          }
        : error,
    ),
    ...findColumnErrors(request, last),
    ...findRangeErrors("departureDates", departureDates, {
      last,
      maxDays: returnDates === undefined ? maxCalendarDays : maxGridDays,
    }),
  ]);
  const rows = listDates(departureDates);
  const stays = stayNights === undefined ? null : listNumbers(stayNights.min, stayNights.max);
  const returns = returnDates === undefined ? null : listDates(returnDates);
  const cells = rows.flatMap((departureDate): (CalendarDates | null)[] => {
    const dates = returns ?? stays?.map((nights) => addDays(departureDate, nights)) ?? [null];
    return dates.map((returnDate) => {
      if (returnDate !== null && (returnDate < departureDate || returnDate > last)) return null;
      return { departureDate, returnDate };
    });
  });
  return { search: normalized, departureDates: rows, stayNights: stays, returnDates: returns, cells };
}

function findColumnErrors({ departureDates, stayNights, returnDates }: CalendarRequest, last: string): FieldError[] {
  if (stayNights !== undefined && returnDates !== undefined) {
    return [fieldError("/returnDates", "INVALID", "Use either `stayNights` or `returnDates`, not both.")];
  }
  const errors: FieldError[] = [];
  errors.push(...findStayErrors(stayNights, maxStays));
  if (returnDates !== undefined) {
    errors.push(...findRangeErrors("returnDates", returnDates, { last, maxDays: maxGridDays }));
    if (returnDates.to < departureDates.from) {
      const detail = "`returnDates.to` must not be before `departureDates.from`.";
      errors.push(fieldError("/returnDates/to", "RETURN_BEFORE_DEPARTURE", detail));
    }
  }
  return errors;
}

/** Faults of a range of stays with at most `limit` different ones. */
export function findStayErrors(stayNights: CalendarRequest["stayNights"], limit: number): FieldError[] {
  if (stayNights === undefined) return [];
  const { min, max } = stayNights;
  const errors: FieldError[] = [];
  if (max < min) errors.push(fieldError("/stayNights/max", "RANGE", "`stayNights.max` must not be less than `min`."));
  if (max - min >= limit) {
    errors.push(fieldError("/stayNights", "RANGE", `\`stayNights\` is limited to ${limit} different stays.`));
  }
  return errors;
}

/** Faults of a range of dates with at most `maxDays` days, not after `last`. */
export function findRangeErrors(
  name: "departureDates" | "returnDates",
  { from, to }: DateRange,
  { last, maxDays }: { last: string; maxDays: number },
): FieldError[] {
  if (to < from) return [fieldError(`/${name}/to`, "RANGE", `\`${name}.to\` must not be before \`${name}.from\`.`)];
  if (to > last) {
    return [fieldError(`/${name}/to`, "BEYOND_HORIZON", `\`${name}.to\` must not be after ${last}.`)];
  }
  // Not earlier: a range that ends after the last date may be too long to list.
  if (addDays(from, maxDays) <= to) {
    return [fieldError(`/${name}`, "RANGE", `\`${name}\` is limited to ${maxDays} days.`)];
  }
  return [];
}

export function listDates({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

export function listNumbers(min: number, max: number): number[] {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}
