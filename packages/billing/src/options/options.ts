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
  /** Tax for buyers whose country is unknown or not in `taxRates`. */
  tax: TaxRule;
  /** Rates of single countries in percent, by ISO 3166-1 alpha-2 code. */
  taxRates: ReadonlyMap<string, string>;
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
  taxRates: new Map(),
  paymentTermsDays: 14,
  provider: manualProvider,
};

/** Returns the tax for a buyer. @param country ISO 3166-1 alpha-2 code; empty if unknown. */
export function taxFor({ tax, taxRates }: Pick<BillingOptions, "tax" | "taxRates">, country: string): TaxRule {
  return { name: tax.name, rate: taxRates.get(country) ?? tax.rate };
}
