import {
  type BillingOptions,
  findLines,
  listCreditEntries,
  listInvoices,
  readWireInvoices,
  renderInvoicePdf,
} from "@wayfare/billing";
import type { RowScope } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { listAttempts, listDeliveries, listEndpoints, listEvents, type SecretBox } from "@wayfare/webhooks";
import { listApplications } from "../applications/store.ts";
import { listAuditEvents } from "../audit/store.ts";
import { listBookings } from "../bookings/store.ts";
import { listKeys } from "../keys/store.ts";
import { toWireKey } from "../keys/wire.ts";
import { listRequests } from "../requests/store.ts";
import { toWireWebhook } from "../webhooks/wire.ts";

/** Dependencies of the rows in the shapes of the API. */
interface ApiRowDeps {
  db: Queryable;
  nowMs: number;
  /** Opens travelers' data. */
  box: SecretBox;
  billing: Pick<BillingOptions, "logo">;
  pageRows: number;
}

interface Page {
  afterId: string | null;
  limit: number;
}

/** Line of an export. */
export interface Line {
  type: string;
  data: unknown;
}

interface ApiSource {
  type: string;
  tables: readonly string[];
  read(deps: ApiRowDeps, owner: RowScope): AsyncIterable<Line>;
}

/** Reads all pages of a list, newest first. */
async function* readAll<Row extends { id: string }>(
  limit: number,
  list: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let afterId: string | null = null; ; ) {
    const rows: readonly Row[] = await list({ afterId, limit });
    yield* rows;
    afterId = rows.at(-1)?.id ?? null;
    if (rows.length < limit) return;
  }
}

function sourceOf<Row extends { id: string }>(
  type: string,
  tables: readonly string[],
  list: (deps: ApiRowDeps, owner: RowScope, page: Page) => Promise<readonly Row[]>,
  toData: (row: Row, deps: ApiRowDeps) => unknown = (row) => row,
): ApiSource {
  return {
    type,
    tables,
    async *read(deps, owner) {
      const rows = readAll(deps.pageRows, (page) => list(deps, owner, page));
      for await (const row of rows) yield { type, data: await toData(row, deps) };
    },
  };
}

/** Sources of one partition of an account in the shapes of the API, without secrets. */
export const apiSources: readonly ApiSource[] = [
  sourceOf("application", ["applications"], ({ db }, owner, page) => listApplications(db, owner, page)),
  sourceOf(
    "key",
    ["api_keys"],
    ({ db, nowMs }, owner, page) => listKeys(db, owner, { filter: {}, ...page, nowMs }),
    (key, { db, nowMs }) => toWireKey(db, key, nowMs),
  ),
  sourceOf(
    "webhook",
    ["webhook_endpoints"],
    ({ db }, owner, page) => listEndpoints(db, owner, page),
    (endpoint, { nowMs }) => toWireWebhook(endpoint, nowMs),
  ),
  sourceOf("event", ["events"], ({ db }, owner, page) => listEvents(db, owner, { filter: {}, ...page })),
  sourceOf(
    "delivery",
    ["deliveries", "delivery_attempts"],
    ({ db }, owner, page) => listDeliveries(db, owner, { filter: {}, ...page }),
    async (delivery, { db }) => ({ ...delivery, attempts: await listAttempts(db, delivery.id) }),
  ),
  sourceOf("booking", ["bookings"], ({ db, box }, owner, page) => listBookings(db, owner, page, box)),
  sourceOf("request", ["requests"], ({ db }, owner, page) =>
    listRequests(db, owner, { filter: {}, firstId: "", ...page }),
  ),
  sourceOf("audit_event", ["audit_events"], ({ db }, owner, page) =>
    listAuditEvents(db, owner, { filter: {}, ...page }),
  ),
  sourceOf("credit_entry", ["ledger_entries"], ({ db }, owner, page) => listCreditEntries(db, owner, page)),
  {
    type: "invoice",
    tables: ["invoices", "invoice_lines", "credit_notes"],
    async *read({ db, billing, pageRows }, owner) {
      for await (const invoice of readAll(pageRows, (page) => listInvoices(db, owner, page))) {
        for (const data of await readWireInvoices(db, [invoice])) yield { type: "invoice", data };
        if (invoice.number === null) continue;
        const lines = await findLines(db, [invoice]);
        const pdf = await renderInvoicePdf(invoice, lines.get(invoice.id) ?? [], billing.logo);
        const { id: invoiceId, number } = invoice;
        yield { type: "invoice_pdf", data: { invoiceId, number, base64: Buffer.from(pdf).toString("base64") } };
      }
    },
  },
];
