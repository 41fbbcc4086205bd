import type { BillingPorts } from "@wayfare/billing";
import { operator, writeAuditEvent } from "../audit/store.ts";
import { setPlans } from "../tenancy/plans.ts";
import { countSearches } from "../usage/store.ts";

/** The owners of the other tables that billing reads and writes. */
export const billingPorts: BillingPorts = {
  setPlans,
  countSearches,
  auditOperator: (session, action) => writeAuditEvent(session, { ...action, actor: operator }),
};
