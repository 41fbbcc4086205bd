import { roles, scopesOfRole } from "@wayfare/contract";

/** The source of packages/portal/src/data/role-scopes.ts: pages say who may, and of the contract they have only the client's types. */
export function renderRoleScopes(): string {
  return `// Made from packages/contract/src/roles.ts by npm run generate.

import type { Scope } from "@wayfare/sdk";

/** What somebody is in an account. */
export const roles = ${renderList(roles)} as const;

export type Role = (typeof roles)[number];

/** What each role may do through the API. */
export const scopesByRole: Readonly<Record<Role, readonly Scope[]>> = {
${roles.map((role) => `  ${role}: ${renderList(scopesOfRole(role))},\n`).join("")}};
`;
}

function renderList(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(", ")}]`;
}
