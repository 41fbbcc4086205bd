import { type FieldError, isCurrency, type NormalizedRequest, toMinor } from "@wayfare/contract";

type PricedRequest = Pick<NormalizedRequest, "maxPrice">;

/** Returns the limit of a request on the price of each offer, in minor units of its currency; undefined if there is none. */
export function maxPriceOf({ maxPrice }: PricedRequest): number | undefined {
  if (maxPrice === undefined || !isCurrency(maxPrice.currency)) return undefined;
  return toMinor(maxPrice.amount, maxPrice.currency) ?? undefined;
}

/** Faults of `maxPrice`: another currency than that of the request, too many decimals, or a negative amount. */
export function findPriceErrors({
  maxPrice,
  currency,
}: PricedRequest & Pick<NormalizedRequest, "currency">): FieldError[] {
  if (maxPrice === undefined) return [];
  const minor = maxPrice.currency === currency ? toMinor(maxPrice.amount, currency) : null;
  if (minor !== null && minor >= 0) return [];
  const detail = `\`maxPrice\` must be an amount in ${currency}, the \`currency\` of the search.`;
  return [{ pointer: "/maxPrice", code: "INVALID", detail }];
}
