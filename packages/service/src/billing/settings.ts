import type { Clock } from "@wayfare/contract";
import type { Settings } from "../settings/schema.ts";
import type { BillingOptions } from "./options.ts";
import { manualProvider } from "./payment/manual.ts";
import type { PaymentProvider } from "./payment/port.ts";
import { makeStripeProvider } from "./payment/stripe.ts";

/** How the settings have this deployment bill. */
export function billingOptionsOf(settings: Settings, clock: Clock): BillingOptions {
  return {
    seller: settings.billingSeller.replaceAll("\\n", "\n"),
    tax: { name: settings.billingTaxName, rate: settings.billingTaxRate },
    paymentTermsDays: settings.billingPaymentDays,
    provider: providerOf(settings, clock),
  };
}

/** Stripe where its two secrets are given; the settings were checked to have both or none. */
function providerOf({ stripeSecretKey, stripeWebhookSecret, stripeApiUrl }: Settings, clock: Clock): PaymentProvider {
  if (stripeSecretKey === null || stripeWebhookSecret === null) return manualProvider;
  return makeStripeProvider({
    secretKey: stripeSecretKey,
    webhookSecret: stripeWebhookSecret,
    apiUrl: stripeApiUrl,
    clock,
  });
}
