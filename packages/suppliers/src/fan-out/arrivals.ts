import { statementKey } from "../port/itinerary.ts";
import { offerEndMs } from "../port/offer-expiry.ts";
import { type AwardOffer, type CashOffer, countOffers, type OfferCounter, type SuppliedFlight } from "../port/port.ts";

type Offer = CashOffer | AwardOffer;

/** Removes offers of one supplier that a search cannot use whatever its filters are, and counts them. */
export class Arrivals {
  readonly #counter: OfferCounter;
  /** Flights of each reference that has arrived. */
  readonly #byReference = new Map<string, { flight: SuppliedFlight; offer: Offer }[]>();

  constructor(counter: OfferCounter) {
    this.#counter = counter;
  }

  /** Returns the flights without offers that have expired, and without those that the supplier has sent before. */
  accept(flights: readonly SuppliedFlight[], nowMs: number): SuppliedFlight[] {
    const present = keepOffers(flights, (offer, flight) => offerEndMs(offer, flight) > nowMs);
    this.#counter.drop("expired", countOffers(flights) - countOffers(present));
    const unique = keepOffers(present, (offer, flight) => !this.#isRepeated(offer, flight));
    this.#counter.drop("duplicate", countOffers(present) - countOffers(unique));
    return unique;
  }

  /** True for an offer with the reference, flight and price of an earlier one. Offers without a reference are never the same. */
  #isRepeated(offer: Offer, flight: SuppliedFlight): boolean {
    const { reference } = offer;
    if (reference === undefined) return false;
    const known = this.#byReference.get(reference);
    if (known === undefined) {
      this.#byReference.set(reference, [{ flight, offer }]);
      return false;
    }
    const key = statementKey(flight);
    if (known.some((other) => isSameOffer(other.offer, offer) && statementKey(other.flight) === key)) return true;
    known.push({ flight, offer });
    return false;
  }
}

function isSameOffer(one: Offer, other: Offer): boolean {
  const milesOf = (offer: Offer) => ("miles" in offer ? offer.miles : null);
  return (
    one.total === other.total &&
    one.currency === other.currency &&
    one.cabin === other.cabin &&
    milesOf(one) === milesOf(other)
  );
}

/** Returns the flights with the offers that pass a test; flights without any are left out. */
function keepOffers(
  flights: readonly SuppliedFlight[],
  keeps: (offer: Offer, flight: SuppliedFlight) => boolean,
): SuppliedFlight[] {
  return flights.flatMap((flight) => {
    const passes = (offer: Offer) => keeps(offer, flight);
    const [cash, award] = [flight.cash.filter(passes), flight.award.filter(passes)];
    if (cash.length === flight.cash.length && award.length === flight.award.length) return [flight];
    return cash.length + award.length === 0 ? [] : [{ ...flight, cash, award }];
  });
}
