import type { BillingPorts } from "@wayfare/billing";
import { operatorActor, writeAuditEvent } from "../audit/store.ts";
import { setPlans } from "../tenancy/plans.ts";
import { countSearches } from "../usage/store.ts";

/** Access of billing to tables that other packages own. The deployment sets `notify` if it sends mails. */
export const billingPorts: BillingPorts = {
  setPlans,
  countSearches,
  notify: () => Promise.resolve(),
  auditOperator: (tx, action) => writeAuditEvent(tx, { ...action, actor: operatorActor }),
};
