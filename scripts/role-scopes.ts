import { roles, scopesOfRole } from "@wayfare/contract";

/** Generates packages/portal/src/data/role-scopes.ts: the portal checks scopes, but may import only client types from the contract. */
export function renderRoleScopes(): string {
  return `// Generated from packages/contract/src/roles.ts by npm run generate.

import type { Scope } from "@wayfare/sdk";

/** Roles of a user in an account. */
export const roles = ${renderList(roles)} as const;

export type Role = (typeof roles)[number];

/** API scopes of each role. */
export const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
${roles.map((role) => `  ${role}: ${renderList(scopesOfRole(role))},\n`).join("")}};
`;
}

function renderList(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(", ")}]`;
}
