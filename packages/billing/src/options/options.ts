import type { TaxRule } from "./invoices/settle.ts";
import { manualProvider } from "./payment/manual.ts";
import type { PaymentProvider } from "./payment/port.ts";

/** How this deployment bills. */
export interface BillingOptions {
  /** Who sells, as invoices name it; lines end in line feeds. */
  seller: string;
  tax: TaxRule;
  /** Days in which an invoice is to be paid. */
  paymentTermsDays: number;
  /** Of live data; nothing is paid in test. */
  provider: PaymentProvider;
}

export const defaultBilling: BillingOptions = {
  seller: "Wayfare",
  tax: { name: "Tax", rate: "0" },
  paymentTermsDays: 14,
  provider: manualProvider,
};
