import { expect, test } from "vitest";
import { readBillingView } from "../../../src/pages/billing/filters.ts";

test("reads the tab and the invoice status and ignores invalid values", () => {
  expect(readBillingView({ tab: "invoices", status: "open" })).toStrictEqual({ tab: "invoices", status: "open" });
  expect(readBillingView({ tab: "secrets", status: "toString", cursor: "x" })).toStrictEqual({});
});
