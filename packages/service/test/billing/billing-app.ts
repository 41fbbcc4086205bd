import { type BillingOptions, runBillingCommand, runDueSteps } from "@wayfare/billing";
import type { Invoice, Problem, RedeemedCoupon, Spend, Subscription, SubscriptionPreview } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { TestDatabaseKind } from "../../../../tests/databases.ts";
import { expectConsistentLedger } from "../../../billing/test/billing-invariants.ts";
import { readPdfText } from "../../../billing/test/invoices/pdf-text.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { startApp } from "../access-app.ts";
import type { RunningApp } from "../running-app.ts";

/** Members that billing responses can have. */
type BillingBody = Partial<Omit<Problem, "status">> &
  Pick<Subscription, "plan" | "status" | "pendingPlan" | "cancelAtPeriodEnd" | "period" | "endedAt" | "coupons"> &
  Pick<SubscriptionPreview, "token" | "lines" | "due" | "total" | "takesEffect"> &
  Pick<Invoice, "id" | "number"> &
  Pick<RedeemedCoupon, "code" | "periodsLeft"> &
  Pick<Spend, "searches"> & {
    subscription: Subscription;
    invoice: Invoice | null;
    data: Invoice[];
    balance: { amount: string };
  };

export interface Billed {
  app: RunningApp;
  database: Database;
  /** Calls with a live key of the app's account. */
  call(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<{ status: number; body: BillingBody }>;
  /** Returns the texts of an invoice's PDF. */
  readPdf(invoiceId?: string): Promise<string[]>;
  asOwner: { headers: Record<string, string> };
  advanceTo(ms: number): void;
  /** Marks an invoice as paid, like the operator. */
  pay(invoiceId?: string): Promise<void>;
  /** Runs the due steps, like the job. */
  close(): Promise<number>;
  /** Checks the invariants of the whole ledger. */
  expectLedgerInOrder(): Promise<void>;
}

export async function startBilling(kind: TestDatabaseKind, changes: Partial<BillingOptions> = {}): Promise<Billed> {
  const billing = { ...defaultBilling, ...changes };
  const { app, database } = await startApp(kind, { billing });
  const key = await app.makeKey({ environment: "live" });
  return {
    app,
    database,
    async call(method, path, body) {
      const { status, text } = await app.call(path, { method, key, ...(body === undefined ? {} : { body }) });
      return { status, body: JSON.parse(text) };
    },
    async readPdf(invoiceId = "") {
      const response = await fetch(`${app.url}/v1/billing/invoices/${invoiceId}/pdf`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return readPdfText(Buffer.from(await response.arrayBuffer()));
    },
    asOwner: { headers: { authorization: `Bearer ${key}` } },
    async pay(invoiceId = "") {
      await runBillingCommand(
        { database, options: billing, nowMs: app.clock.nowMs() },
        { do: "pay_invoice", invoiceId },
      );
    },
    advanceTo: (ms) => app.clock.advance(ms - app.clock.nowMs()),
    close: () => runDueSteps(database, { options: billing, wallMs: app.clock.nowMs() }),
    expectLedgerInOrder: () => expectConsistentLedger(database),
  };
}
