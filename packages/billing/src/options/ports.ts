import type { AccountScope, AuditEventType, MoneyAmount, Period, PlanName } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";

/** Plan of an account, and the period in which its searches are counted. */
export interface AccountPlan {
  accountId: string;
  plan: PlanName;
  /** Version of the subscription; null without a subscription, for the current version. */
  planVersion: number | null;
  /** Null without a subscription: searches are counted by calendar month. */
  period: Period | null;
}

/** A time range whose live searches are counted; the end is exclusive. */
interface UsageSpan extends Period {
  accountId: string;
}

/** An operator action to record in the audit trail. */
interface OperatorAction extends AccountScope {
  action: AuditEventType;
  subject: { kind: "invoice"; id: string };
  details: Record<string, unknown>;
  nowMs: number;
}

/** A step of dunning, for a notice to the people of the account. */
export interface DunningNotice extends AccountScope {
  step:
    | { kind: "payment_failed"; number: string | null; due: MoneyAmount; dueAtMs: number | null }
    /** The subscription is past due and ends at `endsAtMs`. */
    | { kind: "overdue"; endsAtMs: number }
    /** The subscription has ended. */
    | { kind: "ended" };
  nowMs: number;
}

/** Operations that billing needs on other packages' tables. Each runs in the caller's transaction. */
export interface BillingPorts {
  /** Sets accounts' plans and notifies all processes that their keys have new limits. */
  setPlans(db: Queryable, plans: readonly AccountPlan[]): Promise<void>;
  /** Counts live searches of the hours that begin in each span; in the order of the spans. */
  countSearches(db: Queryable, spans: readonly UsageSpan[]): Promise<number[]>;
  /** Reports a step of dunning of live data. */
  notify(db: Queryable, notice: DunningNotice): Promise<void>;
  auditOperator(db: Queryable, action: OperatorAction): Promise<void>;
}
