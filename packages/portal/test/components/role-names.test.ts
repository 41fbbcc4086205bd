import type { Scope } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { describeRolesWith } from "../../src/components/role-names.ts";

test.each<[string, Scope[]]>([
  ["Owners and developers", ["usage.write"]],
  ["Owners and developers", ["flights.book", "usage.write"]],
  ["Owners and billing users", ["billing.write"]],
  ["Owners, billing users, and viewers", ["billing.read"]],
])("names %s as the roles with %s", (holders, scopes) => {
  expect(describeRolesWith(scopes)).toBe(holders);
});
