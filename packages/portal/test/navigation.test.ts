import type { Scope } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { navigation } from "../src/app/navigation.ts";
import { describeHolders } from "../src/components/role-names.ts";
import { type Role, scopesByRole } from "../src/data/role-scopes.ts";
import { mayDo } from "../src/data/session.ts";

const destinations = navigation.flatMap((group) => group.destinations);

test.each<[Role, string[]]>([
  ["owner", []],
  ["developer", ["Billing"]],
  ["billing", ["Deliveries", "Events", "Audit"]],
  ["viewer", ["Deliveries", "Events", "Audit"]],
])("the role %s is not led to what the API would refuse", (role, hidden) => {
  const scopes = scopesByRole[role];
  const refused = destinations.filter(({ reserved }) => reserved !== undefined && !mayDo({ scopes }, reserved.scopes));
  expect(refused.map(({ label }) => label)).toStrictEqual(hidden);
});

test.each<[string, Scope[]]>([
  ["An owner or a developer", ["usage.write"]],
  ["An owner or a developer", ["flights.book", "usage.write"]],
  ["An owner or somebody with the role billing", ["billing.write"]],
  ["An owner, somebody with the role billing, or a viewer", ["billing.read"]],
])("%s can do what takes %s", (holders, scopes) => {
  expect(describeHolders(scopes)).toBe(holders);
});

test("writing includes reading, and reading does not include writing", () => {
  expect(mayDo({ scopes: ["billing.write"] }, ["billing.read"])).toBe(true);
  expect(mayDo({ scopes: ["billing.read"] }, ["billing.write"])).toBe(false);
});
