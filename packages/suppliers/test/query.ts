import type { SearchQuery } from "@wayfare/suppliers";
import { plainQuery } from "../src/port/plain-query.ts";

/** A plain search, and what a test wants to be different. */
export function queryFor(changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    ...plainQuery,
    origin: { code: "LON", kind: "city" },
    destination: { code: "NYC", kind: "city" },
    departureDate: "2027-01-20",
    ...changes,
  };
}
