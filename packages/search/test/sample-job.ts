import { newId, type SearchRequest } from "@wayfare/contract";
import type { SearchJob } from "../src/index.ts";
import { normalizeRequest } from "../src/request/normalize.ts";
import { facts } from "./sample-facts.ts";

const searchedAtMs = Date.UTC(2027, 0, 1);

/** A ranked search of test data for cash and awards from JFK to LHR, with changes of its request and of itself. */
export function makeJob(request: Partial<SearchRequest> = {}, changes: Partial<SearchJob> = {}): SearchJob {
  const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, ...request };
  return {
    searchId: newId("srch", searchedAtMs),
    accountId: "acct_1",
    environment: "test",
    request: normalizeRequest(body, facts, searchedAtMs),
    searchedAtMs,
    expiresAtMs: searchedAtMs + 900_000,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 60_000,
    ...changes,
  };
}
