import { expect, test } from "vitest";
import { navigation } from "../../src/app/navigation.ts";
import { type Role, scopesByRole } from "../../src/data/role-scopes.ts";
import { hasAnyScope } from "../../src/data/session.ts";

const destinations = navigation.flatMap((group) => group.destinations);

const ofOperators = ["All audit logs", "Orders", "Queues", "All suppliers", "Health"];

test.each<[Role, string[]]>([
  ["owner", ["Accounts", "Plans", ...ofOperators]],
  ["developer", ["Billing", "Accounts", "Plans", ...ofOperators]],
  ["billing", ["Bookings", "Deliveries", "Events", "Audit", "Accounts", "Plans", ...ofOperators]],
  ["viewer", ["Bookings", "Deliveries", "Events", "Audit", "Accounts", "Plans", ...ofOperators]],
])("hides pages from the role %s that the API would reject", (role, hidden) => {
  const scopes = scopesByRole[role];
  const hiddenDestinations = destinations.filter(
    ({ access }) => access !== undefined && !hasAnyScope({ scopes }, access.scopes),
  );
  expect(hiddenDestinations.map(({ label }) => label)).toStrictEqual(hidden);
});

test("shows the accounts to operators, whatever their role", () => {
  const scopes = [...scopesByRole.viewer, "accounts.read", "accounts.write"] as const;
  const group = navigation.find(({ title }) => title === "Operator");
  expect(group?.destinations.every(({ access }) => access && hasAnyScope({ scopes }, access.scopes))).toBe(true);
});
