import {
  billingCurrency,
  type CouponType,
  type Currency,
  getPlan,
  type InvoiceLineType,
  type InvoiceStatus,
  type Owner,
  type PlanName,
  type SubscriptionStatus,
} from "@wayfare/contract";

/** What an owner is called where many are handled together. */
export function nameOf({ accountId, environment }: Owner): string {
  return `${accountId} ${environment}`;
}

/** What was agreed, whatever its plan costs others by now. */
export interface Terms {
  plan: PlanName;
  planVersion: number;
  currency: Currency;
  priceMinor: number;
  searchesIncluded: number;
  /** Decimal string of major units; null where there is none beyond those included. */
  overagePerSearch: string | null;
}

/** The terms on which a plan is sold now. */
export function termsOf(plan: PlanName): Terms {
  const { version, priceMinor, searchesIncluded, overagePerSearch } = getPlan(plan);
  return { plan, planVersion: version, currency: billingCurrency, priceMinor, searchesIncluded, overagePerSearch };
}

export interface SubscriptionRecord extends Owner {
  id: string;
  status: SubscriptionStatus;
  terms: Terms;
  /** What it becomes when the period ends; `free` ends it. */
  pendingPlan: PlanName | null;
  anchorMs: number;
  startMs: number;
  endMs: number;
  /** Counts its changes. */
  revision: number;
  pastDueSinceMs: number | null;
  createdAtMs: number;
  endedAtMs: number | null;
}

/** A stretch of a period under the same terms. */
export interface Segment extends Owner {
  subscriptionId: string;
  startedAtMs: number;
  periodStartMs: number;
  periodEndMs: number;
  /** Null while it lasts. */
  endedAtMs: number | null;
  plan: PlanName;
  searchesIncluded: number;
  overagePerSearch: string | null;
  /** For the time from its start to the period's end, without tax. */
  chargedMinor: number;
}

export interface Redemption extends Owner {
  id: string;
  couponId: string;
  code: string;
  kind: CouponType;
  /** Hundredths of a percent. */
  percentBasis: number | null;
  amountMinor: number | null;
  currency: Currency;
  /** Empty for every plan. */
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

/** Who sells, who buys and how it was taxed, as an invoice keeps it. */
export interface Parties {
  seller: string;
  buyer: string;
  taxName: string;
  /** Percent, as a decimal string. */
  taxRate: string;
}

export interface InvoiceRecord extends Owner {
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

/** What the rules of billing look at, of one owner. */
export interface BillingState {
  owner: Owner;
  accountName: string;
  /** Of the account; test data has none of its own. */
  accountPlan: PlanName;
  trialUsed: boolean;
  /** The one that has not ended. */
  subscription: SubscriptionRecord | null;
  /** The segment that lasts. */
  segment: Segment | null;
  /** Oldest first. */
  redemptions: Redemption[];
  creditMinor: number;
  /** Earliest due date of the open invoices; null when none is open. */
  firstDueMs: number | null;
}

/** True when an open invoice is due: nothing is sold to the account until it is paid. */
export function isOverdue({ firstDueMs }: Pick<BillingState, "firstDueMs">, nowMs: number): boolean {
  return firstDueMs !== null && firstDueMs <= nowMs;
}
