import { expect, test } from "vitest";
import { mayDo } from "../../src/data/session.ts";

test("writing includes reading, and reading does not include writing", () => {
  expect(mayDo({ scopes: ["billing.write"] }, ["billing.read"])).toBe(true);
  expect(mayDo({ scopes: ["billing.read"] }, ["billing.write"])).toBe(false);
});
