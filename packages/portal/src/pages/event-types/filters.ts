import { readPattern } from "../../data/search-params.ts";

/** Filter of the event catalog, as in the search parameters. */
export interface EventTypeFilters {
  /** Name of an event type, which this version may not have. */
  type?: string;
}

/** Parses the filter. Keeps unknown types, so that the page can name them. */
export function readEventTypeFilters(search: Record<string, unknown>): EventTypeFilters {
  return readPattern(search, "type", /^[\x21-\x7e]{1,100}$/);
}
