import type { Scope } from "@wayfare/sdk";

/** What a page takes that not every role has. */
export interface Reserved {
  /** Of the page, as in the sidebar. */
  title: string;
  /** Any of these opens it. */
  scopes: readonly Scope[];
  /** Why, in one sentence. */
  because: string;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    reserved?: Reserved;
  }
}

const carriesTravelers = {
  scopes: ["flights.book", "usage.write"],
  because: "Events and their deliveries carry travelers’ names and what they have booked.",
} as const;

export const reservedDeliveries: Reserved = { title: "Deliveries", ...carriesTravelers };
export const reservedEvents: Reserved = { title: "Events", ...carriesTravelers };
export const reservedAudit: Reserved = {
  title: "Audit",
  scopes: ["usage.write"],
  because: "The trail says who did what, and from which address.",
};
export const reservedBilling: Reserved = {
  title: "Billing",
  scopes: ["billing.read"],
  because: "Plans, invoices and credit are the account’s money.",
};
