import type { Role } from "@wayfare/contract";
import type { SsoConnection } from "../connections/connection-store.ts";

/** Roles from most to least rights. A user in several groups gets the first. */
const ranked: readonly Role[] = ["owner", "developer", "billing", "viewer"];
const maxGroups = 1000;

/**
 * Returns the role of a user by the groups in the ID token; null if the user is refused.
 *
 * @returns undefined if the connection assigns no roles, so that an existing role stays.
 */
export function roleOf(
  { groupsClaim, groupRoles, defaultRole }: Pick<SsoConnection, "groupsClaim" | "groupRoles" | "defaultRole">,
  claims: Readonly<Record<string, unknown>>,
): Role | null | undefined {
  if (groupsClaim === null) return undefined;
  const groups = readGroups(claims[groupsClaim]);
  const roles = new Set(groups.flatMap((group) => (Object.hasOwn(groupRoles, group) ? [groupRoles[group]] : [])));
  return ranked.find((role) => roles.has(role)) ?? defaultRole;
}

function readGroups(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.slice(0, maxGroups).filter((each) => typeof each === "string");
}
