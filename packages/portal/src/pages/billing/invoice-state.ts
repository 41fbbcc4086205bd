import type { Invoice, InvoiceStatus } from "@wayfare/sdk";
import type { Tone } from "../../components/status.tsx";

const words: Record<InvoiceStatus, readonly [tone: Tone, word: string]> = {
  draft: ["neutral", "Draft"],
  open: ["accent", "Open"],
  paid: ["positive", "Paid"],
  void: ["neutral", "Void"],
};

/** The state of an invoice in a word; an open one that should have been paid by now says so. */
export function describeInvoice(
  { status, dueAt }: Pick<Invoice, "status" | "dueAt">,
  nowMs: number,
): readonly [tone: Tone, word: string] {
  if (status === "open" && dueAt !== null && Date.parse(dueAt) <= nowMs) return ["critical", "Overdue"];
  return words[status];
}
