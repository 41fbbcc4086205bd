import type { Scope } from "./scopes.ts";

/** Roles of a user in an account. */
export const roles = ["owner", "developer", "billing", "viewer"] as const;

export type Role = (typeof roles)[number];

/** API scopes of each role. Team management has no scope and is limited to owners. */
const scopesByRole = {
  owner: ["usage.read", "usage.write", "billing.read", "billing.write", "flights.search", "flights.book"],
  developer: ["usage.read", "usage.write", "flights.search", "flights.book"],
  billing: ["usage.read", "billing.read", "billing.write"],
  viewer: ["usage.read", "billing.read"],
} as const satisfies Record<Role, readonly Scope[]>;

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}

/** Returns the scopes of a user's session. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return scopesByRole[role];
}
