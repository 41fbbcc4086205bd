import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { onTestFinished } from "vitest";

export const webhookSecret = "whsec_of_the_double";

/** A request that the double was sent, in Stripe's own form encoding. */
export interface Asked {
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

/** Errors that Stripe answers a charge with: status, and the members of its `error`. */
const refusals = {
  declines: { status: 402, type: "card_error", code: "card_declined" },
  "has no such customer": { status: 400, type: "invalid_request_error", code: "resource_missing" },
  "may not charge": { status: 403, type: "invalid_request_error", code: undefined },
  "was asked otherwise before": { status: 400, type: "idempotency_error", code: undefined },
  "is asked too often": { status: 429, type: "invalid_request_error", code: "rate_limit" },
  fails: { status: 500, type: "api_error", code: undefined },
  "does not know the secret key": { status: 401, type: "invalid_request_error", code: "api_key_invalid" },
} as const;
type Refusal = keyof typeof refusals;
type Behavior = "pays" | "is away" | "dies after paying" | Refusal;
const isRefusal = (behavior: Behavior): behavior is Refusal => Object.hasOwn(refusals, behavior);

/** Speaks so much of Stripe's API, on loopback, as is spoken to it: checkout sessions, payment intents, and signed events. */
export async function startStripeDouble() {
  const asked: Asked[] = [];
  const answers = new Map<string, { status: number; body: unknown }>();
  let behaviour: Behavior = "pays";
  const behaviorOf = new Map<string, Behavior>();
  let release = () => {};
  let held = Promise.resolve();
  let count = 0;

  function pay({ form }: Asked, behavior: Behavior): { status: number; body: unknown } {
    const intent = intentOf(`pi_${++count}`, form, "succeeded");
    if (!isRefusal(behavior)) return { status: 200, body: intent };
    const { status, ...refusal } = refusals[behavior];
    const declined = { ...intent, status: "requires_payment_method", amount_received: 0 };
    const error = { ...refusal, message: "Refused.", ...(behavior === "declines" ? { payment_intent: declined } : {}) };
    return { status, body: { error } };
  }

  function answerOf(request: Asked, behavior: Behavior): { status: number; body: unknown } {
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
    const question = { path: request.url ?? "", idempotencyKey, form };
    asked.push(question);
    await held;
    const behavior = behaviorOf.get(form.customer ?? "") ?? behaviour;
    if (behavior === "is away") return void response.destroy();
    const known = idempotencyKey === null ? undefined : answers.get(idempotencyKey);
    const answer = known ?? answerOf(question, behavior);
    // Stripe keeps no answer of a request that it has not begun.
    if (idempotencyKey !== null && answer.status < 401) answers.set(idempotencyKey, answer);
    if (behavior === "dies after paying") return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
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
    asked,
    behave: (next: Behavior) => void (behaviour = next),
    /** The same for charges of one customer. */
    behaveTo: (customer: string, next: Behavior) => void behaviorOf.set(customer, next),
    /** Answers nothing until it is called. */
    hold() {
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

/** A payment intent as Stripe has it once it was created from a form. */
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

/** An event as Stripe sends it: its body, and the header that signs it. */
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
