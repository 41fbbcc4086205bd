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
    logo: settings.billingLogoFile === null ? null : readLogo(settings.billingLogoFile),
    tax: { name: settings.billingTaxName, rate: settings.billingTaxRate },
    paymentTermsDays: settings.billingPaymentDays,
    provider: providerOf(settings, clock),
    ports: billingPorts,
  };
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
