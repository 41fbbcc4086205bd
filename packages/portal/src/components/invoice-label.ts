import type { Invoice, InvoiceStatus } from "@wayfare/sdk";
import type { Tone } from "./status.tsx";

const labels: Record<InvoiceStatus, readonly [tone: Tone, label: string]> = {
  draft: ["neutral", "Draft"],
  open: ["accent", "Open"],
  paid: ["positive", "Paid"],
  void: ["neutral", "Void"],
};

/** Returns the status label of an invoice: "Overdue" for an open invoice after its due date. */
export function describeInvoice(
  { status, dueAt }: Pick<Invoice, "status" | "dueAt">,
  nowMs: number,
): readonly [tone: Tone, label: string] {
  if (status === "open" && dueAt !== null && Date.parse(dueAt) <= nowMs) return ["critical", "Overdue"];
  return labels[status];
}
