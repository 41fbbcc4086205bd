import { DomainError, type Invoice, newId, type Partition, type PlanName } from "@wayfare/contract";
import { type Database, isUniqueViolation, runUnit, type Session } from "@wayfare/database";
import { issueCreditNote } from "../commands/credit-note.ts";
import { payInvoice, voidInvoice } from "../commands/pay.ts";
import { type Coupon, disableCoupon, insertCoupon } from "../coupons/store.ts";
import { type HeldBilling, holdBilling } from "../dunning/hold.ts";
import { findInvoice, findInvoiceOwner } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import { toMinor } from "../rating/exact.ts";
import { readWireInvoice } from "../wire/read-invoices.ts";

/** A coupon that the operator gives away: one of `percent`, `amount` and `credit`. */
interface CouponOrder {
  do: "create_coupon";
  code: string;
  environment?: Partition;
  /** Off the plan's price, as a decimal string with two decimals at most. */
  percent?: string;
  /** US dollars off the plan's price a period. */
  amount?: string;
  /** US dollars of credit, at once. */
  credit?: string;
  /** Periods that it covers; all without it. */
  periods?: number;
  startsAt?: string;
  endsAt?: string;
  plans?: PlanName[];
  /** How often it can be redeemed, by all accounts together. */
  most?: number;
}

/** What the operator may do to money, wherever the database is. */
export type BillingOrder =
  | CouponOrder
  | { do: "disable_coupon"; code: string; environment?: Partition }
  | { do: "pay_invoice" | "void_invoice"; invoiceId: string }
  | { do: "credit_invoice"; invoiceId: string; amount: string; reason: string };

/** What came of it. */
export type BillingAnswer =
  | Invoice
  | { id: string; code: string; environment: Partition; status: "active" | "disabled" };

interface OperatedBilling {
  database: Database;
  options: BillingOptions;
  nowMs: number;
}

/**
 * Does what the operator asks for.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, CONFLICT where a code is taken, REQUEST_INVALID where a coupon is not one thing.
 */
export function obeyBilling(
  { database, options, nowMs }: OperatedBilling,
  order: BillingOrder,
): Promise<BillingAnswer> {
  return runUnit(database, nowMs, async ({ session }) => {
    if (order.do === "create_coupon") return createCoupon(session, order, nowMs);
    if (order.do === "disable_coupon") return endCoupon(session, order, nowMs);
    return correctInvoice(session, { options, nowMs }, order);
  });
}

async function createCoupon(session: Session, order: CouponOrder, nowMs: number): Promise<BillingAnswer> {
  const { environment = "live" } = order;
  const coupon = { ...valueOf(order), ...termsOf(order), id: newId("cpn", nowMs), environment };
  try {
    await insertCoupon(session, coupon, nowMs);
  } catch (error) {
    if (!isUniqueViolation(error, "coupons_code_unique")) throw error;
    throw new DomainError("CONFLICT", { detail: `There is a coupon ${coupon.code} already.` });
  }
  return { id: coupon.id, code: coupon.code, environment, status: "active" };
}

async function endCoupon(
  session: Session,
  { code, environment = "live" }: { code: string; environment?: Partition },
  nowMs: number,
): Promise<BillingAnswer> {
  const id = await disableCoupon(session, { code: code.toUpperCase(), environment, nowMs });
  if (id === undefined) throw new DomainError("NOT_FOUND", { detail: `There is no coupon ${code} to disable.` });
  return { id, code: code.toUpperCase(), environment, status: "disabled" };
}

function valueOf({ percent, amount, credit }: CouponOrder): Pick<Coupon, "kind" | "percentBasis" | "amountMinor"> {
  const given = [percent, amount, credit].filter((each) => each !== undefined);
  if (given.length !== 1) {
    const detail = "A coupon is one of percent, amount and credit.";
    throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/percent", code: "REQUIRED", detail }] });
  }
  if (percent !== undefined) return { kind: "percent", percentBasis: hundredthsOf(percent), amountMinor: null };
  const kind = amount === undefined ? "credit" : "amount";
  return { kind, percentBasis: null, amountMinor: hundredthsOf(amount ?? credit ?? "0") };
}

function termsOf(
  order: CouponOrder,
): Pick<Coupon, "code" | "currency" | "periods" | "startsAtMs" | "endsAtMs" | "plans" | "mostRedemptions"> {
  const { code, periods = null, startsAt, endsAt, plans = [], most = null } = order;
  return {
    code: code.toUpperCase(),
    currency: "USD",
    periods,
    startsAtMs: startsAt === undefined ? null : Date.parse(startsAt),
    endsAtMs: endsAt === undefined ? null : Date.parse(endsAt),
    plans: [...plans],
    mostRedemptions: most,
  };
}

/** Of a decimal string with two decimals at most, which its schema has seen to. */
function hundredthsOf(text: string): number {
  const [whole = "0", fraction = ""] = text.split(".");
  return toMinor(BigInt(whole + fraction.padEnd(2, "0")));
}

type InvoiceOrder = Exclude<BillingOrder, CouponOrder | { do: "disable_coupon" }>;

async function correctInvoice(
  session: Session,
  { options, nowMs: wallMs }: Pick<OperatedBilling, "options" | "nowMs">,
  order: InvoiceOrder,
): Promise<BillingAnswer> {
  const { invoiceId } = order;
  const found = await findInvoiceOwner(session, invoiceId);
  if (found === undefined) throw new DomainError("NOT_FOUND", { detail: `There is no invoice ${invoiceId}.` });
  const held = await holdBilling({ session, nowMs: wallMs + found.clockOffsetMs }, found, options);
  const action = await correct(held, order);
  await options.ports.auditOperator(session, {
    ...held.owner,
    action,
    subject: { kind: "invoice", id: invoiceId },
    details: order.do === "credit_invoice" ? { amount: order.amount, reason: order.reason } : {},
    nowMs: held.nowMs,
  });
  const invoice = await findInvoice(session, held.owner, invoiceId);
  if (invoice === undefined) throw new Error("an invoice that was found is gone");
  return readWireInvoice(session, invoice);
}

async function correct(held: HeldBilling, order: InvoiceOrder) {
  const { invoiceId } = order;
  if (order.do === "credit_invoice") {
    await issueCreditNote(held, { invoiceId, amountMinor: hundredthsOf(order.amount), reason: order.reason });
    return "invoice.credited" as const;
  }
  if (order.do === "pay_invoice") {
    await payInvoice(held, invoiceId);
    return "invoice.marked_paid" as const;
  }
  await voidInvoice(held, invoiceId);
  return "invoice.voided" as const;
}
