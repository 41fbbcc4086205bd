import {
  billingCurrency,
  type Currency,
  DomainError,
  type FieldError,
  type Invoice,
  minorDigitsOf,
  newId,
  type Partition,
  type PlanName,
  toMinor,
} from "@wayfare/contract";
import { type Database, isUniqueViolation, type Queryable, runUnitOfWork } from "@wayfare/database";
import { issueCreditNote } from "../commands/credit-note.ts";
import { payInvoice, voidInvoice } from "../commands/pay.ts";
import { type Coupon, disableCoupon, insertCoupon } from "../coupons/store.ts";
import { type LockedBilling, lockBilling } from "../dunning/lock-billing.ts";
import { findInvoice, findInvoiceScope } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import { findPlan } from "../plans/store.ts";
import { readWireInvoice } from "../wire/read-invoices.ts";

/** Creates a coupon with exactly one of `percent`, `amount` and `credit`. */
interface CreateCouponCommand {
  do: "create_coupon";
  code: string;
  environment?: Partition;
  /** Percent off the plan's price; decimal string with at most two decimals. */
  percent?: string;
  /** Currency of `amount` and `credit`; US dollars by default. Only accounts in this currency can redeem it. */
  currency?: Currency;
  /** Amount off the plan's price per period. */
  amount?: string;
  /** Credit, granted immediately. */
  credit?: string;
  /** Number of periods to discount; all if omitted. */
  periods?: number;
  startsAt?: string;
  endsAt?: string;
  plans?: PlanName[];
  /** Maximum number of redemptions by all accounts. */
  maxRedemptions?: number;
}

/** Billing commands of the operator. */
export type BillingCommand =
  | CreateCouponCommand
  | { do: "disable_coupon"; code: string; environment?: Partition }
  | { do: "pay_invoice" | "void_invoice"; invoiceId: string }
  | { do: "credit_invoice"; invoiceId: string; amount: string; reason: string };

/** Result of a billing command. */
export type BillingCommandResult =
  | Invoice
  | { id: string; code: string; environment: Partition; status: "active" | "disabled" };

interface CommandContext {
  database: Database;
  options: BillingOptions;
  nowMs: number;
}

/**
 * Runs a billing command of the operator.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, CONFLICT if a coupon code exists, REQUEST_INVALID if a coupon does not have exactly one
 *   kind of discount or names an unknown plan, and for an amount with more decimals than its currency.
 */
export function runBillingCommand(
  { database, options, nowMs }: CommandContext,
  command: BillingCommand,
): Promise<BillingCommandResult> {
  return runUnitOfWork(database, nowMs, async ({ tx }) => {
    if (command.do === "create_coupon") return createCoupon(tx, command, nowMs);
    if (command.do === "disable_coupon") return runDisableCoupon(tx, command, nowMs);
    return runInvoiceCommand(tx, { options, nowMs }, command);
  });
}

async function createCoupon(db: Queryable, command: CreateCouponCommand, nowMs: number): Promise<BillingCommandResult> {
  const { environment = "live" } = command;
  for (const [index, plan] of (command.plans ?? []).entries()) {
    if ((await findPlan(db, plan)) === undefined) throw invalid(`/plans/${index}`, "ENUM", `There is no plan ${plan}.`);
  }
  const coupon = { ...couponValue(command), ...couponTerms(command), id: newId("cpn", nowMs), environment };
  try {
    await insertCoupon(db, coupon, nowMs);
  } catch (error) {
    if (!isUniqueViolation(error, "coupons_code_unique")) throw error;
    throw new DomainError("CONFLICT", { detail: `Coupon ${coupon.code} already exists.` });
  }
  return { id: coupon.id, code: coupon.code, environment, status: "active" };
}

async function runDisableCoupon(
  db: Queryable,
  { code, environment = "live" }: { code: string; environment?: Partition },
  nowMs: number,
): Promise<BillingCommandResult> {
  const id = await disableCoupon(db, { code: code.toUpperCase(), environment, nowMs });
  if (id === undefined) throw new DomainError("NOT_FOUND", { detail: `No active coupon ${code}.` });
  return { id, code: code.toUpperCase(), environment, status: "disabled" };
}

function couponValue({
  percent,
  amount,
  credit,
  currency = billingCurrency,
}: CreateCouponCommand): Pick<Coupon, "kind" | "percentBasis" | "amountMinor"> {
  const given = [percent, amount, credit].filter((each) => each !== undefined);
  if (given.length !== 1) {
    const detail = "A coupon requires exactly one of `percent`, `amount` and `credit`.";
    throw invalid("/percent", "REQUIRED", detail);
  }
  if (percent !== undefined) return { kind: "percent", percentBasis: readHundredths(percent), amountMinor: null };
  const kind = amount === undefined ? "credit" : "amount";
  return { kind, percentBasis: null, amountMinor: readAmount(amount ?? credit ?? "0", currency, kind) };
}

function couponTerms(
  command: CreateCouponCommand,
): Pick<Coupon, "code" | "currency" | "periods" | "startsAtMs" | "endsAtMs" | "plans" | "maxRedemptions"> {
  const {
    code,
    currency = billingCurrency,
    periods = null,
    startsAt,
    endsAt,
    plans = [],
    maxRedemptions = null,
  } = command;
  return {
    code: code.toUpperCase(),
    currency,
    periods,
    startsAtMs: startsAt === undefined ? null : Date.parse(startsAt),
    endsAtMs: endsAt === undefined ? null : Date.parse(endsAt),
    plans: [...plans],
    maxRedemptions,
  };
}

/** Converts a percentage with at most two decimals, which the schema has validated. */
function readHundredths(text: string): number {
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole + fraction.padEnd(2, "0"));
}

/** Converts an amount to minor units. @throws DomainError REQUEST_INVALID if it has more decimals than the currency. */
function readAmount(text: string, currency: Currency, member: "amount" | "credit"): number {
  const minor = toMinor(text, currency);
  if (minor !== null) return minor;
  const detail = `\`${member}\` must have at most ${minorDigitsOf(currency)} decimals in ${currency}.`;
  throw invalid(`/${member}`, "RANGE", detail);
}

function invalid(pointer: string, code: FieldError["code"], detail: string): DomainError {
  return new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer, code, detail }] });
}

type InvoiceCommand = Exclude<BillingCommand, CreateCouponCommand | { do: "disable_coupon" }>;

async function runInvoiceCommand(
  db: Queryable,
  { options, nowMs: wallMs }: Pick<CommandContext, "options" | "nowMs">,
  command: InvoiceCommand,
): Promise<BillingCommandResult> {
  const { invoiceId } = command;
  const found = await findInvoiceScope(db, invoiceId);
  if (found === undefined) throw new DomainError("NOT_FOUND", { detail: `Unknown invoice ${invoiceId}.` });
  const billing = await lockBilling({ tx: db, nowMs: wallMs + found.clockOffsetMs }, found, options);
  const action = await applyInvoiceCommand(billing, command);
  await options.ports.auditOperator(db, {
    ...billing.scope,
    action,
    subject: { kind: "invoice", id: invoiceId },
    details: command.do === "credit_invoice" ? { amount: command.amount, reason: command.reason } : {},
    nowMs: billing.nowMs,
  });
  const invoice = await findInvoice(db, billing.scope, invoiceId);
  if (invoice === undefined) throw new Error("invoice ${invoiceId} not found");
  return readWireInvoice(db, invoice);
}

async function applyInvoiceCommand(billing: LockedBilling, command: InvoiceCommand) {
  const { invoiceId } = command;
  if (command.do === "credit_invoice") {
    const amountMinor = readAmount(command.amount, billing.state.currency, "amount");
    await issueCreditNote(billing, { invoiceId, amountMinor, reason: command.reason });
    return "invoice.credited" as const;
  }
  if (command.do === "pay_invoice") {
    await payInvoice(billing, invoiceId);
    return "invoice.marked_paid" as const;
  }
  await voidInvoice(billing, invoiceId);
  return "invoice.voided" as const;
}
