import {
  findInvoice,
  findLines,
  holdBilling,
  type InvoiceRecord,
  listInvoices,
  payInvoice,
  readWireInvoice,
  readWireInvoices,
  renderInvoicePdf,
} from "@wayfare/billing";
import {
  DomainError,
  InvoiceParamsSchema,
  InvoiceSchema,
  invoiceQuery,
  notFound,
  type Owner,
  refer,
} from "@wayfare/contract";
import { Type } from "typebox";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { noBody } from "../http/json-body.ts";
import { listAnswers, listQuery, readDatedPage } from "../http/pages.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import {
  auditBilling,
  type BillingParts,
  billingChange,
  billingRead,
  ownerOf,
  billingTags as tags,
} from "./billing-parts.ts";
import { registerPaymentRoutes } from "./payment-routes.ts";

const pdfAnswer = {
  description: "The invoice.",
  content: {
    "application/pdf": { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "A PDF." }) },
  },
};

export function registerInvoiceRoutes(app: App, parts: BillingParts): void {
  registerInvoiceList(app, parts);
  registerInvoice(app, parts);
  registerPaymentRoutes(app, parts);
  registerPaying(app, parts);
}

function registerInvoiceList(app: App, { database, cursors }: BillingParts): void {
  app.get(
    "/v1/billing/invoices",
    {
      config: billingRead,
      schema: {
        operationId: "listInvoices",
        tags,
        summary: "List invoices",
        description: "Lists invoices, including drafts, newest first. A finalized invoice never changes.",
        querystring: listQuery(invoiceQuery),
        response: listAnswers(InvoiceSchema),
      },
    },
    async (request) => {
      const page = await readDatedPage(cursors, request, "inv", (caller, { filters: { status }, ...range }) =>
        listInvoices(database, caller, { status, ...range }),
      );
      return { ...page, data: await readWireInvoices(database, page.data) };
    },
  );
}

function registerInvoice(app: App, { database }: BillingParts): void {
  const getInvoice = async (owner: Owner, id: string): Promise<InvoiceRecord> => {
    const invoice = await findInvoice(database, owner, id);
    if (invoice === undefined) throw notFound("invoice", id);
    return invoice;
  };
  app.get(
    "/v1/billing/invoices/:id",
    {
      config: billingRead,
      schema: {
        operationId: "getInvoice",
        tags,
        summary: "Get an invoice",
        description:
          "Returns one invoice with its lines, tax, credit notes and the amount due. A draft can still change; a finalized invoice cannot.",
        params: InvoiceParamsSchema,
        response: { 200: refer(InvoiceSchema), ...answers(["NOT_FOUND"]) },
      },
    },
    async (request) => readWireInvoice(database, await getInvoice(ownerOf(request), request.params.id)),
  );
  app.get(
    "/v1/billing/invoices/:id/pdf",
    {
      config: billingRead,
      schema: {
        operationId: "getInvoicePdf",
        tags,
        summary: "Get an invoice as a PDF",
        description:
          "Returns the PDF of a finalized invoice. The bytes are the same each time. Answers 409 for a draft, which has no PDF.",
        params: InvoiceParamsSchema,
        response: { 200: pdfAnswer, ...answers(["NOT_FOUND", "STATE_INVALID"]) },
      },
    },
    async (request, reply) => {
      const invoice = await getInvoice(ownerOf(request), request.params.id);
      if (invoice.number === null) {
        throw new DomainError("STATE_INVALID", { detail: "A draft has no PDF; it has one once it is final." });
      }
      const lines = await findLines(database, [invoice]);
      const pdf = await renderInvoicePdf(invoice, lines.get(invoice.id) ?? []);
      reply.header("content-type", "application/pdf");
      reply.header("content-disposition", `inline; filename="${invoice.number}.pdf"`);
      return reply.send(pdf);
    },
  );
}

/** A customer must not be able to declare its own live invoice paid. */
const testInvoices = {
  environments: ["test"],
  environmentHint: "The operator marks live invoices as paid: `wayfare billing paid`.",
} as const;

function registerPaying(app: App, parts: BillingParts): void {
  app.post(
    "/v1/billing/invoices/:id/mark-paid",
    {
      config: { ...billingChange, ...testInvoices },
      schema: {
        operationId: "markInvoicePaid",
        tags,
        summary: "Mark a test invoice as paid",
        description:
          "Marks a test invoice as paid; no money is charged. Live invoices are paid through the payment provider, or are marked as paid by the operator with `wayfare billing paid`.",
        headers: idempotencyHeader,
        params: InvoiceParamsSchema,
        body: noBody,
        response: {
          200: refer(InvoiceSchema),
          ...answers([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "NOT_FOUND", ...onceProblems, "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit) => {
        const owner = ownerOf(request);
        const held = await holdBilling(unit, owner, parts.options);
        if ((await findInvoice(unit.session, owner, request.params.id)) === undefined)
          throw notFound("invoice", request.params.id);
        const invoice = await payInvoice(held, request.params.id);
        await auditBilling(unit, request, {
          action: "invoice.marked_paid",
          subject: { kind: "invoice", id: invoice.id },
          details: { number: invoice.number },
        });
        return { status: 200, body: await readWireInvoice(unit.session, invoice) };
      }),
  );
}
