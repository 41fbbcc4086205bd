import type { PaymentProvider } from "./port.ts";
import type { StripeOptions } from "./stripe.ts";

/** Loads Stripe's library and creates the provider. Deployments without Stripe do not load it, which takes 0.2 s at each start. */
export async function loadStripeProvider(options: StripeOptions): Promise<PaymentProvider> {
  const { createStripeProvider } = await import("./stripe.ts");
  return createStripeProvider(options);
}
