import { manualProvider } from "../payment/manual.ts";
import type { PaymentProvider } from "../payment/port.ts";
import type { BillingPorts } from "./ports.ts";

/** Tax on invoices. */
export interface TaxRule {
  /** Name of the tax, such as `VAT`. */
  name: string;
  /** Percent, as a decimal string; `0` for none. */
  rate: string;
}

/** Billing options of the deployment. */
export interface BillingOptions {
  /** Seller as printed on invoices; lines separated by line feeds. */
  seller: string;
  /** PNG or JPEG, printed on invoice PDFs; null for none. */
  logo: Buffer | null;
  tax: TaxRule;
  /** Days until an invoice is due. */
  paymentTermsDays: number;
  /** Provider for live data; test data is never charged. */
  provider: PaymentProvider;
  ports: BillingPorts;
}

export const billingDefaults: Omit<BillingOptions, "ports"> = {
  seller: "Wayfare",
  logo: null,
  tax: { name: "Tax", rate: "0" },
  paymentTermsDays: 14,
  provider: manualProvider,
};
