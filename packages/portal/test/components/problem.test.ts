import { expect, test } from "vitest";
import { describe } from "../../src/components/problem.tsx";
import { PasskeyError } from "../../src/data/passkey-error.ts";

test.each([
  ["NotAllowedError", "cancelled"],
  ["AbortError", "cancelled"],
  ["InvalidStateError", "already"],
  ["SecurityError", "https"],
])("explains the passkey error %s", (name, reason) => {
  const { title, detail } = describe(new PasskeyError(Object.assign(new Error("browser message"), { name })));
  expect(title).toBe("Passkey not available");
  expect(detail).toContain(reason);
});

test("shows a page error for an unexpected exception", () => {
  expect(describe(new TypeError("x is undefined")).detail).toMatch(/^Something went wrong on our side/);
});
