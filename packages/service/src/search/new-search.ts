import { type NormalizedRequest, newId } from "@wayfare/contract";
import type { Caller } from "../http/caller.ts";
import type { SearchDeps } from "./deps.ts";
import type { StoredSearch } from "./store.ts";

/** Lifetime of an offer. */
const offerLifeMs = 15 * 60_000;

/** Builds the stored form of a search. */
export function newSearch(
  { clock, supply }: Pick<SearchDeps, "clock" | "supply">,
  {
    accountId,
    environment,
    applicationId,
    id: keyId,
  }: Pick<Caller, "accountId" | "environment" | "applicationId" | "id">,
  search: { request: NormalizedRequest; searchedAtMs: number; salesVersion: number },
): StoredSearch {
  return {
    ...search,
    // Uses the wall clock regardless of the test clock, because retention deletes searches by their ids.
    id: newId("srch", clock.nowMs()),
    accountId,
    environment,
    applicationId,
    keyId,
    expiresAtMs: search.searchedAtMs + offerLifeMs,
    versions: supply.runner.versionsOf(environment),
  };
}
