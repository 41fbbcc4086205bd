import { findInvoice, type InvoiceRecord, PaymentEventRefused, settleEvent } from "@wayfare/billing";
import { DomainError, InvoiceParamsSchema, notFound, nullable, type Owner, oneOf } from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { Type } from "typebox";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { noBody } from "../http/json-body.ts";
import { assertNotPaused } from "../storage/outbound.ts";
import { type BillingParts, billingWrite, ownerOf, billingTags as tags } from "./billing-parts.ts";

export function registerPaymentRoutes(app: App, parts: BillingParts): void {
  registerPaymentPage(app, parts);
  registerPaymentEvents(app, parts);
}

function registerPaymentPage(app: App, parts: BillingParts): void {
  app.post(
    "/v1/billing/invoices/:id/payment-page",
    {
      config: billingWrite,
      schema: {
        operationId: "openPaymentPage",
        tags,
        summary: "Create a payment page for an invoice",
        description:
          "Creates a page of the payment provider on which the invoice can be paid, and returns its URL. The URL is null for test invoices, and in a deployment that collects payments manually. Answers 503 if the provider cannot be reached.",
        params: InvoiceParamsSchema,
        body: noBody,
        response: {
          200: Type.Object(
            {
              provider: oneOf(["manual", "stripe"], { description: "Who takes the money.", examples: ["stripe"] }),
              url: nullable(
                Type.String({
                  description: "Where to pay; null where there is no page.",
                  examples: ["https://checkout.stripe.com/c/pay/cs_live_a1"],
                }),
              ),
            },
            { title: "PaymentPage", description: "Page on which the invoice can be paid." },
          ),
          ...answers([...bodyProblems, "NOT_FOUND", "STATE_INVALID", "SUPPLY_UNAVAILABLE"]),
        },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      const invoice = await findInvoice(parts.database, owner, request.params.id);
      if (invoice === undefined) throw notFound("invoice", request.params.id);
      if (invoice.status === "open") return openPage(parts, owner, invoice);
      throw new DomainError("STATE_INVALID", {
        detail: `The invoice is ${invoice.status}; only an open one is paid.`,
      });
    },
  );
}

async function openPage(
  { database, options, publicUrl }: BillingParts,
  { environment }: Owner,
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

/** Outside of /v1: the provider calls it, with its own signature over the bytes of the body. */
function registerPaymentEvents(app: App, { database, clock, options }: BillingParts): void {
  const { readEvent } = options.provider;
  if (readEvent === null) return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    // The signature over the bytes is checked before anything is parsed, and a refused event would be sent again.
    const publicBody = { maxBytes: maxEventBytes, allowance: null };
    scope.post("/payments/events", { config: { access: "public", publicBody } }, async (request) => {
      const signature = request.headers["stripe-signature"];
      const event = readSigned(readEvent, request.body, signature);
      await runUnit(database, clock.nowMs(), (unit) => settleEvent(unit, event, options));
      return { received: true };
    });
  });
}

function readSigned(
  readEvent: NonNullable<BillingParts["options"]["provider"]["readEvent"]>,
  body: unknown,
  signature: unknown,
) {
  try {
    if (Buffer.isBuffer(body) && typeof signature === "string") return readEvent(body, signature);
  } catch (error) {
    if (!(error instanceof PaymentEventRefused)) throw error;
  }
  throw new DomainError("AUTH_INVALID", { detail: "The event does not carry the signature of the payment provider." });
}
