import type { Scope } from "@wayfare/sdk";

/** What each scope lets a key do, in the words of the form. */
export const scopeNotes: Readonly<Record<Scope, string>> = {
  "flights.search": "Search flights, price offers, complete places",
  "flights.book": "Book, read and cancel bookings",
  "usage.read": "Read counts, requests and keys without their secrets; search",
  "usage.write": "Manage keys, applications and webhooks",
  "billing.read": "Read invoices and the credit balance",
  "billing.write": "Change the plan, cancel it, redeem coupons",
};

/** Every scope, in the order of the form. */
export const keyScopes: readonly Scope[] = [
  "flights.search",
  "flights.book",
  "usage.read",
  "usage.write",
  "billing.read",
  "billing.write",
];
