import { type Flight, formatInstant, newId, type ScoreOption, type SearchRequest } from "@wayfare/contract";
import { findFlights, type SearchSupply } from "./find-flights.ts";
import { normalizeRequest } from "./normalize.ts";
import { scoreFlights } from "./score.ts";
import { selectFlights } from "./select.ts";
import { toFlight } from "./wire-flight.ts";

/** No client waits for a preview, so suppliers may take as long as a cold thread needs. */
const deadlineMs = 60_000;

/**
 * Returns the response of `POST /v1/search` for an account without bookings, outside of any request: nothing is stored, counted or charged,
 * so its offers can neither be repriced nor booked. For samples and measurements.
 *
 * @throws DomainError as the operation does: SEARCH_UNPROCESSABLE, SUPPLY_UNAVAILABLE, OVERLOADED.
 */
export async function previewSearch(
  supply: SearchSupply,
  body: SearchRequest,
  nowMs: number,
): Promise<{ flights: Flight[]; scoreOptions: ScoreOption[] }> {
  const request = normalizeRequest(body, supply, nowMs);
  const run = { searchId: newId("srch", nowMs), environment: "test" as const, request, searchedAtMs: nowMs };
  const context = { deadlineMs, signal: new AbortController().signal };
  const { candidates } = await findFlights(supply, { ...run, soldSeats: [] }, context);
  const mileValue = (program: string) => supply.dictionary.getMileValueMinor(program, request.currency);
  const selected = selectFlights(candidates, request, mileValue);
  const { currency, cabin } = request;
  const searchedAt = formatInstant(nowMs);
  const wire = { currency, cabin, searchedAt, expiresAt: searchedAt };
  return {
    flights: selected.map((candidate) => toFlight(candidate, wire)),
    scoreOptions: scoreFlights(selected, request, supply.dictionary),
  };
}
