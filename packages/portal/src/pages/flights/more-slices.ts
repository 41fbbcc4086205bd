import { isPlace, toPlace } from "./place-text.ts";

/** A slice of a multi-city search after the first. */
export interface MoreSlice {
  /** IATA code or place id, or incomplete input. */
  from: string;
  to: string;
  depart: string;
}

/** Errors of a slice by field. */
export type SliceErrors = { [Name in keyof MoreSlice]?: string };

/** Maximum slices after the first, as in the API. */
export const maxMoreSlices = 5;

const place = "(?:(?:airport|city):)?[A-Za-z]{3}";
const slice = `${place}_${place}_\\d{4}-\\d{2}-\\d{2}`;

/** Pattern of slices in the search parameters: `LHR_CDG_2027-01-24`, joined by commas. */
export const moreSlicesPattern = new RegExp(`^${slice}(,${slice}){0,${maxMoreSlices - 1}}$`);

/** Reads slices from a search parameter. */
export function parseMoreSlices(text = ""): MoreSlice[] {
  if (text === "") return [];
  return text.split(",").map((each) => {
    const [from = "", to = "", depart = ""] = each.split("_");
    return { from, to, depart };
  });
}

/** Writes slices as a search parameter. */
export function formatMoreSlices(slices: readonly MoreSlice[]): string {
  return slices.map(({ from, to, depart }) => [toPlace(from), toPlace(to), depart].join("_")).join(",");
}

/** Validates slices that follow a departure. Returns an empty list if they have no errors. */
export function validateMoreSlices(slices: readonly MoreSlice[], departure: string): SliceErrors[] {
  const errors = slices.map(({ from, to, depart }, at): SliceErrors => {
    const before = slices[at - 1]?.depart ?? departure;
    return {
      ...(!isPlace(from) && { from: "Select an origin." }),
      ...(!isPlace(to) && { to: "Select a destination." }),
      ...(depart === "" && { depart: "Select a date." }),
      ...(depart !== "" && depart < before && { depart: "Must not be before the flight before it." }),
    };
  });
  return errors.some((each) => Object.keys(each).length > 0) ? errors : [];
}
