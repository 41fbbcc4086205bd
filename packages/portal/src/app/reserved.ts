import type { holders } from "./who-may.tsx";

/** What a page takes that not every role has. */
export interface Reserved {
  /** Of the page, as in the sidebar. */
  title: string;
  /** Any of these opens it. */
  scopes: readonly string[];
  /** Why, in one sentence. */
  because: string;
  /** Who has one of them. */
  holder: keyof typeof holders;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    reserved?: Reserved;
  }
}

const carriesTravelers = {
  scopes: ["flights.book", "usage.write"],
  because: "Events and their deliveries carry travelers’ names and what they have booked.",
  holder: "usage.write",
} as const;

export const reservedDeliveries: Reserved = { title: "Deliveries", ...carriesTravelers };
export const reservedEvents: Reserved = { title: "Events", ...carriesTravelers };
export const reservedAudit: Reserved = {
  title: "Audit",
  scopes: ["usage.write"],
  because: "The trail says who did what, and from which address.",
  holder: "usage.write",
};
export const reservedBilling: Reserved = {
  title: "Billing",
  scopes: ["billing.read"],
  because: "Plans, invoices and credit are the account’s money.",
  holder: "billing.read",
};
