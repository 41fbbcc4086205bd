import { expect, test } from "vitest";
import { formatTiers, parseTiers, readPlan } from "../../../src/pages/operator/plan-form.ts";

test("formats and parses tiers, one on each line", () => {
  const tiers = [
    { upTo: 50_000, unitPrice: { amount: "0.0035", currency: "USD" } },
    { upTo: null, unitPrice: { amount: "0.0025", currency: "USD" } },
  ];
  expect(formatTiers(tiers)).toBe("50000 0.0035\nmore 0.0025");
  expect(parseTiers("50000 0.0035\n\n more 0.0025 \n", "USD")).toEqual(tiers);
  expect(parseTiers("50000", "USD")).toBeUndefined();
  expect(parseTiers("", "USD")).toEqual([]);
});

test("reads the terms of a new version", () => {
  const form = new FormData();
  const values = { title: " Pro ", price: "59.00", searchesIncluded: "60000", trialDays: "14", features: "A\n\n B " };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  for (const name of ["requestsPerSecond", "requestsBurst", "searchesPerSecond", "searchesBurst", "searchesAtOnce"])
    form.set(name, "7");
  const tiers = [{ upTo: null, unitPrice: { amount: "1", currency: "EUR" } }];
  expect(readPlan(form, { name: "pro", currency: "EUR", quotaBehavior: "hard_stop", tiers })).toEqual({
    name: "pro",
    title: "Pro",
    price: { amount: "59.00", currency: "EUR" },
    searchesIncluded: 60_000,
    quotaBehavior: "hard_stop",
    overageTiers: [],
    trialDays: 14,
    keyLimits: { requestsPerSecond: 7, requestsBurst: 7, searchesPerSecond: 7, searchesBurst: 7, searchesAtOnce: 7 },
    features: ["A", "B"],
  });
});
