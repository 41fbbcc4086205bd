import type { Settings } from "../settings/schema.ts";
import type { BillingOptions } from "./options.ts";
import { manualProvider } from "./payment/manual.ts";

/** How the settings have this deployment bill. */
export function billingOptionsOf(settings: Settings): BillingOptions {
  return {
    seller: settings.billingSeller.replaceAll("\\n", "\n"),
    tax: { name: settings.billingTaxName, rate: settings.billingTaxRate },
    paymentTermsDays: settings.billingPaymentDays,
    provider: manualProvider,
    ownersMarkPaid: settings.billingOwnersMarkPaid,
  };
}
