import type { AuditEventType, Owner, Period, PlanName } from "@wayfare/contract";
import type { Session } from "@wayfare/database";

/** The plan of an account, and the period in which its searches are counted. */
export interface AccountPlan {
  accountId: string;
  plan: PlanName;
  /** Null without a subscription: calendar months. */
  period: Period | null;
}

/** A span of time whose live searches are counted; its end is not in it. */
interface UsageSpan extends Period {
  accountId: string;
}

/** A correction by the operator, for the audit trail. */
interface OperatorAction extends Owner {
  action: AuditEventType;
  subject: { kind: "invoice"; id: string };
  details: Record<string, unknown>;
  nowMs: number;
}

/** What billing needs from the owners of other tables. Each function runs in the transaction of its caller. */
export interface BillingPorts {
  /** Sets the plans of accounts, and announces to every process that their keys have other limits. */
  setPlans(session: Session, plans: readonly AccountPlan[]): Promise<void>;
  /** Counts live searches by the hours that begin in each span; in the order of the spans. */
  countSearches(session: Session, spans: readonly UsageSpan[]): Promise<number[]>;
  auditOperator(session: Session, action: OperatorAction): Promise<void>;
}
