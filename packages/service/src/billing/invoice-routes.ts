import {
  findInvoice,
  findLines,
  type InvoiceRecord,
  listInvoices,
  lockBilling,
  payInvoice,
  readWireInvoice,
  readWireInvoices,
  renderInvoicePdf,
} from "@wayfare/billing";
import {
  type AccountScope,
  DomainError,
  InvoiceParamsSchema,
  InvoiceSchema,
  invoiceQuery,
  notFound,
  ref,
} from "@wayfare/contract";
import { Type } from "typebox";
import type { App } from "../http/app-type.ts";
import { noBody } from "../http/json-body.ts";
import { listQuery, listResponses, readDatedPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import {
  auditBilling,
  type BillingDeps,
  billingChange,
  billingRead,
  scopeOf,
  billingTags as tags,
} from "./billing-deps.ts";
import { registerPaymentRoutes } from "./payment-routes.ts";

const pdfResponse = {
  description: "PDF of the invoice.",
  content: {
    "application/pdf": { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "PDF file." }) },
  },
};

export function registerInvoiceRoutes(app: App, deps: BillingDeps): void {
  registerInvoiceList(app, deps);
  registerInvoice(app, deps);
  registerPaymentRoutes(app, deps);
  registerMarkPaid(app, deps);
}

function registerInvoiceList(app: App, { database, cursors }: BillingDeps): void {
  app.get(
    "/v1/billing/invoices",
    {
      config: billingRead,
      schema: {
        operationId: "listInvoices",
        tags,
        summary: "List invoices",
        description:
          "Lists invoices of the caller's environment, including drafts, newest first. Filter by status or creation time.",
        querystring: listQuery(invoiceQuery),
        response: listResponses(InvoiceSchema),
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

function registerInvoice(app: App, { database, options }: BillingDeps): void {
  const getInvoice = async (scope: AccountScope, id: string): Promise<InvoiceRecord> => {
    const invoice = await findInvoice(database, scope, id);
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
          "Returns one invoice with its lines, tax, credit notes and amount due. The lines and amounts of a draft can change; those of a finalized invoice cannot.",
        params: InvoiceParamsSchema,
        response: { 200: ref(InvoiceSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    async (request) => readWireInvoice(database, await getInvoice(scopeOf(request), request.params.id)),
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
          "Returns a finalized invoice as a PDF file. The bytes are identical each time. Returns 409 for a draft, which has no PDF.",
        params: InvoiceParamsSchema,
        response: { 200: pdfResponse, ...problemResponses(["NOT_FOUND", "STATE_INVALID"]) },
      },
    },
    async (request, reply) => {
      const invoice = await getInvoice(scopeOf(request), request.params.id);
      if (invoice.number === null) {
        throw new DomainError("STATE_INVALID", {
          detail: "Draft invoices have no PDF. Try again when the invoice is finalized.",
        });
      }
      const lines = await findLines(database, [invoice]);
      const pdf = await renderInvoicePdf(invoice, lines.get(invoice.id) ?? [], options.logo);
      reply.header("content-type", "application/pdf");
      reply.header("content-disposition", `inline; filename="${invoice.number}.pdf"`);
      return reply.send(pdf);
    },
  );
}

/** Customers must not be able to mark their own live invoices as paid. */
const testInvoices = {
  environments: ["test"],
  environmentHint: "The operator marks live invoices as paid with `wayfare billing paid`.",
} as const;

function registerMarkPaid(app: App, deps: BillingDeps): void {
  app.post(
    "/v1/billing/invoices/:id/mark-paid",
    {
      config: { ...billingChange, ...testInvoices },
      schema: {
        operationId: "markInvoicePaid",
        tags,
        summary: "Mark a test invoice as paid",
        description:
          "Marks an open test invoice as paid. No money is charged, and no payment provider is called. Returns 409 if the invoice is not open. Live invoices are paid through the payment provider, or the operator marks them as paid with `wayfare billing paid`.",
        headers: idempotencyHeader,
        params: InvoiceParamsSchema,
        body: noBody,
        response: {
          200: ref(InvoiceSchema),
          ...problemResponses([
            ...bodyProblems,
            "AUTH_ENVIRONMENT_MISMATCH",
            "NOT_FOUND",
            ...idempotencyProblems,
            "STATE_INVALID",
          ]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const scope = scopeOf(request);
        const billing = await lockBilling(unit, scope, deps.options);
        if ((await findInvoice(unit.tx, scope, request.params.id)) === undefined)
          throw notFound("invoice", request.params.id);
        const invoice = await payInvoice(billing, request.params.id);
        await auditBilling(unit, request, {
          action: "invoice.marked_paid",
          subject: { kind: "invoice", id: invoice.id },
          details: { number: invoice.number },
        });
        return { status: 200, body: await readWireInvoice(unit.tx, invoice) };
      }),
  );
}
