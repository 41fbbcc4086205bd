import type { Clock } from "@wayfare/contract";
import { Stripe } from "stripe";
import {
  InvalidPaymentEventError,
  type PaymentEvent,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentPage,
  type PaymentProvider,
} from "./port.ts";

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Base URL of the API; default: Stripe's. */
  apiUrl?: string | null;
  clock: Clock;
}

const timeoutMs = 20_000;
/** Maximum age of a signature. */
const toleranceSeconds = 300;

/** Creates the Stripe provider: checkout pages for invoices, and off-session charges of the payment method saved there. */
export function createStripeProvider({ secretKey, webhookSecret, apiUrl, clock }: StripeOptions): PaymentProvider {
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
          throw new InvalidPaymentEventError(error.message);
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
 * Errors that a retry cannot fix: a declined card, a deleted customer or detached method, a missing permission, or an idempotency key used
 * with another method.
 */
const finalErrors = [
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripePermissionError,
  Stripe.errors.StripeIdempotencyError,
] as const;

/**
 * Charges an order. A final error is returned as a failed outcome.
 *
 * @throws all other errors (connection, rate limit, Stripe failure, wrong secret key): the order must be sent again.
 */
async function charge(stripe: Stripe, order: PaymentOrder): Promise<PaymentOutcome> {
  try {
    const { id, status } = await stripe.paymentIntents.create(
      {
        amount: toStripeAmount(order),
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
          unit_amount: toStripeAmount(order),
          product_data: { name: `Invoice ${order.invoiceNumber}` },
        },
      },
    ],
    // Saves the payment method, which is charged from the next invoice on.
    payment_intent_data: { setup_future_usage: "off_session", metadata },
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
  });
  if (url === null) throw new Error("Stripe returned a checkout session without a URL");
  return { url };
}

function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  const ignored: PaymentEvent = { id, type, paid: null, failed: null };
  if (event.type !== "payment_intent.succeeded" && event.type !== "payment_intent.payment_failed") return ignored;
  const intent = event.data.object;
  const { account_id: accountId, invoice_id: invoiceId } = intent.metadata;
  // A payment of another application on the same Stripe account.
  if (accountId === undefined || invoiceId === undefined) return ignored;
  const about = { accountId, invoiceId, reference: intent.id };
  if (event.type === "payment_intent.payment_failed") {
    return { ...ignored, failed: { ...about, failure: intent.last_payment_error?.code ?? "failed" } };
  }
  const currency = intent.currency.toUpperCase();
  const amountMinor = fromStripeAmount(intent.amount_received, currency);
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  return { ...ignored, paid: { ...about, amountMinor, currency, customer, method } };
}

/**
 * Currencies without decimals whose amounts Stripe expects in hundredths (https://docs.stripe.com/currencies#special-cases). Other amounts
 * are in minor units.
 */
const inHundredths: ReadonlySet<string> = new Set(["ISK"]);

/**
 * Converts an amount due to Stripe's unit. Stripe rejects amounts in currencies with three decimals whose last digit is not zero; the charge
 * then fails with Stripe's code.
 */
function toStripeAmount({ amountMinor, currency }: Pick<PaymentOrder, "amountMinor" | "currency">): number {
  return inHundredths.has(currency) ? amountMinor * 100 : amountMinor;
}

function fromStripeAmount(amount: number, currency: string): number {
  return inHundredths.has(currency) ? Math.round(amount / 100) : amount;
}

/** Returns the id of a Stripe reference, which is an id or an expanded object. */
function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "string" || object === null ? object : object.id;
}
