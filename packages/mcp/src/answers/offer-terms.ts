import { oneOf } from "@wayfare/contract";
import { type AwardOffer, type CashOffer, describeConditions, type Money } from "@wayfare/sdk";
import { type Static, Type } from "typebox";

const statedFlag = Type.Union([Type.Boolean(), Type.Null()]);
const statedCount = Type.Union([Type.Integer(), Type.Null()]);

/** Price and rules of an offer. */
export const OfferTermsSchema = Type.Object(
  {
    kind: oneOf(["cash", "award"]),
    price: Type.String({ description: "Total for all travelers, miles and money." }),
    taxes: Type.Union([Type.String(), Type.Null()], {
      description: "Taxes and surcharges in the price; null if unknown.",
    }),
    cabin: Type.String(),
    fare: Type.Union([Type.String(), Type.Null()], { description: "Fare brand, or level of the award." }),
    refundable: statedFlag,
    changeable: statedFlag,
    conditions: Type.Array(Type.String(), {
      description: "Costs of a cancellation, a change and a no-show. State them to the user before a booking.",
    }),
    carryOnBags: statedCount,
    checkedBags: statedCount,
    seats: statedCount,
    source: Type.String({ description: "Supplier." }),
    bookingLink: Type.Union([Type.String(), Type.Null()], { description: "Page of the seller." }),
    tickets: Type.Optional(
      Type.Array(
        Type.Object(
          { price: Type.String(), bookingLink: Type.Union([Type.String(), Type.Null()]) },
          { additionalProperties: false },
        ),
        { description: "Tickets of an award that is booked as several, in order." },
      ),
    ),
    verified: Type.Optional(
      Type.Boolean({ description: "False if the supplier has not checked the price with the seller." }),
    ),
    requires: Type.Array(Type.String(), { description: "Further data of each traveler that the seller needs." }),
  },
  { additionalProperties: false, description: "Null means that the supplier does not state it." },
);

export type OfferTerms = Static<typeof OfferTermsSchema>;

export function termsOf(offer: CashOffer | AwardOffer): OfferTerms {
  const { kind, cabin, seatsRemaining: seats, source, bookingLink, requires } = offer;
  const conditions = describeConditions(offer.conditions);
  const shared = {
    kind,
    cabin,
    seats,
    source,
    bookingLink,
    requires: requires ?? [],
    taxes: taxesOf(offer),
    conditions,
  };
  if (offer.kind === "award") {
    const tickets = offer.tickets?.map(({ miles, total, bookingLink: link }) => {
      return { price: `${miles} ${offer.program}${moneyOf(total)}`, bookingLink: link };
    });
    const { refund, change } = offer.conditions;
    const flags = { refundable: refund?.allowed ?? null, changeable: change?.allowed ?? null };
    const rules = { ...flags, carryOnBags: null, checkedBags: null };
    return {
      ...shared,
      ...rules,
      price: `${offer.miles} ${offer.program}${moneyOf(offer.total)}`,
      fare: offer.level,
      ...(tickets && { tickets }),
    };
  }
  const bags = offer.segments.map(({ baggage }) => baggage);
  return {
    ...shared,
    ...(offer.verified === false && { verified: false }),
    price: `${offer.total.amount} ${offer.total.currency}`,
    fare: offer.fareBrand,
    refundable: offer.refundable,
    changeable: offer.changeable,
    carryOnBags: leastOf(bags.map(({ carryOn }) => carryOn)),
    checkedBags: leastOf(bags.map(({ checked }) => checked)),
  };
}

/** Price of money and miles, such as `12.40 USD` or `35000 miles + 5.60 USD`. */
export function priceText(total: Money | null, miles: number | null): string {
  const money = total === null ? "" : `${total.amount} ${total.currency}`;
  return miles === null ? money : [`${miles} miles`, money].filter((part) => part !== "").join(" + ");
}

export function renderTerms(terms: OfferTerms): string {
  const { price, taxes, cabin, fare, conditions, carryOnBags, checkedBags, seats, source } = terms;
  return [
    `${price} for all travelers${taxes === null ? "" : ` (taxes and surcharges ${taxes})`}`,
    [cabin, fare].filter((part) => part !== null).join(" "),
    conditions.join(" "),
    `bags per traveler: ${carryOnBags ?? "unknown"} cabin, ${checkedBags ?? "unknown"} checked`,
    `seats: ${seats ?? "unknown"}`,
    `supplier: ${source}`,
    ...(terms.requires.length === 0 ? [] : [`travelers need: ${terms.requires.join(", ")}`]),
    ...(terms.verified === false ? ["price not yet verified"] : []),
    ...(terms.tickets ?? []).map(
      ({ price: part, bookingLink: link }, at) =>
        `ticket ${at + 1}: ${part}${link === null ? "" : `, book at ${link}`}`,
    ),
    ...(terms.bookingLink === null ? [] : [`book at ${terms.bookingLink}`]),
  ].join("; ");
}

const moneyOf = (total: Money | null) => (total === null ? "" : ` + ${total.amount} ${total.currency}`);

function taxesOf({ taxes, surcharges, total }: CashOffer | AwardOffer): string | null {
  if (taxes === null || surcharges === null || total === null) return null;
  const sum = [...taxes, ...surcharges].reduce((all, { amount }) => all + Number(amount.amount), 0);
  return `${sum.toFixed(total.amount.split(".")[1]?.length ?? 0)} ${total.currency}`;
}

/** Smallest of the values; null if any is unknown. */
function leastOf(values: readonly (number | null)[]): number | null {
  let least: number | null = null;
  for (const value of values) {
    if (value === null) return null;
    least = least === null ? value : Math.min(least, value);
  }
  return least;
}
