import type { CreateKey, Scope } from "@wayfare/sdk";

/** Descriptions of the scopes for the form. */
export const scopeNotes: Readonly<Record<Scope, string>> = {
  "flights.search": "Search flights, get offers and places",
  "flights.book": "Create, read and cancel bookings",
  "usage.read": "Search, and read usage, requests and keys (without secrets)",
  "usage.write": "Manage API keys, applications and webhooks",
  "billing.read": "Read invoices and credit",
  "billing.write": "Change or cancel the plan, redeem coupons",
  "accounts.read": "Read the accounts of the deployment (operators only)",
  "accounts.write": "Create, suspend and close accounts (operators only)",
};

/** Scopes, in the order of the form. */
export const keyScopes: readonly Scope[] = [
  "flights.search",
  "flights.book",
  "usage.read",
  "usage.write",
  "billing.read",
  "billing.write",
  "accounts.read",
  "accounts.write",
];

/** Returns true if a key of this kind can have the scope: only service keys can manage accounts. */
export function isScopeOfKind(scope: Scope, kind: CreateKey["environment"]): boolean {
  return kind === "service" || !scope.startsWith("accounts.");
}
