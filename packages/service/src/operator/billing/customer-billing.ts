import {
  type BillingOptions,
  findBalance,
  findInvoice,
  findOwnPlan,
  getAccountCurrency,
  type InvoiceRecord,
  issueCreditNote,
  type LockedBilling,
  lockBilling,
  payInvoice,
  readSpend,
  readWireInvoice,
  readWireSubscription,
  toWirePlan,
  voidInvoice,
} from "@wayfare/billing";
import {
  type AccountScope,
  type AuditEventType,
  accountLimitFactor,
  type CreateCreditNote,
  type CustomerBilling,
  DomainError,
  formatMoney,
  type Invoice,
  minorDigitsOf,
  notFound,
  toMinor,
  type WirePlan,
} from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import type { Actor } from "../../audit/store.ts";
import { hasAccount } from "../../tenancy/account-store.ts";
import { auditCustomerChange } from "../accounts/customer-audit.ts";

/** Billing of the live data of accounts, as operators read and correct it. */

interface CustomerBillingDeps {
  billing: BillingOptions;
  /** Multiplier of every rate limit in this deployment. */
  rateLimitFactor: number;
}

/** Returns the scope of an account's live billing. @throws DomainError NOT_FOUND */
export async function getLiveScope(db: Queryable, accountId: string): Promise<AccountScope> {
  if (!(await hasAccount(db, accountId))) throw notFound("account", accountId);
  return { accountId, environment: "live" };
}

/** Returns plan, limits in force, subscription, cost and credit of an account. @throws DomainError NOT_FOUND */
export async function readCustomerBilling(
  db: Queryable,
  { billing, rateLimitFactor }: CustomerBillingDeps,
  accountId: string,
  nowMs: number,
): Promise<CustomerBilling> {
  const scope = await getLiveScope(db, accountId);
  const plan = toWirePlan(await findOwnPlan(db, scope));
  const currency = await getAccountCurrency(db, accountId);
  return {
    plan,
    limits: {
      key: multiply(plan.keyLimits, rateLimitFactor),
      account: multiply(plan.keyLimits, rateLimitFactor * accountLimitFactor),
    },
    subscription: await readWireSubscription(db, scope, nowMs),
    spend: await readSpend(db, scope, nowMs, billing.ports),
    creditBalance: formatMoney(await findBalance(db, scope, currency), currency),
  };
}

function multiply(limits: WirePlan["keyLimits"], factor: number): WirePlan["keyLimits"] {
  return {
    requestsPerSecond: limits.requestsPerSecond * factor,
    requestsBurst: limits.requestsBurst * factor,
    searchesPerSecond: limits.searchesPerSecond * factor,
    searchesBurst: limits.searchesBurst * factor,
    searchesAtOnce: limits.searchesAtOnce * factor,
  };
}

/** Returns an invoice of an account. @throws DomainError NOT_FOUND */
export async function getCustomerInvoice(db: Queryable, accountId: string, invoiceId: string): Promise<InvoiceRecord> {
  const scope = await getLiveScope(db, accountId);
  const invoice = await findInvoice(db, scope, invoiceId);
  if (invoice === undefined) throw notFound("invoice", invoiceId);
  return invoice;
}

interface InvoiceChange {
  accountId: string;
  invoiceId: string;
  actor: Actor;
}

/** Marks an open invoice as paid. @throws DomainError NOT_FOUND, STATE_INVALID. */
export function payCustomerInvoice(unit: UnitOfWork, billing: BillingOptions, change: InvoiceChange): Promise<Invoice> {
  return changeInvoice(unit, billing, change, async (locked) => {
    await payInvoice(locked, change.invoiceId);
    return { action: "invoice.marked_paid" };
  });
}

/** Voids an open invoice. @throws DomainError NOT_FOUND, STATE_INVALID. */
export function voidCustomerInvoice(
  unit: UnitOfWork,
  billing: BillingOptions,
  change: InvoiceChange,
): Promise<Invoice> {
  return changeInvoice(unit, billing, change, async (locked) => {
    await voidInvoice(locked, change.invoiceId);
    return { action: "invoice.voided" };
  });
}

/**
 * Credits a part of an invoice.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, or REQUEST_INVALID for an amount that is not positive, has another currency than the
 *   account, or more decimals than the currency.
 */
export function creditCustomerInvoice(
  unit: UnitOfWork,
  billing: BillingOptions,
  change: InvoiceChange,
  { amount, reason }: CreateCreditNote,
): Promise<Invoice> {
  return changeInvoice(unit, billing, change, async (locked) => {
    const { currency } = locked.state;
    const amountMinor = amount.currency === currency ? toMinor(amount.amount, currency) : null;
    if (amountMinor === null || amountMinor <= 0) {
      const detail = `\`amount\` must be in ${currency} and greater than 0, with at most ${minorDigitsOf(currency)} decimals.`;
      throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/amount", code: "RANGE", detail }] });
    }
    await issueCreditNote(locked, { invoiceId: change.invoiceId, amountMinor, reason });
    return { action: "invoice.credited", amount: amount.amount, reason };
  });
}

/** Runs a change under the lock of the account's billing and writes it to the audit logs of both accounts. */
async function changeInvoice(
  unit: UnitOfWork,
  options: BillingOptions,
  { accountId, invoiceId, actor }: InvoiceChange,
  run: (billing: LockedBilling) => Promise<{ action: AuditEventType; amount?: string; reason?: string }>,
): Promise<Invoice> {
  const { tx, wallMs } = unit;
  const scope = await getLiveScope(tx, accountId);
  const { action, ...details } = await run(await lockBilling({ tx, nowMs: wallMs }, scope, options));
  const invoice = await getCustomerInvoice(tx, accountId, invoiceId);
  await auditCustomerChange(unit, actor, {
    accountId,
    action,
    details: { invoiceId, number: invoice.number, ...details },
  });
  return readWireInvoice(tx, invoice);
}
