import { type NormalizedRequest, newId } from "@wayfare/contract";
import type { Caller } from "../http/caller.ts";
import type { SearchParts } from "./parts.ts";
import type { KeptSearch } from "./store.ts";

/** How long an offer holds. */
const offerLifeMs = 15 * 60_000;

/** The row of a search that a caller makes. */
export function newSearch(
  { clock, supply }: Pick<SearchParts, "clock" | "supply">,
  { accountId, environment, applicationId, id: keyId }: Caller,
  search: { request: NormalizedRequest; searchedAtMs: number; salesVersion: number },
): KeptSearch {
  return {
    ...search,
    // By the wall clock, whatever the clock of the data: retention deletes searches by their ids.
    id: newId("srch", clock.nowMs()),
    accountId,
    environment,
    applicationId,
    keyId,
    expiresAtMs: search.searchedAtMs + offerLifeMs,
    versions: supply.suppliers.versionsOf(environment),
  };
}
