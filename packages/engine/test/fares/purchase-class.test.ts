import { expect, test } from "vitest";
import { createPurchaseClassifier } from "../../src/fares/purchase-class.ts";
import { allows, listRoundTripRules, type Purchase } from "../../src/fares/tariffs.ts";

const purchases: Purchase[] = [0, 2, 3, 5, 7, 13, 14, 16, 18, 21, 29, 30, 31, 200].flatMap((daysAhead) =>
  [0, 1, 2, 3, 7, 30, 31, 90, 91, 180, 181].flatMap((nights) =>
    [false, true].map((saturdayNight) => ({ daysAhead, stay: { nights, saturdayNight } })),
  ),
);

test("purchases of one class are allowed by the same rules, and others by different ones", () => {
  const classify = createPurchaseClassifier();
  const rules = listRoundTripRules();
  const allowed = (purchase: Purchase) => rules.map((each) => (allows(each, purchase) ? "1" : "0")).join("");
  const byClass = Map.groupBy(purchases, classify);
  for (const same of byClass.values()) expect(new Set(same.map(allowed)).size).toBe(1);
  expect(byClass.size).toBe(new Set(purchases.map(allowed)).size);
  expect(byClass.size).toBeGreaterThan(20);
  expect(byClass.size).toBeLessThan(purchases.length);
});

test("rules of filed fares divide classes", () => {
  const stay = { nights: 10, saturdayNight: true };
  const [early, late] = [
    { daysAhead: 50, stay },
    { daysAhead: 49, stay },
  ];
  const filed = { advancePurchaseDays: 50, minimumStayNights: 0, maximumStayNights: null, saturdayNight: false };
  const generated = createPurchaseClassifier();
  expect(generated(early)).toBe(generated(late));
  const classify = createPurchaseClassifier([filed]);
  expect(classify(early)).not.toBe(classify(late));
});
