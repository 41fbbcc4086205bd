import type { Invoice } from "@wayfare/sdk";
import { Status } from "../../components/status.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { describeInvoice } from "./invoice-state.ts";

/** The state of an invoice. */
export function InvoiceStatusMark({ invoice }: { invoice: Pick<Invoice, "status" | "dueAt"> }) {
  const { nowMs } = useDataClock();
  const [tone, word] = describeInvoice(invoice, nowMs);
  return <Status tone={tone}>{word}</Status>;
}
