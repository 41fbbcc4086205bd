import { type Flight, newId, type ScoreOption, type SearchRequest } from "@wayfare/contract";
import type { Dictionary, Gazetteer } from "../request/facts.ts";
import { normalizeRequest } from "../request/normalize.ts";
import type { SearchRunner } from "./runner.ts";

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
  const { bytes } = await runner.search(
    {
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
      coding: "identity",
    },
    {},
  );
  const preview: { flights: Flight[]; scoreOptions: ScoreOption[] } = JSON.parse(new TextDecoder().decode(bytes));
  return preview;
}
