import type { InvoiceStatus } from "@wayfare/sdk";
import { readWord } from "../../data/address.ts";

const tabs = ["plan", "invoices", "credit"] as const;
type BillingTab = (typeof tabs)[number];

/** Every state of an invoice, in the order of its life. */
const statuses: readonly InvoiceStatus[] = ["draft", "open", "paid", "void"];

/** Which part of billing is open, and which invoices it lists, as it stands in the address. */
export interface BillingView {
  tab?: BillingTab;
  status?: InvoiceStatus;
}

/** Reads it; what an address has too much, or wrong, is left out. */
export function readBillingView(search: Record<string, unknown>): BillingView {
  return { ...readWord(search, "tab", tabs), ...readWord(search, "status", statuses) };
}

export const statusChoices: readonly { value: InvoiceStatus | ""; label: string }[] = [
  { value: "", label: "Every state" },
  { value: "draft", label: "Draft" },
  { value: "open", label: "Open" },
  { value: "paid", label: "Paid" },
  { value: "void", label: "Void" },
];
