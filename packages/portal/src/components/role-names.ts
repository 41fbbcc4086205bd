import type { Scope } from "@wayfare/sdk";
import { type Role, roles, scopesByRole } from "../data/role-scopes.ts";
import { mayDo } from "../data/session.ts";
import { capitalize } from "./capitalize.ts";

const names: Readonly<Record<Role, string>> = {
  owner: "an owner",
  developer: "a developer",
  billing: "somebody with the role billing",
  viewer: "a viewer",
};

const either = new Intl.ListFormat("en", { type: "disjunction" });

/** Who has any of the scopes, as a sentence begins: "An owner or a developer". */
export function describeHolders(oneOf: readonly Scope[]): string {
  const holders = roles.filter((role) => mayDo({ scopes: scopesByRole[role] }, oneOf));
  return capitalize(either.format(holders.map((role) => names[role])));
}
