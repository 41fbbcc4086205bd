import { manualProvider } from "../payment/manual.ts";
import type { PaymentProvider } from "../payment/port.ts";
import type { BillingPorts } from "./ports.ts";

/** How a sum is taxed. */
export interface TaxRule {
  /** What it is called: `VAT`. */
  name: string;
  /** Percent, as a decimal string; `0` for none. */
  rate: string;
}

/** How this deployment bills. */
export interface BillingOptions {
  /** Who sells, as invoices name it; lines end in line feeds. */
  seller: string;
  tax: TaxRule;
  /** Days in which an invoice is to be paid. */
  paymentTermsDays: number;
  /** Of live data; nothing is paid in test. */
  provider: PaymentProvider;
  ports: BillingPorts;
}

export const billingDefaults: Omit<BillingOptions, "ports"> = {
  seller: "Wayfare",
  tax: { name: "Tax", rate: "0" },
  paymentTermsDays: 14,
  provider: manualProvider,
};
