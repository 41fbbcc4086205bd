import { digestId, formatOfferId } from "@wayfare/contract";
import type { AwardOffer, CashOffer, SuppliedAnswer, SuppliedFlight } from "@wayfare/suppliers";

/** An offer with the supplier that it came from. */
export interface Sourced<Offer> {
  id: string;
  source: string;
  offer: Offer;
}

/** One physical flight with the offers of every supplier. */
export interface Candidate {
  id: string;
  flight: SuppliedFlight;
  cash: Sourced<CashOffer>[];
  award: Sourced<AwardOffer>[];
  simulated: boolean;
}

/**
 * Merges what the suppliers found. An offer's ordinal follows from its place in its own supplier's answer alone, so that
 * the same search names it the same even where another supplier was late the first time.
 *
 * @param sources the names of all suppliers that were asked, in order
 */
export function mergeAnswers(
  searchId: string,
  answers: readonly SuppliedAnswer[],
  sources: readonly string[],
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { source, simulated, flights } of answers) {
    let ordinal = sources.indexOf(source);
    const name = <Offer>(offer: Offer): Sourced<Offer> => {
      const id = formatOfferId(searchId, ordinal);
      ordinal += sources.length;
      return { id, source, offer };
    };
    for (const flight of flights) {
      const key = itineraryKey(flight);
      const candidate = candidates.get(key) ?? { id: digestId("flt", key), flight, cash: [], award: [], simulated };
      candidate.cash.push(...flight.cash.map(name));
      candidate.award.push(...flight.award.map(name));
      candidate.simulated ||= simulated;
      candidates.set(key, candidate);
    }
  }
  return [...candidates.values()];
}

/** The same for the same flights at the same times, whoever offers them and under whatever number. */
function itineraryKey(flight: SuppliedFlight): string {
  return flight.slices
    .map((slice) =>
      slice.segments
        .map((segment) =>
          [
            segment.operatingCarrier,
            segment.operatingFlightNumber,
            segment.origin,
            segment.destination,
            segment.departure.epochMinutes,
          ].join(" "),
        )
        .join(","),
    )
    .join("/");
}
