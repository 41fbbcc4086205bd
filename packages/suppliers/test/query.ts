import type { SearchQuery } from "@wayfare/suppliers";
import { defaultQuery } from "./default-query.ts";

/** A default query with changes. */
export function queryFor(changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    ...defaultQuery,
    origin: { code: "LON", kind: "city" },
    destination: { code: "NYC", kind: "city" },
    departureDate: "2027-01-20",
    ...changes,
  };
}
