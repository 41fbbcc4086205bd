import type { OAuthConsent, OAuthScope } from "@wayfare/contract";

/** Operations that a scope permits, in words for users who do not know the API. */
export const scopeTexts: Readonly<Record<OAuthScope, { label: string; hint: string }>> = {
  "flights.search": { label: "Search flights", hint: "Prices, awards and watches, which repeat a search." },
  "flights.book": {
    label: "Book and cancel flights",
    hint: "Also reads all bookings of the account, with the data of travelers.",
  },
  "usage.read": { label: "Read usage", hint: "Searches of the account, its requests, and its keys without secrets." },
};

/** Validity of the key. */
export const dayChoices = [1, 7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 1 ? "1 day" : `${days} days`,
}));

/** Cost of the access for the account. */
export function spendingText(environment: "test" | "live", { title, searchesIncluded, overage }: OAuthConsent["plan"]) {
  if (environment === "test") return "Costs nothing. Bookings are simulated.";
  const included = `Searches use the ${title} plan: ${searchesIncluded.toLocaleString("en-US")} are included in each period, for all keys together`;
  const further = overage === null ? "and further ones are refused" : `and further ones cost from ${overage} each`;
  return `${included}, ${further}. Bookings are real, and your account pays them.`;
}
