// Generated from packages/contract/src/roles.ts by npm run generate.

import type { Scope } from "@wayfare/sdk";

/** Roles of a user in an account. */
export const roles = ["owner", "developer", "billing", "viewer"] as const;

export type Role = (typeof roles)[number];

/** API scopes of each role. */
export const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ["usage.read", "usage.write", "billing.read", "billing.write", "flights.search", "flights.book"],
  developer: ["usage.read", "usage.write", "flights.search", "flights.book"],
  billing: ["usage.read", "billing.read", "billing.write"],
  viewer: ["usage.read", "billing.read"],
};
