import { expect, test } from "vitest";
import { navigation } from "../../src/app/navigation.ts";
import { type Role, scopesByRole } from "../../src/data/role-scopes.ts";
import { mayDo } from "../../src/data/session.ts";

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
