import { allows, type FareRules, listRoundTripRules, type Purchase } from "./tariffs.ts";

/**
 * Classifies purchases of round trips by the rules that allow them: two purchases of the same class are allowed by exactly the same rules,
 * so every half round trip has the same price in both.
 */
export type PurchaseClassifier = (purchase: Purchase) => string;

/** @param filed rules of fares from a table, in addition to the generated ones. */
export function createPurchaseClassifier(filed: Iterable<FareRules> = []): PurchaseClassifier {
  const distinct = new Map<string, FareRules>();
  for (const rules of [...listRoundTripRules(), ...filed]) {
    const { advancePurchaseDays, minimumStayNights, maximumStayNights, saturdayNight } = rules;
    distinct.set([advancePurchaseDays, minimumStayNights, maximumStayNights, saturdayNight].join(), rules);
  }
  const rules = [...distinct.values()];
  return (purchase) => rules.map((each) => (allows(each, purchase) ? "1" : "0")).join("");
}
