import type { Scope } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { describeHolders } from "../../src/components/role-names.ts";

test.each<[string, Scope[]]>([
  ["An owner or a developer", ["usage.write"]],
  ["An owner or a developer", ["flights.book", "usage.write"]],
  ["An owner or somebody with the role billing", ["billing.write"]],
  ["An owner, somebody with the role billing, or a viewer", ["billing.read"]],
])("%s can do what takes %s", (holders, scopes) => {
  expect(describeHolders(scopes)).toBe(holders);
});
