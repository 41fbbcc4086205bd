import type { InvoiceStatus } from "@wayfare/sdk";
import { readEnum } from "../../data/search-params.ts";

const tabs = ["plan", "invoices", "credit", "details"] as const;
type BillingTab = (typeof tabs)[number];

/** Invoice statuses, in the order of the invoice lifecycle. */
const statuses: readonly InvoiceStatus[] = ["draft", "open", "paid", "void"];

/** Open tab and invoice filter, as in the search parameters. */
export interface BillingView {
  tab?: BillingTab;
  status?: InvoiceStatus;
}

/** Parses the view. Ignores unknown and invalid parameters. */
export function readBillingView(search: Record<string, unknown>): BillingView {
  return { ...readEnum(search, "tab", tabs), ...readEnum(search, "status", statuses) };
}

export const statusChoices: readonly { value: InvoiceStatus | ""; label: string }[] = [
  { value: "", label: "All statuses" },
  { value: "draft", label: "Draft" },
  { value: "open", label: "Open" },
  { value: "paid", label: "Paid" },
  { value: "void", label: "Void" },
];
