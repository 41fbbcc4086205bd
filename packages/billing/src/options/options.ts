import { isInEu } from "../details/tax-ids.ts";
import { manualProvider } from "../payment/manual.ts";
import type { PaymentProvider } from "../payment/port.ts";
import type { BillingPorts } from "./ports.ts";

/** Tax on invoices. */
export interface TaxRule {
  /** Name of the tax, such as `VAT`. */
  name: string;
  /** Percent, as a decimal string; `0` for none. */
  rate: string;
  /** Note that invoices must show. */
  note?: string;
}

/** Billing options of the deployment. */
export interface BillingOptions {
  /** Seller as printed on invoices; lines separated by line feeds. */
  seller: string;
  /** PNG or JPEG, printed on invoice PDFs; null for none. */
  logo: Buffer | null;
  /** Country of the seller as an ISO 3166-1 alpha-2 code; empty if unknown. */
  sellerCountry: string;
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
  sellerCountry: "",
  tax: { name: "Tax", rate: "0" },
  taxRates: new Map(),
  paymentTermsDays: 14,
  provider: manualProvider,
};

/** Options that determine the tax. */
export type TaxOptions = Pick<BillingOptions, "sellerCountry" | "tax" | "taxRates">;

/** Country of a buyer, and the country of its VAT number; ISO 3166-1 alpha-2 codes, empty if unknown. */
interface Buyer {
  country: string;
  vatCountry: string;
}

/** Mention that Article 226 (11a) of Directive 2006/112/EC requires. */
const reverseCharge = "Reverse charge: the recipient is liable for VAT (Article 196 of Directive 2006/112/EC).";

/**
 * Returns the tax for a buyer. A business with a VAT number in another member state of the EU than the seller's owes the VAT itself (reverse
 * charge).
 */
export function taxFor({ sellerCountry, tax, taxRates }: TaxOptions, { country, vatCountry }: Buyer): TaxRule {
  const isAbroad = country !== sellerCountry && isInEu(sellerCountry) && isInEu(country);
  if (isAbroad && vatCountry === country) return { name: tax.name, rate: "0", note: reverseCharge };
  return { ...tax, rate: taxRates.get(country) ?? tax.rate };
}
