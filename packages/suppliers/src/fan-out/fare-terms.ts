import { countSeats } from "@wayfare/contract";
import { bagFeeUsdCents, isLongFlight } from "@wayfare/engine";
import type { CashOffer, SearchQuery, Segment, SuppliedFlight } from "../port/port.ts";
import { convertUsdCents } from "../wire/exchange-rates.ts";

type TermsQuery = Pick<SearchQuery, "fareTerms" | "travelers" | "currency">;

/**
 * Applies the conditions of a query on fares to a flight of a real supplier: removes basic fares, and adds the fees of bags. Null if no offer
 * remains.
 */
export function applyFareTerms(flight: SuppliedFlight, query: TermsQuery): SuppliedFlight | null {
  if (query.fareTerms === undefined) return flight;
  const { excludeBasic } = query.fareTerms;
  const priced = addBagFees(flight, query);
  const cash = excludeBasic ? priced.cash.filter((offer) => !isBasic(offer)) : priced.cash;
  return cash.length === 0 && flight.award.length === 0 ? null : { ...priced, cash };
}

/** Adds the fees of the bags of a query to each cash offer of a flight, as far as the offer does not include them. */
export function addBagFees(flight: SuppliedFlight, query: TermsQuery): SuppliedFlight {
  if (query.fareTerms === undefined) return flight;
  return { ...flight, cash: flight.cash.map((offer) => ({ ...offer, bagFees: bagFeesOf(offer, flight, query) })) };
}

/** Names of economy fares with restrictions, for suppliers that do not state the conditions of a fare. */
const basicNames = /\b(basic|light|lite)\b/i;

/** True for economy fares that can be neither changed nor refunded. */
function isBasic({ cabin, changeable, refundable, fareBrand }: CashOffer): boolean {
  if (cabin !== "economy") return false;
  if (changeable !== null && refundable !== null) return !changeable && !refundable;
  return fareBrand !== null && basicNames.test(fareBrand);
}

/**
 * Fees of all travelers in minor units of the offer's currency; null if the supplier does not state what the fare includes, or the currency
 * has no exchange rate.
 */
function bagFeesOf(
  { segments, currency }: CashOffer,
  { slices }: SuppliedFlight,
  { fareTerms, travelers, currency: searched }: TermsQuery,
): number | null {
  const bags = fareTerms?.bags ?? { carryOn: 0, checked: 0 };
  let usdCents = 0;
  let at = 0;
  for (const slice of slices) {
    const baggage = segments.slice(at, at + slice.segments.length).map((segment) => segment.baggage);
    at += slice.segments.length;
    const carryOn = lowestOf(baggage.map((included) => included.carryOn));
    const checked = lowestOf(baggage.map((included) => included.checked));
    const [first] = slice.segments;
    if (first === undefined || isUnknown(carryOn, bags.carryOn) || isUnknown(checked, bags.checked)) return null;
    const ticket = { carrier: first.marketingCarrier, isLong: slice.segments.some(isLongSegment) };
    usdCents += bagFeeUsdCents(ticket, { carryOn: carryOn ?? 0, checked: checked ?? 0 }, bags);
  }
  const fees = convertUsdCents(usdCents * countSeats(travelers), currency ?? searched);
  return Number.isFinite(fees) ? Math.round(fees) : null;
}

/** True if bags are requested and the supplier does not state how many are included. */
function isUnknown(included: number | null, wanted: number): boolean {
  return included === null && wanted > 0;
}

function lowestOf(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length < counts.length || known.length === 0 ? null : Math.min(...known);
}

function isLongSegment({ distanceKm, departure, arrival }: Segment): boolean {
  const minutes = departure && arrival ? arrival.epochMinutes - departure.epochMinutes : null;
  return isLongFlight({ km: distanceKm, minutes });
}
