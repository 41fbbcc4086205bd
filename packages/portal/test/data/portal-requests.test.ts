import { ApiError, ConnectionError } from "@wayfare/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describe } from "../../src/components/problem.tsx";
import { readRecoveryCodes } from "../../src/data/portal-answers.ts";
import { portal, UnexpectedAnswerError } from "../../src/data/portal-requests.ts";

const answers: Response[] = [];
beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("no network");
    return answer;
  });
});
// Files share a process: what stays stubbed here would be missing elsewhere.
afterEach(() => {
  answers.splice(0);
  vi.unstubAllGlobals();
});

function answer(body: string, init?: ResponseInit): Promise<unknown> {
  answers.push(new Response(body, { headers: { "Content-Type": "application/json", "Request-Id": "req_1" }, ...init }));
  return portal.get("/portal/codes", readRecoveryCodes).catch((error: unknown) => error);
}

test("an answer of the expected shape is returned", async () => {
  expect(await answer('{"recoveryCodes":["a"]}')).toStrictEqual({ recoveryCodes: ["a"] });
});

test.each([
  ['{"recoveryCodes":[1]}', "GET /portal/codes: `/recoveryCodes/0` is not a string."],
  ["null", "GET /portal/codes: `/` is not an object."],
  ["<html>", "GET /portal/codes: It is not JSON."],
  ["", "GET /portal/codes: It is not JSON."],
])("the answer %j is an error that pages can show", async (body, message) => {
  const error = await answer(body);
  expect(error).toBeInstanceOf(UnexpectedAnswerError);
  expect(error).toMatchObject({ message, status: 200, requestId: "req_1" });
  expect(describe(error)).toMatchObject({ title: "Unexpected answer", detail: expect.stringContaining(message) });
});

test.each(["<html>", "null", "{}", '{"title":1}', '{"code":"X","title":'])(
  "a refusal with the body %j is an error with its status",
  async (body) => {
    const error = await answer(body, {
      status: 502,
      headers: { "Content-Type": "application/json", "Retry-After": "7" },
    });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, code: "HTTP_502", errors: [], requestId: null, retryAfterSeconds: 7 });
  },
);

test("a refusal of the service is an error with its problem", async () => {
  const problem = { title: "Not signed in", code: "SIGN_IN_REQUIRED", detail: "Sign in.", requestId: "req_2" };
  expect(await answer(JSON.stringify(problem), { status: 401 })).toMatchObject({ status: 401, errors: [], ...problem });
});

test("no answer at all is a connection error", async () => {
  await expect(portal.delete("/portal/session")).rejects.toBeInstanceOf(ConnectionError);
});
