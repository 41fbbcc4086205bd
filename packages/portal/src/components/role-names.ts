import type { Scope } from "@wayfare/sdk";
import { type Role, roles, scopesByRole } from "../data/role-scopes.ts";
import { hasAnyScope } from "../data/session.ts";
import { capitalize } from "./capitalize.ts";

const names: Readonly<Record<Role, string>> = {
  owner: "owners",
  developer: "developers",
  billing: "billing users",
  viewer: "viewers",
};

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns the roles with any of the scopes, as the start of a sentence: "Owners and developers". Empty if no role has them. */
export function describeRolesWith(oneOf: readonly Scope[]): string {
  const holders = roles.filter((role) => hasAnyScope({ scopes: scopesByRole[role] }, oneOf));
  return capitalize(listFormat.format(holders.map((role) => names[role])));
}
