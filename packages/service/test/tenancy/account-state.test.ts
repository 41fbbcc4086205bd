import { expect, test } from "vitest";
import { accountStatusOf, assertAccountOpen, isAccountOpen } from "../../src/tenancy/account-state.ts";

const suspendedAtMs = 1000;
const closesAtMs = 5000;

test.each([
  ["active", { suspendedAtMs: null, closesAtMs: null }, 2000, true],
  ["suspended", { suspendedAtMs, closesAtMs: null }, 2000, false],
  ["closing", { suspendedAtMs: null, closesAtMs }, closesAtMs - 1, true],
  ["closing", { suspendedAtMs, closesAtMs }, closesAtMs - 1, false],
  ["closed", { suspendedAtMs: null, closesAtMs }, closesAtMs, false],
  ["closed", { suspendedAtMs, closesAtMs }, closesAtMs + 1, false],
] as const)("an account is %s with %o at %d ms, and open: %s", (status, state, nowMs, isOpen) => {
  expect(accountStatusOf(state, nowMs)).toBe(status);
  expect(isAccountOpen(state, nowMs)).toBe(isOpen);
  if (isOpen) {
    assertAccountOpen(state, nowMs);
    return;
  }
  const detail = `The account is ${status === "closed" ? "closed" : "suspended"}.`;
  expect(() => assertAccountOpen(state, nowMs)).toThrow(expect.objectContaining({ code: "ACCOUNT_SUSPENDED", detail }));
});
