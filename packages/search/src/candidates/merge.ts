import { finishSteps, type Steps } from "@wayfare/concurrency";
import { type Currency, digestId, formatOfferId } from "@wayfare/contract";
import {
  type AwardOffer,
  awardMoneyOf,
  type CashOffer,
  convertMinor,
  itineraryKey,
  type SuppliedFlight,
  type SupplierResult,
} from "@wayfare/suppliers";
import { FlightJoiner, type JoinedFlight, ownFlightId, type TimeRanges } from "./flight-joiner.ts";
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
  /** The itinerary with most stated values. Offers of real suppliers have their own (`Sourced.flight`). */
  flight: SuppliedFlight;
  cash: Sourced<CashOffer>[];
  award: Sourced<AwardOffer>[];
  simulated: boolean;
  /** Times that its offers state. Absent for simulated suppliers. */
  times?: TimeRanges;
}

/** A flight of one real supplier with its offers. */
interface SuppliedOffers extends Pick<SuppliedFlight, "slices"> {
  flight: SuppliedFlight;
  cash: Sourced<CashOffer>[];
  award: Sourced<AwardOffer>[];
  simulated: boolean;
}

/** Flights per step, about a millisecond. */
const flightsPerStep = 100;

/**
 * Merges the results of one search as they arrive. The id of an offer depends only on its supplier's slot and its position in that supplier's
 * result, so the same search gives it the same id even if other suppliers were late or are registered later.
 *
 * Flights of simulated suppliers are joined by itinerary and departure times, and never with flights of real ones. Flights of real suppliers
 * are joined as `FlightJoiner` describes; each offer keeps its own itinerary.
 */
export class ResultMerger {
  readonly #searchId: string;
  readonly #currency: Currency;
  readonly #simulated = new Map<string, Candidate>();
  readonly #joiner = new FlightJoiner<SuppliedOffers>();
  /** Flights and offers that were added, by slot of their supplier. */
  readonly #added = new Map<number, { flights: number; offers: number }>();
  /** The flights of the last result, by id, to pin those that are sent. */
  #joined = new Map<string, JoinedFlight<SuppliedOffers>>();

  /** @param currency of the search */
  constructor(searchId: string, currency: Currency) {
    this.#searchId = searchId;
    this.#currency = currency;
  }

  /** Merges results, which may have grown since the last call, in steps. */
  *merge(results: readonly SupplierResult[]): Steps<Candidate[]> {
    for (const result of results) yield* this.#add(result);
    const joined = yield* this.#joiner.join();
    this.#joined = new Map(joined.map((flight) => [flight.id, flight]));
    const real: Candidate[] = [];
    for (const [at, flight] of joined.entries()) {
      if (at % flightsPerStep === flightsPerStep - 1) yield;
      real.push(toCandidate(flight));
    }
    const others = [...this.#simulated].map(([key, candidate]) =>
      this.#joined.has(candidate.id) ? { ...candidate, id: flightIdOf(`simulated ${key}`) } : candidate,
    );
    return [...real, ...others];
  }

  /** Keeps the ids and offers of flights that were sent: later results may add offers, but never move or rename them. */
  pin(ids: Iterable<string>): void {
    for (const id of ids) {
      const flight = this.#joined.get(id);
      if (flight !== undefined) this.#joiner.pin(flight);
    }
  }

  *#add({ source, slot, simulated, testMode, flights }: SupplierResult): Steps<void> {
    const added = this.#added.get(slot) ?? { flights: 0, offers: 0 };
    this.#added.set(slot, added);
    const isReal = !simulated || testMode === true;
    for (; added.flights < flights.length; added.flights++) {
      if (added.flights % flightsPerStep === flightsPerStep - 1) yield;
      const flight = flights[added.flights];
      if (flight === undefined) continue;
      const identify = <Offer extends CashOffer | AwardOffer>(offer: Offer): Sourced<Offer> => ({
        id: formatOfferId(this.#searchId, toOrdinal(added.offers++, slot)),
        source,
        offer,
        ...pricesOf(offer, this.#currency),
        ...(isReal && { flight }),
      });
      const [cash, award] = [flight.cash.map(identify), flight.award.map(identify)];
      if (isReal) this.#joiner.add({ slices: flight.slices, flight, cash, award, simulated });
      else this.#addSimulated({ id: "", flight, cash, award, simulated });
    }
  }

  #addSimulated(candidate: Candidate): void {
    const key = itineraryKey(candidate.flight);
    const known = this.#simulated.get(key);
    if (known === undefined) {
      this.#simulated.set(key, { ...candidate, id: flightIdOf(key) });
      return;
    }
    const [cash, award] = [
      [...known.cash, ...candidate.cash],
      [...known.award, ...candidate.award],
    ];
    this.#simulated.set(key, { ...known, cash, award, simulated: known.simulated || candidate.simulated });
  }
}

/** Merges complete results at once. @param currency of the search */
export function mergeResults(searchId: string, results: readonly SupplierResult[], currency: Currency): Candidate[] {
  return finishSteps(new ResultMerger(searchId, currency).merge(results));
}

/** Makes the candidate of a joined flight, and compares its awards with its cash offers in the same cabin. */
function toCandidate({ id, items, times }: JoinedFlight<SuppliedOffers>): Candidate {
  const shown = items.reduce((best, item) => (countUnknowns(item.flight) < countUnknowns(best.flight) ? item : best));
  const emissions = items.map(({ flight }) => flight.emissions).find((stated) => stated !== null) ?? null;
  const cash = items.flatMap((item) => item.cash).toSorted(compareOffers);
  const award = items.flatMap((item) => item.award).toSorted(compareOffers);
  return {
    id,
    flight: shown.flight.emissions === null ? { ...shown.flight, emissions } : shown.flight,
    cash,
    award: withCashEquivalents(award, cash),
    simulated: items.some(({ simulated }) => simulated),
    times,
  };
}

/** An order of offers of the same price that does not depend on the order of the results. */
function compareOffers(a: Sourced<CashOffer | AwardOffer>, b: Sourced<CashOffer | AwardOffer>): number {
  return compareText(a.source, b.source) || compareText(a.offer.reference ?? "", b.offer.reference ?? "");
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Number of values that a supplier does not state and others might. */
function countUnknowns({ slices, emissions }: SuppliedFlight): number {
  return slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ departure, arrival, operatingCarrier, aircraft, stops = null }) => {
      return [departure, arrival, operatingCarrier, aircraft, stops];
    })
    .reduce((sum, value) => sum + (value === null ? 1 : 0), emissions === null ? 1 : 0);
}

function withCashEquivalents(
  award: readonly Sourced<AwardOffer>[],
  cash: readonly Sourced<CashOffer>[],
): Sourced<AwardOffer>[] {
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

/** The same for a real supplier, whose flight has its own id unless it is the one of the search. */
export function liveCandidateOf(...args: Parameters<typeof candidateOf>): Candidate {
  return { ...candidateOf(...args), id: ownFlightId(args[0]) };
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
