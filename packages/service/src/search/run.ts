import { addDays, DomainError, type UnderstoodRequest } from "@wayfare/contract";
import { type FanOut, type SoldSeats, searchSuppliers } from "@wayfare/suppliers";
import type { SalesQuestion } from "../bookings/sales-store.ts";
import { type Candidate, mergeAnswers } from "./candidates.ts";
import type { RunContext, SearchParts } from "./parts.ts";
import { toQuery } from "./request.ts";

export interface SearchRun {
  searchId: string;
  /** Absent where a search is no account's. */
  accountId?: string;
  environment: "test" | "live";
  request: UnderstoodRequest;
  searchedAtMs: number;
  /** What the account had sold of the sandbox. */
  soldSeats: readonly SoldSeats[];
}

/** A flight of a slice leaves a day before the slice's date at the earliest, over the date line, and at the latest after two of the longest flights and layovers. */
const daysBefore = 1;
const daysAfter = 6;

/** The days on which flights of a search can leave. */
export function daysOf({ departureDate, returnDate }: UnderstoodRequest): SalesQuestion {
  return { from: addDays(departureDate, -daysBefore), to: addDays(returnDate ?? departureDate, daysAfter) };
}

/** Asks the suppliers of the environment and merges what they found; uncut, and the same for the same run. */
export async function runSearch(
  parts: Pick<SearchParts, "supply" | "deadlineMs">,
  run: SearchRun,
  context: RunContext,
): Promise<{ candidates: Candidate[]; supply: FanOut["supply"] }> {
  const suppliers = parts.supply.suppliers[run.environment];
  const { answers, supply } = await searchSuppliers(suppliers, toQuery(run.request), {
    ...(run.accountId === undefined ? {} : { accountId: run.accountId }),
    searchedAtMs: run.searchedAtMs,
    soldSeats: run.soldSeats,
    deadlineMs: parts.deadlineMs,
    signal: context.signal,
  });
  for (const { source, status, failure } of supply) {
    if (failure !== undefined && !context.signal.aborted)
      context.log.warn({ source, status, err: failure }, "supplier did not answer");
  }
  if (answers.length === 0) throw noSupply(supply);
  const sources = suppliers.map((supplier) => supplier.name);
  return { candidates: mergeAnswers(run.searchId, answers, sources), supply };
}

function noSupply(supply: FanOut["supply"]): DomainError {
  if (supply.length > 0 && supply.every(({ status }) => status === "skipped")) {
    return new DomainError("OVERLOADED");
  }
  const late = supply.length > 0 && supply.every(({ status }) => status === "timeout");
  const detail = late ? "Every supplier ran out of time." : "No supplier could answer.";
  return new DomainError("SUPPLY_UNAVAILABLE", late ? { detail, timedOut: true } : { detail });
}
