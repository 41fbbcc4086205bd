import { type BillingOptions, findLines, listInvoices, readWireInvoices, renderInvoicePdf } from "@wayfare/billing";
import {
  CreateCreditNoteSchema,
  CustomerBillingSchema,
  DomainError,
  type Invoice,
  InvoiceSchema,
  idOf,
  operatorInvoiceQuery,
  ref,
} from "@wayfare/contract";
import { runUnitOfWork, skipIfDiskFull } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../../audit/actor.ts";
import type { App } from "../../http/app-type.ts";
import { noBody } from "../../http/json-body.ts";
import { listQuery, pageOf, readCallerPage } from "../../http/pagination.ts";
import { bodyProblems, problemResponses } from "../../http/problem-responses.ts";
import { idempotencyHeader, idempotencyProblems } from "../../storage/idempotency.ts";
import type { ResourceDeps } from "../../storage/resource-deps.ts";
import type { Meter } from "../../usage/meter.ts";
import {
  creditCustomerInvoice,
  getCustomerInvoice,
  getLiveScope,
  payCustomerInvoice,
  readCustomerBilling,
  voidCustomerInvoice,
} from "./customer-billing.ts";

const kinds = { environments: ["service"], applicationKeys: "refused" } as const;
const read = { access: ["accounts.read"], ...kinds } as const;
const write = { access: ["accounts.write"], ...kinds, stepUp: true } as const;
const tags = ["Operators"];
const params = Type.Object({ id: idOf("acct", "Id of the account.") });
const invoiceParams = Type.Object({
  id: idOf("acct", "Id of the account."),
  invoiceId: idOf("inv", "Id of the invoice."),
});
const problems = ["AUTH_ENVIRONMENT_MISMATCH", "NOT_FOUND"] as const;

interface CustomerBillingRouteDeps extends ResourceDeps {
  billing: BillingOptions;
  meter: Meter;
  rateLimitFactor: number;
}

/** Registers the routes for the billing of accounts. Only operators and service keys of their account may call them. */
export function registerOperatorBillingRoutes(app: App, deps: CustomerBillingRouteDeps): void {
  registerReading(app, deps);
  registerPdf(app, deps);
  registerChanges(app, deps);
}

function registerReading(app: App, deps: CustomerBillingRouteDeps): void {
  const { database, cursors, clock, meter } = deps;
  app.get(
    "/v1/operator/accounts/:id/billing",
    {
      config: read,
      schema: {
        operationId: "getCustomerBilling",
        tags,
        summary: "Get the billing of an account",
        description:
          "Returns the plan of an account with its version, the rate limits in force, the subscription, searches and cost of the current period, and the credit balance, all of live data.",
        params,
        response: { 200: ref(CustomerBillingSchema), ...problemResponses(problems) },
      },
    },
    async (request) => {
      await skipIfDiskFull(meter.flush());
      return readCustomerBilling(database, deps, request.params.id, clock.nowMs());
    },
  );
  app.get(
    "/v1/operator/accounts/:id/invoices",
    {
      config: read,
      schema: {
        operationId: "listCustomerInvoices",
        tags,
        summary: "List invoices of an account",
        description: "Lists the live invoices of an account, including drafts, newest first.",
        params,
        querystring: listQuery(operatorInvoiceQuery),
        response: {
          200: pageOf(InvoiceSchema, "Newest first."),
          ...problemResponses([...problems, "REQUEST_INVALID", "CURSOR_INVALID"]),
        },
      },
    },
    async (request) => {
      const scope = await getLiveScope(database, request.params.id);
      const page = await readCallerPage(cursors, request, (_caller, { filters, ...range }) =>
        listInvoices(database, scope, { ...filters, ...range }),
      );
      return { ...page, data: await readWireInvoices(database, page.data) };
    },
  );
}

function registerPdf(app: App, { database, billing }: CustomerBillingRouteDeps): void {
  app.get(
    "/v1/operator/accounts/:id/invoices/:invoiceId/pdf",
    {
      config: read,
      schema: {
        operationId: "getCustomerInvoicePdf",
        tags,
        summary: "Get an invoice of an account as a PDF",
        description: "Returns a finalized invoice of an account as a PDF file. Returns 409 for a draft.",
        params: invoiceParams,
        response: {
          200: {
            description: "PDF of the invoice.",
            content: {
              "application/pdf": {
                schema: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "PDF file." }),
              },
            },
          },
          ...problemResponses([...problems, "STATE_INVALID"]),
        },
      },
    },
    async (request, reply) => {
      const invoice = await getCustomerInvoice(database, request.params.id, request.params.invoiceId);
      if (invoice.number === null) throw new DomainError("STATE_INVALID", { detail: "Draft invoices have no PDF." });
      const lines = (await findLines(database, [invoice])).get(invoice.id) ?? [];
      const pdf = await renderInvoicePdf(invoice, lines, billing.logo);
      reply.header("content-type", "application/pdf");
      reply.header("content-disposition", `inline; filename="${invoice.number}.pdf"`);
      return reply.send(pdf);
    },
  );
}

function registerChanges(app: App, { database, clock, billing, runIdempotent }: CustomerBillingRouteDeps): void {
  const changes = { pay: payCustomerInvoice, void: voidCustomerInvoice };
  const responses = {
    200: ref(InvoiceSchema),
    ...problemResponses([...problems, ...bodyProblems, "STATE_INVALID"]),
  };
  const texts = {
    pay: [
      "payCustomerInvoice",
      "Mark an invoice of an account as paid",
      "Marks an open live invoice as paid by other means. Returns 409 if it is not open.",
    ],
    void: [
      "voidCustomerInvoice",
      "Void an invoice of an account",
      "Voids an open live invoice. It keeps its number, and credit that it used is returned. Returns 409 if it is not open.",
    ],
  } as const;
  for (const action of ["pay", "void"] as const) {
    const [operationId, summary, description] = texts[action];
    app.post(
      `/v1/operator/accounts/:id/invoices/:invoiceId/${action}`,
      {
        config: write,
        schema: { operationId, tags, summary, description, params: invoiceParams, body: noBody, response: responses },
      },
      (request) =>
        runUnitOfWork(database, clock.nowMs(), (unit) => {
          const { id: accountId, invoiceId } = request.params;
          return changes[action](unit, billing, { accountId, invoiceId, actor: actorOf(request) });
        }),
    );
  }
  app.post(
    "/v1/operator/accounts/:id/invoices/:invoiceId/credit-notes",
    {
      config: write,
      schema: {
        operationId: "creditCustomerInvoice",
        tags,
        summary: "Credit an invoice of an account",
        description:
          "Issues a credit note for a part of a final live invoice. The amount, with its share of the tax, becomes credit of the account. Returns 409 if the credit notes would exceed the total.",
        headers: idempotencyHeader,
        params: invoiceParams,
        body: ref(CreateCreditNoteSchema),
        response: {
          200: ref(InvoiceSchema),
          ...problemResponses([...problems, ...bodyProblems, ...idempotencyProblems, "STATE_INVALID"]),
        },
      },
    },
    (request, reply) =>
      runIdempotent(request, reply, async (unit) => {
        const { id: accountId, invoiceId } = request.params;
        const change = { accountId, invoiceId, actor: actorOf(request) };
        const body: Invoice = await creditCustomerInvoice(unit, billing, change, request.body);
        return { status: 200, body };
      }),
  );
}
