import { expect, test } from "vitest";
import { readAllowlist } from "../../src/data/form-text.ts";

test("splits an allowlist at line breaks and commas", () => {
  expect(readAllowlist(" 203.0.113.0/24,\n2001:db8::/32 \n\n")).toStrictEqual(["203.0.113.0/24", "2001:db8::/32"]);
});
