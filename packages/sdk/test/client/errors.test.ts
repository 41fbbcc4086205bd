import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { type ErrorCode, errorCodes, getErrorEntry } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import * as sdk from "../../src/index.ts";
import {
  ApiError,
  ConflictError,
  ServiceError,
  UnreadableAnswerError,
  ValidationError,
  Wayfare,
  WayfareError,
} from "../../src/index.ts";
import { fakeFetch, problem } from "./fake-service.ts";

const guide = readFileSync(new URL("../../../../docs/guides/client.md", import.meta.url), "utf8");

async function failWith(answer: Response): Promise<unknown> {
  const { fetch } = fakeFetch(() => answer);
  const client = new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 });
  return client.testClock.get().then(
    () => "answered",
    (error: unknown) => error,
  );
}

/** The rows of the guide's table of classes: class and statuses. */
const families = [...guide.matchAll(/^\| `(\w+Error)` \| ([0-9, ]+) \|/gm)].map(([, name = "", statuses = ""]) => ({
  name,
  statuses: statuses.split(", ").map(Number),
}));

function familyOf(code: ErrorCode): string | undefined {
  return families.find(({ statuses }) => statuses.includes(getErrorEntry(code).status))?.name;
}

describe("an error of the service", () => {
  test.each(errorCodes)("%s is of the class that the guide names", async (code) => {
    const { status } = getErrorEntry(code);
    const error = await failWith(problem(status, code));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: familyOf(code), code, status, requestId: "req_1", title: "Title", errors: [] });
    expect((error as Error).message).toBe(`${status} ${code}: Detail. (req_1)`);
  });

  test("a class of the guide is exported under its name", () => {
    expect(families.length).toBeGreaterThanOrEqual(8);
    const exported = new Set(Object.keys(sdk));
    expect(families.filter(({ name }) => !exported.has(name))).toEqual([]);
  });

  test("OFFER_CHANGED carries the current offer and the difference, and no other conflict does", async () => {
    const offer = { id: "off_01kahz2j7p3v8c5m9n4q6r7s8t_64", kind: "cash" };
    const difference = { total: { amount: "19.50", currency: "USD" }, miles: null };
    const changed = await failWith(
      Response.json({ status: 409, code: "OFFER_CHANGED", offer, difference }, { status: 409 }),
    );
    expect(changed).toBeInstanceOf(ConflictError);
    expect(changed).toMatchObject({ code: "OFFER_CHANGED", offer, difference });
    expect(await failWith(problem(409, "SOLD_OUT"))).toMatchObject({ offer: null, difference: null });
  });

  test("names every fault of the request", async () => {
    const errors = [{ pointer: "/travelers", code: "TYPE", detail: "travelers is an object, not a number." }];
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
    ["counts the other faults", "No airport 'QQQ'.", 3, "No airport 'QQQ'. (and 2 more, see errors)"],
    ["keeps a count of the service", "Bad. (and 2 more, see errors)", 3, "Bad. (and 2 more, see errors)"],
    ["counts after a detail with the word more", "One more adult.", 2, "One more adult. (and 1 more, see errors)"],
    ["counts nothing for one fault", "No airport 'QQQ'.", 1, "No airport 'QQQ'."],
  ])("the message %s", async (_, detail, count, shown) => {
    const errors = Array.from({ length: count }, () => ({ pointer: "/origin", code: "UNKNOWN_PLACE", detail }));
    const error = await failWith(
      Response.json({ code: "SEARCH_UNPROCESSABLE", detail, requestId: "req_1", errors }, { status: 422 }),
    );
    expect(error).toMatchObject({ message: `422 SEARCH_UNPROCESSABLE: ${shown} (req_1)`, detail });
  });

  test.each([
    ["No route matches GET /api/v1/test/clock.", "No route matches GET /api/v1/test/clock. Is baseUrl right?"],
    ["No such key: 'ak_1'.", "No such key: 'ak_1'."],
  ])("the message hints at baseUrl only if no route matches: %s", async (detail, shown) => {
    const error = await failWith(Response.json({ code: "NOT_FOUND", detail, requestId: "req_1" }, { status: 404 }));
    expect(error).toMatchObject({ message: `404 NOT_FOUND: ${shown} (req_1)`, detail });
  });

  test("keeps a code that this client does not know yet", async () => {
    const error = await failWith(problem(418, "TEAPOT"));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: "TEAPOT", status: 418 });
  });

  test.each([
    ["a proxy's page", new Response("<html>", { status: 502, headers: { "content-type": "text/html" } })],
    ["nothing", new Response(null, { status: 502 })],
    ["a list", Response.json([], { status: 502 })],
    ["members of other types", Response.json({ code: 1, errors: "none", detail: {} }, { status: 502 })],
    ["JSON that breaks off", new Response("{", { status: 502, headers: { "content-type": "application/json" } })],
  ])("is one too where %s is all there is", async (_, answer) => {
    const error = await failWith(answer);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      code: "HTTP_502",
      status: 502,
      errors: [],
      requestId: null,
      retryAfterSeconds: null,
    });
  });

  test("a redirect is not followed, and named", async () => {
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

test("an answer 200 that is no JSON says that baseUrl may be wrong", async () => {
  const error = await failWith(new Response("<html>", { headers: { "content-type": "text/html" } }));
  expect(error).toBeInstanceOf(UnreadableAnswerError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect((error as Error).message).toContain("text/html");
});

test("readiness answers 503 with its reasons, and a problem is thrown there too", async () => {
  const state = { ready: false, database: false, supply: true, draining: false };
  const ask = (answer: Response) => {
    const { fetch } = fakeFetch(() => answer);
    return new Wayfare({ baseUrl: "http://service", fetch, maxRetries: 0 }).health.readiness();
  };
  expect(await ask(Response.json(state, { status: 503 }))).toEqual(state);
  await expect(ask(problem(503, "OVERLOADED"))).rejects.toMatchObject({ code: "OVERLOADED" });
});

test("metrics are text", async () => {
  const { fetch } = fakeFetch(() => new Response("# HELP x\nx 1\n"));
  expect(await new Wayfare({ baseUrl: "http://service", fetch }).health.metrics()).toBe("# HELP x\nx 1\n");
});

test("no error and no view of a client shows the key", async () => {
  const apiKey = "key_test_secret";
  const { fetch } = fakeFetch(() => new TypeError("fetch failed"));
  const client = new Wayfare({ baseUrl: "http://service", apiKey, fetch, maxRetries: 0 });
  const error = await client.testClock.get().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WayfareError);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(JSON.stringify(client)).not.toContain(apiKey);
});
