import type { Clock } from "@wayfare/contract";
import { Stripe } from "stripe";
import {
  type PaymentEvent,
  PaymentEventRefused,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentPage,
  type PaymentProvider,
} from "./port.ts";

export interface StripeParts {
  secretKey: string;
  webhookSecret: string;
  /** Where its API is; Stripe's own by default. */
  apiUrl?: string | null;
  clock: Clock;
}

const timeoutMs = 20_000;
/** How far the instant of a signature may be from ours. */
const toleranceSeconds = 300;

/** Stripe: pages on which an invoice is paid, and charges of the method that was left there. */
export function makeStripeProvider({ secretKey, webhookSecret, apiUrl, clock }: StripeParts): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiUrl ?? null),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    name: "stripe",
    charge: (order) => charge(stripe, order),
    openPage: (order, returnUrl) => openPage(stripe, order, returnUrl),
    readEvent(body, signature) {
      try {
        const nowMs = clock.nowMs();
        return toEvent(
          stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, nowMs),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          throw new PaymentEventRefused(error.message);
        throw error;
      }
    },
  };
}

function addressOf(apiUrl: string | null): { host?: string; port?: number; protocol?: "http" | "https" } {
  if (apiUrl === null) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return { host: hostname, port: Number(port || (isPlain ? 80 : 443)), protocol: isPlain ? "http" : "https" };
}

const metadataOf = ({ accountId, invoiceId }: Pick<PaymentOrder, "accountId" | "invoiceId">) => ({
  account_id: accountId,
  invoice_id: invoiceId,
});

/**
 * Errors after which the same order would fail again: a declined card, a deleted customer or detached method, a missing permission, an
 * idempotency key that was used with another method.
 */
const finalErrors = [
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripePermissionError,
  Stripe.errors.StripeIdempotencyError,
] as const;

/**
 * Charges an order. A final error is an outcome.
 *
 * @throws every other error (connection, rate limit, Stripe's own failure, a wrong secret key): the order is to be sent again.
 */
async function charge(stripe: Stripe, order: PaymentOrder): Promise<PaymentOutcome> {
  try {
    const { id, status } = await stripe.paymentIntents.create(
      {
        amount: order.amountMinor,
        currency: order.currency.toLowerCase(),
        customer: order.customer,
        payment_method: order.method,
        off_session: true,
        confirm: true,
        description: `Invoice ${order.invoiceNumber}`,
        metadata: metadataOf(order),
      },
      { idempotencyKey: order.attemptId },
    );
    if (status === "succeeded") return { status: "succeeded", reference: id };
    if (status === "processing") return { status: "pending", reference: id };
    return { status: "failed", reference: id, failure: status };
  } catch (error) {
    const final = finalErrors.find((each) => error instanceof each);
    if (final === undefined || !(error instanceof Stripe.errors.StripeError)) throw error;
    return { status: "failed", reference: error.payment_intent?.id ?? null, failure: error.code ?? error.type };
  }
}

async function openPage(
  stripe: Stripe,
  order: Omit<PaymentOrder, "customer" | "method" | "attemptId">,
  returnUrl: string,
): Promise<PaymentPage> {
  const metadata = metadataOf(order);
  const { url } = await stripe.checkout.sessions.create({
    mode: "payment",
    customer_creation: "always",
    client_reference_id: order.invoiceId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.amountMinor,
          product_data: { name: `Invoice ${order.invoiceNumber}` },
        },
      },
    ],
    // What is paid with here is charged from the next invoice on.
    payment_intent_data: { setup_future_usage: "off_session", metadata },
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
  });
  if (url === null) throw new Error("Stripe opened a page without an address");
  return { url };
}

function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  const nothing: PaymentEvent = { id, type, paid: null, failed: null };
  if (event.type !== "payment_intent.succeeded" && event.type !== "payment_intent.payment_failed") return nothing;
  const intent = event.data.object;
  const { account_id: accountId, invoice_id: invoiceId } = intent.metadata;
  // A payment of somebody else's on the same Stripe account.
  if (accountId === undefined || invoiceId === undefined) return nothing;
  const about = { accountId, invoiceId, reference: intent.id };
  if (event.type === "payment_intent.payment_failed") {
    return { ...nothing, failed: { ...about, failure: intent.last_payment_error?.code ?? "failed" } };
  }
  const { amount_received: amountMinor, currency } = intent;
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  return { ...nothing, paid: { ...about, amountMinor, currency: currency.toUpperCase(), customer, method } };
}

/** Stripe writes an id, or the thing itself where it was asked to. */
function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === "string" || thing === null ? thing : thing.id;
}
