import { digestId, formatOfferId } from "@wayfare/contract";
import {
  type AwardOffer,
  type CashOffer,
  itineraryKey,
  type SuppliedFlight,
  type SupplierResult,
} from "@wayfare/suppliers";
import { toOrdinal } from "./offer-ordinal.ts";

/** An offer with the supplier that returned it. */
export interface Sourced<Offer> {
  id: string;
  source: string;
  offer: Offer;
}

/** One physical itinerary with the offers of every supplier. */
export interface Candidate {
  id: string;
  flight: SuppliedFlight;
  cash: Sourced<CashOffer>[];
  award: Sourced<AwardOffer>[];
  simulated: boolean;
}

/**
 * Merges the suppliers' results. The id of an offer depends only on its supplier's slot and its position in that supplier's result, so the
 * same search gives it the same id even if other suppliers were late or are registered later.
 */
export function mergeResults(searchId: string, results: readonly SupplierResult[]): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { source, slot, simulated, flights } of results) {
    let position = 0;
    const identify = <Offer>(offer: Offer): Sourced<Offer> => {
      return { id: formatOfferId(searchId, toOrdinal(position++, slot)), source, offer };
    };
    for (const flight of flights) {
      const key = itineraryKey(flight);
      const candidate = candidates.get(key) ?? { id: flightIdOf(key), flight, cash: [], award: [], simulated };
      candidate.cash.push(...flight.cash.map(identify));
      candidate.award.push(...flight.award.map(identify));
      candidate.simulated ||= simulated;
      candidates.set(key, candidate);
    }
  }
  return [...candidates.values()];
}

/** Returns a flight of one supplier with a single offer that keeps its id. */
export function candidateOf(
  flight: SuppliedFlight,
  offerId: string,
  { name: source, simulated }: { name: string; simulated: boolean },
): Candidate {
  const identify = <Offer>(offer: Offer): Sourced<Offer> => ({ id: offerId, source, offer });
  const [cash, award] = [flight.cash.map(identify), flight.award.map(identify)];
  return { id: flightIdOf(itineraryKey(flight)), flight, cash, award, simulated };
}

function flightIdOf(key: string): string {
  return digestId("flt", key);
}
