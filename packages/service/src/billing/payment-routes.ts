import { findInvoice, handlePaymentEvent, InvalidPaymentEventError, type InvoiceRecord } from "@wayfare/billing";
import { type AccountScope, DomainError, InvoiceParamsSchema, notFound, nullable, oneOf } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { noBody } from "../http/json-body.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import { type BillingDeps, billingWrite, scopeOf, billingTags as tags } from "./billing-deps.ts";

export function registerPaymentRoutes(app: App, deps: BillingDeps): void {
  registerPaymentPage(app, deps);
  registerPaymentEvents(app, deps);
}

function registerPaymentPage(app: App, deps: BillingDeps): void {
  app.post(
    "/v1/billing/invoices/:id/payment-page",
    {
      config: billingWrite,
      schema: {
        operationId: "openPaymentPage",
        tags,
        summary: "Create a payment page",
        description:
          "Creates a payment page at the payment provider for an open invoice and returns its URL. `url` is null for test invoices and in deployments with manual payment. Returns 409 if the invoice is not open, and 503 if the provider is unreachable or outbound traffic is paused.",
        params: InvoiceParamsSchema,
        body: noBody,
        response: {
          200: Type.Object(
            {
              provider: oneOf(["manual", "stripe"], {
                description: "Payment provider; `manual` if payments are collected outside of the service.",
                examples: ["stripe"],
              }),
              url: nullable(
                Type.String({
                  description: "URL of the payment page; null if there is none.",
                  examples: ["https://checkout.stripe.com/c/pay/cs_live_a1"],
                }),
              ),
            },
            { title: "PaymentPage", description: "Payment page of an invoice." },
          ),
          ...problemResponses([...bodyProblems, "NOT_FOUND", "STATE_INVALID", "SUPPLY_UNAVAILABLE"]),
        },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const invoice = await findInvoice(deps.database, scope, request.params.id);
      if (invoice === undefined) throw notFound("invoice", request.params.id);
      if (invoice.status === "open") return openPage(deps, scope, invoice);
      throw new DomainError("STATE_INVALID", {
        detail: `Invoice status is ${invoice.status}. Only open invoices can be paid.`,
      });
    },
  );
}

async function openPage(
  { database, options, publicUrl }: BillingDeps,
  { environment }: AccountScope,
  invoice: InvoiceRecord,
) {
  const { provider } = options;
  if (environment === "test" || provider.openPage === null) return { provider: "manual" as const, url: null };
  const { id: invoiceId, number, accountId, dueMinor: amountMinor, currency } = invoice;
  const order = { invoiceId, invoiceNumber: number ?? "", accountId, amountMinor, currency };
  await assertNotPaused(database, environment);
  const { url } = await provider.openPage(order, `${publicUrl}/`);
  return { provider: provider.name, url };
}

const maxEventBytes = 256 * 1024;

/** Receives webhooks of the payment provider, which signs the bytes of the body. Not part of /v1. */
function registerPaymentEvents(app: App, { database, clock, options }: BillingDeps): void {
  const { readEvent } = options.provider;
  if (readEvent === null) return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    // No throttle: the signature is checked before parsing, and the provider would resend rejected events.
    const publicBody = { maxBytes: maxEventBytes, allowance: null };
    scope.post("/payments/events", { config: { access: "public", publicBody } }, async (request) => {
      const signature = request.headers["stripe-signature"];
      const event = readSigned(readEvent, request.body, signature);
      await runUnitOfWork(database, clock.nowMs(), (unit) => handlePaymentEvent(unit, event, options));
      return { received: true };
    });
  });
}

function readSigned(
  readEvent: NonNullable<BillingDeps["options"]["provider"]["readEvent"]>,
  body: unknown,
  signature: unknown,
) {
  try {
    if (Buffer.isBuffer(body) && typeof signature === "string") return readEvent(body, signature);
  } catch (error) {
    if (!(error instanceof InvalidPaymentEventError)) throw error;
  }
  throw new DomainError("AUTH_INVALID", { detail: "Invalid payment provider signature." });
}
