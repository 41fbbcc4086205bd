import {
  type BillingOptions,
  billingDefaults,
  loadStripeProvider,
  manualProvider,
  type PaymentProvider,
} from "@wayfare/billing";
import type { Clock } from "@wayfare/contract";
import type { Settings } from "@wayfare/settings";
import { readLogo } from "./logo.ts";
import { billingPorts } from "./ports.ts";

export const defaultBilling: BillingOptions = { ...billingDefaults, ports: billingPorts };

/** Converts settings to billing options. */
export async function billingOptionsOf(settings: Settings, clock: Clock): Promise<BillingOptions> {
  return {
    seller: settings.billingSeller.replaceAll("\\n", "\n"),
    sellerCountry: settings.billingSellerCountry,
    logo: settings.billingLogoFile === null ? null : readLogo(settings.billingLogoFile),
    tax: { name: settings.billingTaxName, rate: settings.billingTaxRate },
    taxRates: new Map(settings.billingTaxRates.map(parseTaxRate)),
    paymentTermsDays: settings.billingPaymentDays,
    provider: await providerOf(settings, clock),
    ports: billingPorts,
  };
}

/** Splits a rate such as `DE=19` into country and percent. */
function parseTaxRate(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns Stripe if its two secrets are set. Settings validation requires both or none. */
async function providerOf(
  { stripeSecretKey, stripeWebhookSecret, stripeApiUrl }: Settings,
  clock: Clock,
): Promise<PaymentProvider> {
  if (stripeSecretKey === null || stripeWebhookSecret === null) return manualProvider;
  return loadStripeProvider({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    apiUrl: stripeApiUrl,
    clock,
  });
}
