import type { Invoice } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { describeInvoice } from "../../src/components/invoice-label.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");

test("shows an open invoice as overdue from its due date on", () => {
  const invoice = (status: Invoice["status"], dueAt: string | null) => describeInvoice({ status, dueAt }, nowMs)[1];
  expect(invoice("open", "2026-11-21T12:00:00.001Z")).toBe("Open");
  expect(invoice("open", "2026-11-21T12:00:00.000Z")).toBe("Overdue");
  expect(invoice("paid", "2026-11-01T00:00:00.000Z")).toBe("Paid");
  expect(invoice("draft", null)).toBe("Draft");
});
