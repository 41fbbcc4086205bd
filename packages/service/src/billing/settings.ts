import {
  type BillingOptions,
  billingDefaults,
  createStripeProvider,
  manualProvider,
  type PaymentProvider,
} from "@wayfare/billing";
import type { Clock } from "@wayfare/contract";
import type { Settings } from "../settings/schema.ts";
import { readLogo } from "./logo.ts";
import { billingPorts } from "./ports.ts";

export const defaultBilling: BillingOptions = { ...billingDefaults, ports: billingPorts };

/** Converts settings to billing options. */
export function billingOptionsOf(settings: Settings, clock: Clock): BillingOptions {
  return {
    seller: settings.billingSeller.replaceAll("\\n", "\n"),
    sellerCountry: settings.billingSellerCountry,
    logo: settings.billingLogoFile === null ? null : readLogo(settings.billingLogoFile),
    tax: { name: settings.billingTaxName, rate: settings.billingTaxRate },
    taxRates: new Map(settings.billingTaxRates.map(parseTaxRate)),
    paymentTermsDays: settings.billingPaymentDays,
    provider: providerOf(settings, clock),
    ports: billingPorts,
  };
}

/** Splits a rate such as `DE=19` into country and percent. */
function parseTaxRate(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns Stripe if its two secrets are set. Settings validation requires both or none. */
function providerOf({ stripeSecretKey, stripeWebhookSecret, stripeApiUrl }: Settings, clock: Clock): PaymentProvider {
  if (stripeSecretKey === null || stripeWebhookSecret === null) return manualProvider;
  return createStripeProvider({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    apiUrl: stripeApiUrl,
    clock,
  });
}
