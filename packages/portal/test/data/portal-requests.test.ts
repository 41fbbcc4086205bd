import { ApiError, ConnectionError } from "@wayfare/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describe } from "../../src/components/problem.tsx";
import { portal, UnexpectedResponseError } from "../../src/data/portal-requests.ts";
import { readRecoveryCodes } from "../../src/data/portal-responses.ts";

const responses: Response[] = [];
beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    const response = responses.shift();
    if (response === undefined) throw new TypeError("no network");
    return response;
  });
});
// Test files share a process, so stubs must be removed.
afterEach(() => {
  responses.splice(0);
  vi.unstubAllGlobals();
});

function receive(body: string, init?: ResponseInit): Promise<unknown> {
  responses.push(
    new Response(body, { headers: { "Content-Type": "application/json", "Request-Id": "req_1" }, ...init }),
  );
  return portal.get("/portal/codes", readRecoveryCodes).catch((error: unknown) => error);
}

test("returns a response of the expected shape", async () => {
  expect(await receive('{"recoveryCodes":["a"]}')).toStrictEqual({ recoveryCodes: ["a"] });
});

test.each([
  ['{"recoveryCodes":[1]}', "GET /portal/codes: `/recoveryCodes/0` is not a string."],
  ["null", "GET /portal/codes: `/` is not an object."],
  ["<html>", "GET /portal/codes: invalid JSON."],
  ["", "GET /portal/codes: invalid JSON."],
])("throws UnexpectedAnswerError for the response %j", async (body, message) => {
  const error = await receive(body);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({ message, status: 200, requestId: "req_1" });
  expect(describe(error)).toMatchObject({ title: "Unexpected response", detail: expect.stringContaining(message) });
});

test.each(["<html>", "null", "{}", '{"title":1}', '{"code":"X","title":'])(
  "throws ApiError with the status for an error response with the body %j",
  async (body) => {
    const error = await receive(body, {
      status: 502,
      headers: { "Content-Type": "application/json", "Retry-After": "7" },
    });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, code: "HTTP_502", errors: [], requestId: null, retryAfterSeconds: 7 });
  },
);

test("throws ApiError with the problem of an error response", async () => {
  const problem = { title: "Sign-in required", code: "SIGN_IN_REQUIRED", detail: "Sign in.", requestId: "req_2" };
  expect(await receive(JSON.stringify(problem), { status: 401 })).toMatchObject({
    status: 401,
    errors: [],
    ...problem,
  });
});

test("throws ConnectionError if the request fails", async () => {
  await expect(portal.delete("/portal/session")).rejects.toBeInstanceOf(ConnectionError);
});
