import type { Invoice } from "@wayfare/sdk";
import { Status } from "../../components/status.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { describeInvoice } from "./invoice-label.ts";

/** Status of an invoice. */
export function InvoiceStatusMark({ invoice }: { invoice: Pick<Invoice, "status" | "dueAt"> }) {
  const { nowMs } = useDataClock();
  const [tone, label] = describeInvoice(invoice, nowMs);
  return <Status tone={tone}>{label}</Status>;
}
