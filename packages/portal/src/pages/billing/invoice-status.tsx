import type { Invoice } from "@wayfare/sdk";
import { describeInvoice } from "../../components/invoice-label.ts";
import { Status } from "../../components/status.tsx";
import { useDataClock } from "../../data/test-clock.ts";

/** Status of an invoice. */
export function InvoiceStatusMark({ invoice }: { invoice: Pick<Invoice, "status" | "dueAt"> }) {
  const { nowMs } = useDataClock();
  const [tone, label] = describeInvoice(invoice, nowMs);
  return <Status tone={tone}>{label}</Status>;
}
