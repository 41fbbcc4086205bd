import { expect, test } from "vitest";
import { formatCounted, formatMoney } from "../../src/components/money-format.ts";

test.each([
  [{ amount: "1204.50", currency: "USD" }, "$1,204.50"],
  [{ amount: "58000", currency: "JPY" }, "¥58,000"],
  [{ amount: "-12.345", currency: "KWD" }, "-KWD 12.345"],
])("formats %o with the decimals of its currency", (money, text) => {
  expect(formatMoney(money).replaceAll(/\s/g, " ")).toBe(text);
});

test("uses the singular for a count of one", () => {
  const counted = [0, 1, 1290].map((count) => formatCounted(count, "search", "searches"));
  expect(counted).toStrictEqual(["0 searches", "1 search", "1,290 searches"]);
});
