import { expect, test } from "vitest";
import { hasAnyScope } from "../../src/data/session.ts";

test("includes the .read scope in a .write scope, but not the reverse", () => {
  expect(hasAnyScope({ scopes: ["billing.write"] }, ["billing.read"])).toBe(true);
  expect(hasAnyScope({ scopes: ["billing.read"] }, ["billing.write"])).toBe(false);
});
