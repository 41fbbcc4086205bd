import type { Scope } from "@wayfare/sdk";

/** Page that requires a scope that not all roles have. */
export interface PageAccess {
  /** Title of the page, as in the sidebar. */
  title: string;
  /** Scopes, one of which is required. */
  scopes: readonly Scope[];
  /** Reason, in one sentence. */
  reason: string;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    access?: PageAccess;
    /** Clock of the page's times: the clock of the data (default), or real time, such as in the audit log. */
    clock?: "data" | "real";
  }
}

const eventDataAccess = {
  scopes: ["flights.book", "usage.write"],
  reason: "Events and deliveries contain booking data and metadata.",
} as const;

export const bookingsAccess: PageAccess = {
  title: "Bookings",
  scopes: ["flights.book", "usage.write"],
  reason: "Bookings contain personal data of travelers.",
};
export const deliveriesAccess: PageAccess = { title: "Deliveries", ...eventDataAccess };
export const eventsAccess: PageAccess = { title: "Events", ...eventDataAccess };
export const auditAccess: PageAccess = {
  title: "Audit",
  scopes: ["usage.write"],
  reason: "The audit log shows the actions and IP addresses of your team.",
};
export const accountsAccess: PageAccess = {
  title: "Accounts",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see its accounts.",
};
export const plansAccess: PageAccess = {
  title: "Plans",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see its plans.",
};
export const allAuditAccess: PageAccess = {
  title: "All audit logs",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see the audit logs of its accounts.",
};
export const operatorBookingsAccess: PageAccess = {
  title: "Orders",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see orders of all accounts.",
};
export const queuesAccess: PageAccess = {
  title: "Queues",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see its queues.",
};
export const allSuppliersAccess: PageAccess = {
  title: "All suppliers",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see the suppliers of all accounts.",
};
export const healthAccess: PageAccess = {
  title: "Health",
  scopes: ["accounts.read"],
  reason: "Only operators of this deployment can see its health.",
};
export const billingAccess: PageAccess = {
  title: "Billing",
  scopes: ["billing.read"],
  reason: "Billing shows the plan, invoices and credit of the account.",
};
