import {
  type AccountScope,
  type CouponType,
  type Currency,
  type InvoiceLineType,
  type InvoiceStatus,
  type Plan,
  type PlanName,
  type SubscriptionStatus,
} from "@wayfare/contract";

/** Returns the key of an account in maps. */
export function scopeKey({ accountId, environment }: AccountScope): string {
  return `${accountId} ${environment}`;
}

export interface SubscriptionRecord extends AccountScope {
  id: string;
  status: SubscriptionStatus;
  /** Version of the plan that was sold. */
  terms: Plan;
  /** Plan after the period ends, in the version that was chosen; `free` ends the subscription. */
  pendingPlan: Plan | null;
  anchorMs: number;
  startMs: number;
  endMs: number;
  /** Incremented with each change. */
  revision: number;
  pastDueSinceMs: number | null;
  createdAtMs: number;
  endedAtMs: number | null;
}

/** A phase: part of a subscription period with the same terms. A plan change within a period starts a new phase. */
export interface Phase extends AccountScope {
  subscriptionId: string;
  startedAtMs: number;
  periodStartMs: number;
  periodEndMs: number;
  /** Null while the phase is open. */
  endedAtMs: number | null;
  terms: Plan;
  /** Charge from the phase's start to the period's end, without tax. */
  chargedMinor: number;
}

export interface Redemption extends AccountScope {
  id: string;
  couponId: string;
  code: string;
  kind: CouponType;
  /** Hundredths of a percent. */
  percentBasis: number | null;
  amountMinor: number | null;
  currency: Currency;
  /** Empty for all plans. */
  plans: PlanName[];
  periodsLeft: number | null;
  coversUntilMs: number | null;
  redeemedAtMs: number;
}

export interface Line {
  kind: InvoiceLineType;
  description: string;
  quantity: number | null;
  unitPrice: string | null;
  amountMinor: number;
  startMs: number | null;
  endMs: number | null;
  couponCode: string | null;
}

/** Seller, buyer and tax as stored on an invoice. */
export interface Parties {
  seller: string;
  buyer: string;
  taxName: string;
  /** Percent, as a decimal string. */
  taxRate: string;
  /** Note about the tax; absent on invoices without one. */
  taxNote?: string;
}

export interface InvoiceRecord extends AccountScope {
  id: string;
  subscriptionId: string | null;
  kind: "period" | "change";
  status: InvoiceStatus;
  number: string | null;
  currency: Currency;
  startMs: number | null;
  endMs: number | null;
  finalizeAtMs: number;
  createdAtMs: number;
  finalizedAtMs: number | null;
  dueAtMs: number | null;
  paidAtMs: number | null;
  voidedAtMs: number | null;
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  totalMinor: number;
  creditMinor: number;
  dueMinor: number;
  parties: Parties | null;
  paidWith: string | null;
}

/** Input of the billing rules for one account. */
export interface BillingState {
  scope: AccountScope;
  /** Buyer as printed on invoices; lines separated by line feeds. */
  buyer: string;
  /** Country of the buyer as an ISO 3166-1 alpha-2 code; empty if unknown. */
  country: string;
  /** `country` if the buyer has a VAT number of it; otherwise empty. */
  vatCountry: string;
  /** Current version of the account's plan; of `free` for test data. */
  accountPlan: Plan;
  /** Currency of the account: of its plans, invoices and credit. */
  currency: Currency;
  trialUsed: boolean;
  /** The subscription that has not ended. */
  subscription: SubscriptionRecord | null;
  /** The open phase. */
  phase: Phase | null;
  /** Oldest first. */
  redemptions: Redemption[];
  creditMinor: number;
  /** Earliest due date of the open invoices; null when none is open. */
  firstDueMs: number | null;
}

/** Returns true if an open invoice is overdue. The account cannot buy anything until it is paid. */
export function isOverdue({ firstDueMs }: Pick<BillingState, "firstDueMs">, nowMs: number): boolean {
  return firstDueMs !== null && firstDueMs <= nowMs;
}
