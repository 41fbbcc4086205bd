import { expect, test } from "vitest";
import { describe } from "../../src/components/problem.tsx";
import { PasskeyRefused } from "../../src/data/passkey-refused.ts";

test.each([
  ["NotAllowedError", "closed"],
  ["AbortError", "closed"],
  ["InvalidStateError", "already"],
  ["SecurityError", "https"],
])("a passkey that a browser refuses with %s is nobody's fault, and the reason stands there", (name, reason) => {
  const { title, detail } = describe(new PasskeyRefused(Object.assign(new Error("in the browser's words"), { name })));
  expect(title).toBe("The browser gave no passkey");
  expect(detail).toContain(reason);
});

test("what nobody has foreseen is owned up to", () => {
  expect(describe(new TypeError("x is undefined")).detail).toMatch(/^It is our fault/);
});
