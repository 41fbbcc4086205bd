import { type Currency, digestId, formatOfferId } from "@wayfare/contract";
import {
  type AwardOffer,
  awardMoneyOf,
  type CashOffer,
  convertMinor,
  FlightIndex,
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
  /** The offer's total in the currency of the search, to compare offers; null if the supplier does not state it. */
  price: number | null;
  /** Fees of requested bags in the currency of the search; absent if there are none, or the supplier does not state what is included. */
  bagFees?: number;
  /** The flight as its supplier stated it. Absent for simulated suppliers, which find an offer again by running its search again. */
  flight?: SuppliedFlight;
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
 *
 * Flights of simulated suppliers are joined by itinerary and departure times, and never with flights of real ones. Flights of real suppliers
 * are joined as `FlightIndex` describes, those with most stated values first, which the joined flight keeps.
 *
 * @param currency of the search
 */
export function mergeResults(searchId: string, results: readonly SupplierResult[], currency: Currency): Candidate[] {
  const simulated = new Map<string, Candidate>();
  const real: Candidate[] = [];
  for (const result of results) {
    const isReal = !result.simulated || result.testMode === true;
    for (const candidate of toCandidates(result, { searchId, currency, isReal })) {
      if (isReal) real.push(candidate);
      else addOffers(simulated, candidate);
    }
  }
  if (real.length === 0) return [...simulated.values()];
  const joined = joinFlights(real);
  const ids = new Set(joined.map(({ id }) => id));
  const others = [...simulated].map(([key, candidate]) =>
    ids.has(candidate.id) ? { ...candidate, id: flightIdOf(`simulated ${key}`) } : candidate,
  );
  return [...joined, ...others];
}

function* toCandidates(
  { source, slot, simulated, flights }: SupplierResult,
  { searchId, currency, isReal }: { searchId: string; currency: Currency; isReal: boolean },
): Generator<Candidate> {
  let position = 0;
  const identify = <Offer extends CashOffer | AwardOffer>(offer: Offer): Sourced<Offer> => {
    return { id: formatOfferId(searchId, toOrdinal(position++, slot)), source, offer, ...pricesOf(offer, currency) };
  };
  for (const flight of flights) {
    const [cash, award] = [flight.cash.map(identify), flight.award.map(identify)];
    if (isReal) for (const sourced of [...cash, ...award]) sourced.flight = flight;
    yield { id: "", flight, cash, award, simulated };
  }
}

function addOffers(candidates: Map<string, Candidate>, { flight, cash, award, simulated }: Candidate): void {
  const key = itineraryKey(flight);
  const known = candidates.get(key);
  if (known === undefined) {
    candidates.set(key, { id: flightIdOf(key), flight, cash, award, simulated });
    return;
  }
  known.cash.push(...cash);
  known.award.push(...award);
  known.simulated ||= simulated;
}

/** Joins the flights of real suppliers, and compares their awards with the cash offers of the same flight and cabin. */
function joinFlights(candidates: readonly Candidate[]): Candidate[] {
  const byUnknowns = candidates
    .map((candidate) => ({ candidate, unknowns: countUnknowns(candidate.flight) }))
    .toSorted((a, b) => a.unknowns - b.unknowns);
  const joined = new Map<string, Candidate>();
  const keys = new FlightIndex<SuppliedFlight>();
  for (const { candidate } of byUnknowns) {
    const same = keys.find(candidate.flight);
    const size = joined.size;
    addOffers(joined, { ...candidate, flight: same ?? candidate.flight });
    if (joined.size > size) keys.add(candidate.flight);
    addEmissions(joined, same ?? candidate.flight, candidate.flight);
  }
  return [...joined.values()].map((candidate) => ({ ...candidate, award: withCashEquivalents(candidate) }));
}

/** Number of values that a supplier does not state and others might. */
function countUnknowns({ slices, emissions }: SuppliedFlight): number {
  return slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ departure, arrival, operatingCarrier, aircraft }) => [departure, arrival, operatingCarrier, aircraft])
    .reduce((sum, value) => sum + (value === null ? 1 : 0), emissions === null ? 1 : 0);
}

function addEmissions(candidates: Map<string, Candidate>, flight: SuppliedFlight, { emissions }: SuppliedFlight): void {
  const candidate = candidates.get(itineraryKey(flight));
  if (candidate !== undefined && candidate.flight.emissions === null && emissions !== null) {
    candidate.flight = { ...candidate.flight, emissions };
  }
}

function withCashEquivalents({ cash, award }: Candidate): Sourced<AwardOffer>[] {
  return award.map((sourced) => {
    const { cabin } = sourced.offer;
    const prices = cash
      .filter(({ offer }) => offer.cabin === cabin)
      .map(({ price }) => price ?? Number.POSITIVE_INFINITY);
    const cashEquivalent = prices.length === 0 ? sourced.offer.cashEquivalent : Math.min(...prices);
    return { ...sourced, offer: { ...sourced.offer, cashEquivalent } };
  });
}

/** Returns a flight of one supplier with a single offer that keeps its id. */
export function candidateOf(
  flight: SuppliedFlight,
  offerId: string,
  { name: source, simulated, currency }: { name: string; simulated: boolean; currency: Currency },
): Candidate {
  const identify = <Offer extends CashOffer | AwardOffer>(offer: Offer): Sourced<Offer> => {
    return { id: offerId, source, offer, ...pricesOf(offer, currency) };
  };
  const [cash, award] = [flight.cash.map(identify), flight.award.map(identify)];
  return { id: flightIdOf(itineraryKey(flight)), flight, cash, award, simulated };
}

function pricesOf(
  offer: CashOffer | AwardOffer,
  searched: Currency,
): Pick<Sourced<CashOffer | AwardOffer>, "price" | "bagFees"> {
  const { currency = searched } = offer;
  const convert = (minor: number) => (currency === searched ? minor : convertMinor(minor, currency, searched));
  const bagFees = "bagFees" in offer ? offer.bagFees : undefined;
  return {
    price: "program" in offer ? awardMoneyOf(offer, searched) : convert(offer.total),
    ...(bagFees !== undefined && bagFees !== null && { bagFees: convert(bagFees) }),
  };
}

function flightIdOf(key: string): string {
  return digestId("flt", key);
}
