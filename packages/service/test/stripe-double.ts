import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { onTestFinished } from "vitest";

export const webhookSecret = "whsec_of_the_double";

/** A request that the double was sent, in Stripe's own form encoding. */
interface Asked {
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

/** Speaks so much of Stripe's API, on loopback, as is spoken to it: checkout sessions, payment intents, and signed events. */
export async function startStripeDouble() {
  const asked: Asked[] = [];
  const answers = new Map<string, { status: number; body: unknown }>();
  let behaviour: "pays" | "declines" | "is away" | "dies after paying" = "pays";
  let count = 0;

  function pay({ form }: Asked): { status: number; body: unknown } {
    const intent = intentOf(`pi_${++count}`, form, "succeeded");
    if (behaviour !== "declines") return { status: 200, body: intent };
    const declined = { ...intent, status: "requires_payment_method", amount_received: 0 };
    const error = { type: "card_error", code: "card_declined", message: "Declined.", payment_intent: declined };
    return { status: 402, body: { error } };
  }

  function answerOf(request: Asked): { status: number; body: unknown } {
    if (request.path === "/v1/checkout/sessions") {
      const id = `cs_${++count}`;
      return { status: 200, body: { id, object: "checkout.session", url: `https://checkout.stripe.com/c/pay/${id}` } };
    }
    if (request.path === "/v1/payment_intents") return pay(request);
    return { status: 404, body: { error: { type: "invalid_request_error", message: "No such path." } } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers["idempotency-key"];
    const idempotencyKey = typeof key === "string" ? key : null;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const question = { path: request.url ?? "", idempotencyKey, form };
    asked.push(question);
    if (behaviour === "is away") return void response.destroy();
    const known = idempotencyKey === null ? undefined : answers.get(idempotencyKey);
    const answer = known ?? answerOf(question);
    if (idempotencyKey !== null) answers.set(idempotencyKey, answer);
    if (behaviour === "dies after paying") return void response.destroy();
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
    behave: (next: typeof behaviour) => void (behaviour = next),
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
