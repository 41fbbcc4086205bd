import { ApiError } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { canRetry, describe } from "../../src/components/problem.tsx";
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

function apiError(status: number, code: string): ApiError {
  const response = { requestId: null, rateLimits: [], replayed: false, status, headers: new Headers() };
  return new ApiError({
    status,
    code,
    title: "Title",
    detail: "Detail.",
    errors: [],
    requestId: null,
    response,
    retryAfterSeconds: null,
  });
}

test.each(["SIGN_IN_REQUIRED", "AUTH_MISSING", "AUTH_INVALID"])(
  "asks to sign in again for %s, not for an API key",
  (code) => {
    expect(describe(apiError(401, code)).title).toBe("Your session has ended");
  },
);

test("shows the API's own words for wrong credentials", () => {
  expect(describe(apiError(401, "SIGN_IN_FAILED"))).toEqual({ title: "Title", detail: "Detail." });
});

test.each([
  [400, false],
  [404, false],
  [422, false],
  [429, true],
  [503, true],
])("offers to try again after status %d: %s", (status, offered) => {
  expect(canRetry(apiError(status, "CODE"))).toBe(offered);
});
