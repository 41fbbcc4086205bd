import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { type ErrorCode, errorCodes, getErrorEntry } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import * as sdk from "../../src/index.ts";
import {
  ApiError,
  ConflictError,
  InvalidResponseError,
  ServiceError,
  ValidationError,
  Wayfare,
  WayfareError,
} from "../../src/index.ts";
import { fakeFetch, problem } from "./fake-service.ts";

const guide = readFileSync(new URL("../../../../docs/guides/client.md", import.meta.url), "utf8");

async function failWith(response: Response): Promise<unknown> {
  const { fetch } = fakeFetch(() => response);
  const client = new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 });
  return client.testClock.get().then(
    () => "succeeded",
    (error: unknown) => error,
  );
}

/** Error classes and their statuses, from the table in the guide. */
const documentedClasses = [...guide.matchAll(/^\| `(\w+Error)` \| ([0-9, ]+) \|/gm)].map(
  ([, name = "", statuses = ""]) => ({
    name,
    statuses: statuses.split(", ").map(Number),
  }),
);

function classNameOf(code: ErrorCode): string | undefined {
  return documentedClasses.find(({ statuses }) => statuses.includes(getErrorEntry(code).status))?.name;
}

describe("an API error", () => {
  test.each(errorCodes)("%s has the class documented in the guide", async (code) => {
    const { status } = getErrorEntry(code);
    const error = await failWith(problem(status, code));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: classNameOf(code),
      code,
      status,
      requestId: "req_1",
      title: "Title",
      errors: [],
    });
    expect((error as Error).message).toBe(`${status} ${code}: Detail. (req_1)`);
  });

  test("exports every class that the guide names", () => {
    expect(documentedClasses.length).toBeGreaterThanOrEqual(8);
    const exported = new Set(Object.keys(sdk));
    expect(documentedClasses.filter(({ name }) => !exported.has(name))).toEqual([]);
  });

  test("has the current offer and the difference only for OFFER_CHANGED", async () => {
    const offer = { id: "off_01kahz2j7p3v8c5m9n4q6r7s8t_64", kind: "cash" };
    const difference = { total: { amount: "19.50", currency: "USD" }, miles: null };
    const changed = await failWith(
      Response.json({ status: 409, code: "OFFER_CHANGED", offer, difference }, { status: 409 }),
    );
    expect(changed).toBeInstanceOf(ConflictError);
    expect(changed).toMatchObject({ code: "OFFER_CHANGED", offer, difference });
    expect(await failWith(problem(409, "SOLD_OUT"))).toMatchObject({ offer: null, difference: null });
  });

  test("lists every field error of the request", async () => {
    const errors = [{ pointer: "/travelers", code: "TYPE", detail: "Must be an object, not a number." }];
    const body = {
      status: 400,
      code: "REQUEST_INVALID",
      title: "Title",
      detail: "Detail.",
      requestId: "req_1",
      errors,
    };
    const error = await failWith(
      Response.json(body, { status: 400, headers: { "content-type": "application/problem+json" } }),
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ errors });
  });

  test.each([
    ["counts the other errors", "No airport 'QQQ'.", 3, "No airport 'QQQ'. (and 2 more, see errors)"],
    ["keeps a count of the service", "Bad. (and 2 more, see errors)", 3, "Bad. (and 2 more, see errors)"],
    ["counts after a detail with the word more", "One more adult.", 2, "One more adult. (and 1 more, see errors)"],
    ["has no count for one error", "No airport 'QQQ'.", 1, "No airport 'QQQ'."],
  ])("the message: %s", async (_, detail, count, shown) => {
    const errors = Array.from({ length: count }, () => ({ pointer: "/origin", code: "UNKNOWN_PLACE", detail }));
    const error = await failWith(
      Response.json({ code: "SEARCH_UNPROCESSABLE", detail, requestId: "req_1", errors }, { status: 422 }),
    );
    expect(error).toMatchObject({ message: `422 SEARCH_UNPROCESSABLE: ${shown} (req_1)`, detail });
  });

  test.each([
    ["No route matches GET /api/v1/test/clock.", "No route matches GET /api/v1/test/clock. Check baseUrl."],
    ["No such key: 'ak_1'.", "No such key: 'ak_1'."],
  ])("mentions baseUrl only if no route matches: %s", async (detail, shown) => {
    const error = await failWith(Response.json({ code: "NOT_FOUND", detail, requestId: "req_1" }, { status: 404 }));
    expect(error).toMatchObject({ message: `404 NOT_FOUND: ${shown} (req_1)`, detail });
  });

  test("keeps a code that this client does not know", async () => {
    const error = await failWith(problem(418, "TEAPOT"));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: "TEAPOT", status: 418 });
  });

  test.each([
    ["a proxy's page", new Response("<html>", { status: 502, headers: { "content-type": "text/html" } })],
    ["an empty body", new Response(null, { status: 502 })],
    ["a list", Response.json([], { status: 502 })],
    ["members of other types", Response.json({ code: 1, errors: "none", detail: {} }, { status: 502 })],
    ["truncated JSON", new Response("{", { status: 502, headers: { "content-type": "application/json" } })],
  ])("is created for a 502 with %s", async (_, response) => {
    const error = await failWith(response);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      code: "HTTP_502",
      status: 502,
      errors: [],
      requestId: null,
      retryAfterSeconds: null,
    });
  });

  test("does not follow a redirect and reports its target", async () => {
    const { fetch, sent } = fakeFetch(
      () => new Response(null, { status: 302, headers: { location: "https://elsewhere/" } }),
    );
    const redirected = new Wayfare({ baseUrl: "http://service", fetch }).testClock.get();
    await expect(redirected).rejects.toMatchObject({
      code: "HTTP_302",
      detail: expect.stringContaining("https://elsewhere/"),
    });
    expect(sent.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });
});

test("throws InvalidResponseError for a 200 response that is not JSON", async () => {
  const error = await failWith(new Response("<html>", { headers: { "content-type": "text/html" } }));
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect((error as Error).message).toContain("text/html");
});

test("readiness returns a 503 with its checks and throws a 503 error", async () => {
  const state = { ready: false, database: false, supply: true, draining: false };
  const getReadiness = (response: Response) => {
    const { fetch } = fakeFetch(() => response);
    return new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 }).health.readiness();
  };
  expect(await getReadiness(Response.json(state, { status: 503 }))).toEqual(state);
  await expect(getReadiness(problem(503, "OVERLOADED"))).rejects.toMatchObject({ code: "OVERLOADED" });
});

test("returns metrics as text", async () => {
  const { fetch } = fakeFetch(() => new Response("# HELP x\nx 1\n"));
  expect(await new Wayfare({ baseUrl: "http://service", fetch }).health.metrics()).toBe("# HELP x\nx 1\n");
});

test("never shows the API key in errors or an inspected client", async () => {
  const apiKey = "key_test_secret";
  const { fetch } = fakeFetch(() => new TypeError("fetch failed"));
  const client = new Wayfare({ baseUrl: "http://service", apiKey, fetch, maxRetries: 0 });
  const error = await client.testClock.get().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WayfareError);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(JSON.stringify(client)).not.toContain(apiKey);
});
