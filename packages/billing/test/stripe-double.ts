import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { onTestFinished } from "vitest";

export const webhookSecret = "whsec_of_the_double";

/** A request received by the double, in Stripe's form encoding. */
export interface ReceivedRequest {
  path: string;
  idempotencyKey: string | null;
  form: Record<string, string>;
}

interface Intent {
  id: string;
  object: "payment_intent";
  status: string;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  metadata: Record<string, string>;
  last_payment_error: { code: string } | null;
}

/** Stripe's error responses to a charge: status, and members of `error`. */
const errors = {
  declines: { status: 402, type: "card_error", code: "card_declined" },
  "rejects the customer": { status: 400, type: "invalid_request_error", code: "resource_missing" },
  "denies permission": { status: 403, type: "invalid_request_error", code: undefined },
  "rejects a reused idempotency key": { status: 400, type: "idempotency_error", code: undefined },
  "limits the rate": { status: 429, type: "invalid_request_error", code: "rate_limit" },
  fails: { status: 500, type: "api_error", code: undefined },
  "rejects the secret key": { status: 401, type: "invalid_request_error", code: "api_key_invalid" },
} as const;
type ErrorBehavior = keyof typeof errors;
type Behavior = "pays" | "is away" | "dies after paying" | ErrorBehavior;
const isErrorBehavior = (behavior: Behavior): behavior is ErrorBehavior => Object.hasOwn(errors, behavior);

/** Starts a test double of the used part of Stripe's API on loopback: checkout sessions, payment intents and signed events. */
export async function startStripeDouble() {
  const requests: ReceivedRequest[] = [];
  const stored = new Map<string, { status: number; body: unknown }>();
  let defaultBehavior: Behavior = "pays";
  const behaviorOf = new Map<string, Behavior>();
  let release = () => {};
  let unblocked = Promise.resolve();
  let count = 0;

  function pay({ form }: ReceivedRequest, behavior: Behavior): { status: number; body: unknown } {
    const intent = intentOf(`pi_${++count}`, form, "succeeded");
    if (!isErrorBehavior(behavior)) return { status: 200, body: intent };
    const { status, ...fields } = errors[behavior];
    const declined = { ...intent, status: "requires_payment_method", amount_received: 0 };
    const error = { ...fields, message: "Declined.", ...(behavior === "declines" ? { payment_intent: declined } : {}) };
    return { status, body: { error } };
  }

  function respondTo(request: ReceivedRequest, behavior: Behavior): { status: number; body: unknown } {
    if (request.path === "/v1/checkout/sessions") {
      const id = `cs_${++count}`;
      return { status: 200, body: { id, object: "checkout.session", url: `https://checkout.stripe.com/c/pay/${id}` } };
    }
    if (request.path === "/v1/payment_intents") return pay(request, behavior);
    return { status: 404, body: { error: { type: "invalid_request_error", message: "No such path." } } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers["idempotency-key"];
    const idempotencyKey = typeof key === "string" ? key : null;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const received = { path: request.url ?? "", idempotencyKey, form };
    requests.push(received);
    await unblocked;
    const behavior = behaviorOf.get(form.customer ?? "") ?? defaultBehavior;
    if (behavior === "is away") return void response.destroy();
    const known = idempotencyKey === null ? undefined : stored.get(idempotencyKey);
    const result = known ?? respondTo(received, behavior);
    // Stripe stores no response for a request that it did not start.
    if (idempotencyKey !== null && result.status < 401) stored.set(idempotencyKey, result);
    if (behavior === "dies after paying") return void response.destroy();
    response.writeHead(result.status, { "content-type": "application/json" });
    response.end(JSON.stringify(result.body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    asked: requests,
    behave: (next: Behavior) => void (defaultBehavior = next),
    /** Sets the behavior for charges of one customer. */
    behaveTo: (customer: string, next: Behavior) => void behaviorOf.set(customer, next),
    /** Delays responses until the returned function is called. */
    hold() {
      unblocked = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

/** Returns the payment intent that Stripe creates from a form. */
export function intentOf(id: string, form: Record<string, string>, status: string): Intent {
  const metadata = {
    account_id: form["metadata[account_id]"] ?? "",
    invoice_id: form["metadata[invoice_id]"] ?? "",
  };
  return {
    id,
    object: "payment_intent",
    status,
    amount_received: Number(form.amount),
    currency: form.currency ?? "usd",
    customer: form.customer ?? null,
    payment_method: form.payment_method ?? null,
    metadata,
    last_payment_error: null,
  };
}

/** Returns an event as Stripe sends it: body and signature header. */
export function signEvent(
  event: { id: string; type: string; object: unknown },
  { atMs, secret = webhookSecret }: { atMs: number; secret?: string },
): { body: string; signature: string } {
  const { id, type, object } = event;
  const body = JSON.stringify({ id, object: "event", type, data: { object } });
  const stripe = new Stripe("sk_test_double");
  const timestamp = Math.floor(atMs / 1000);
  return { body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}
