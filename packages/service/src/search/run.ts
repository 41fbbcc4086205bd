import type { UnderstoodRequest } from "@wayfare/contract";
import { type FanOut, searchSuppliers } from "@wayfare/suppliers";
import { ProblemError } from "../http/problem.ts";
import { type Candidate, mergeAnswers } from "./candidates.ts";
import type { CallContext, SearchParts } from "./parts.ts";
import { toQuery } from "./request.ts";

export interface SearchRun {
  searchId: string;
  environment: "test" | "live";
  request: UnderstoodRequest;
  searchedAtMs: number;
}

/** Asks the suppliers of the environment and merges what they found; uncut, and the same for the same run. */
export async function runSearch(
  parts: SearchParts,
  run: SearchRun,
  context: CallContext,
): Promise<{ candidates: Candidate[]; supply: FanOut["supply"] }> {
  const suppliers = parts.supply.suppliers[run.environment];
  const { answers, supply } = await searchSuppliers(suppliers, toQuery(run.request), {
    searchedAtMs: run.searchedAtMs,
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

function noSupply(supply: FanOut["supply"]): ProblemError {
  if (supply.length > 0 && supply.every(({ status }) => status === "skipped")) {
    return new ProblemError("OVERLOADED");
  }
  const late = supply.length > 0 && supply.every(({ status }) => status === "timeout");
  const detail = late ? "Every supplier ran out of time." : "No supplier could answer.";
  return new ProblemError("SUPPLY_UNAVAILABLE", late ? { detail, status: 504 } : { detail });
}
