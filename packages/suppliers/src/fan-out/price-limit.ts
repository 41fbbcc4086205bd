import type { AwardOffer, CashOffer, SearchQuery, SuppliedFlight } from "../port/port.ts";
import { awardMoneyOf } from "../wire/award-money.ts";
import { convertMinor } from "../wire/exchange-rates.ts";

type LimitQuery = Pick<SearchQuery, "maxPrice" | "currency" | "includeAward">;

/**
 * Removes the offers of a real supplier whose price exceeds the limit of a query, after `applyFareTerms` has added the fees of bags. Null if no
 * offer remains. With awards, cash offers above the limit stay: awards are compared with them, and the search removes them afterwards.
 */
export function applyPriceLimit(flight: SuppliedFlight, query: LimitQuery): SuppliedFlight | null {
  if (query.maxPrice === undefined) return flight;
  const cash = query.includeAward ? flight.cash : flight.cash.filter((offer) => isCashWithin(offer, query));
  const award = flight.award.filter((offer) => isAwardWithin(offer, query));
  return cash.length === 0 && award.length === 0 ? null : { ...flight, cash, award };
}

function isCashWithin({ total, bagFees, currency }: CashOffer, { maxPrice, currency: searched }: LimitQuery): boolean {
  const convert = (minor: number) => convertMinor(minor, currency ?? searched, searched);
  return maxPrice === undefined || convert(total) + convert(bagFees ?? 0) <= maxPrice;
}

function isAwardWithin(offer: AwardOffer, { maxPrice, currency }: LimitQuery): boolean {
  if (maxPrice === undefined) return true;
  const money = awardMoneyOf(offer, currency);
  return money !== null && money <= maxPrice;
}
