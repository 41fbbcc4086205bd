import { type Flight, newId, type ScoreOption, type SearchRequest } from "@wayfare/contract";
import type { Dictionary, Gazetteer } from "../request/facts.ts";
import { normalizeRequest } from "../request/normalize.ts";
import type { SearchRunner } from "./runner.ts";
import type { SearchJob } from "./search-job.ts";

/** No client waits for a preview, so suppliers may take as long as a cold thread needs. */
const deadlineMs = 60_000;

/** Supply of a preview. */
export interface PreviewSupply {
  runner: SearchRunner;
  gazetteer: Gazetteer;
  dictionary: Dictionary;
}

/**
 * Returns the response of `POST /v1/search` for an account without bookings, outside of any request: nothing is stored, counted or charged,
 * so its offers can neither be repriced nor booked. For samples and measurements.
 *
 * @throws DomainError as the operation does: SEARCH_UNPROCESSABLE, SUPPLY_UNAVAILABLE, OVERLOADED.
 */
export async function previewSearch(
  { runner, ...facts }: PreviewSupply,
  body: SearchRequest,
  nowMs: number,
): Promise<{ flights: Flight[]; scoreOptions: ScoreOption[] }> {
  const { bytes } = await runner.search({ ...toPreviewJob(facts, body, nowMs), coding: "identity" }, {});
  const preview: { flights: Flight[]; scoreOptions: ScoreOption[] } = JSON.parse(new TextDecoder().decode(bytes));
  return preview;
}

/** Returns the job of a ranked search outside of any request. @throws DomainError SEARCH_UNPROCESSABLE */
export function toPreviewJob(facts: Omit<PreviewSupply, "runner">, body: SearchRequest, nowMs: number): SearchJob {
  return {
    searchId: newId("srch", nowMs),
    accountId: "",
    environment: "test",
    request: normalizeRequest(body, facts, nowMs),
    searchedAtMs: nowMs,
    expiresAtMs: nowMs,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs,
  };
}
