import { expect, test } from "vitest";
import { readBillingView } from "../../../src/pages/billing/filters.ts";

test("the address keeps the part that is open and the state of invoices, and leaves out what there is not", () => {
  expect(readBillingView({ tab: "invoices", status: "open" })).toStrictEqual({ tab: "invoices", status: "open" });
  expect(readBillingView({ tab: "secrets", status: "toString", cursor: "x" })).toStrictEqual({});
});
