import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { limitPublicBodies } from "../../src/access/public-routes.ts";
import { findDuplicateMember } from "../../src/http/duplicate-members.ts";
import { makeErrorHandler } from "../../src/http/error-handler.ts";
import { startApp } from "../access-app.ts";
import { startMs } from "../running-app.ts";

const clock = { nowMs: () => startMs };
const fromOurPage = { "sec-fetch-site": "same-origin" };

/** A body with unknown members of about nine bytes each. */
const hostileBody = (members: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, at) => [`k${at.toString(36)}`, 0])));

function makeApp() {
  const app = fastify();
  app.setErrorHandler(makeErrorHandler("http://localhost:8080"));
  limitPublicBodies(app, clock);
  return app;
}

describe("public routes with a body", () => {
  test("limit the body to 4 KiB and throttle by IP address before the body is read, by default", async () => {
    const app = makeApp();
    let parsed = 0;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, _body, done) => {
      parsed++;
      done(null, {});
    });
    app.post("/open", { config: { access: "public" } }, async () => "done");
    const post = (payload: string, remoteAddress = "203.0.113.9") =>
      app.inject({
        method: "POST",
        url: "/open",
        payload,
        remoteAddress,
        headers: { "content-type": "application/json" },
      });
    expect((await post(hostileBody(1000))).statusCode).toBe(413);
    expect(parsed).toBe(0);
    const statuses = new Map<number, number>();
    for (let at = 0; at < 30; at++) {
      const { statusCode } = await post("{}");
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 19, 429: 11 });
    expect(parsed).toBe(19);
    expect((await post("{}", "203.0.113.10")).statusCode).toBe(200);
    expect((await post("{}", "2001:db8:0:1::1")).statusCode).toBe(200);
  });

  test("cannot set bodyLimit without publicBody.maxBytes", () => {
    const handler = async () => "done";
    expect(() => makeApp().post("/open", { bodyLimit: 5000, config: { access: "public" } }, handler)).toThrow(
      "POST /open is public: declare config.publicBody.maxBytes, not bodyLimit",
    );
    const declared = { config: { access: "public" as const, publicBody: { maxBytes: 5000 } } };
    expect(() => makeApp().post("/open", { bodyLimit: 5000, ...declared }, handler)).not.toThrow();
  });
});

test("every public route with a body returns 413 above its limit and 429 when the throttle is exhausted", async () => {
  const { app } = await startApp("pglite");
  const limits = {
    "/v1/keys/revoke-leaked": 4096,
    "/portal/session/password": 4096,
    "/portal/session/link": 4096,
    "/portal/session/passkey": 48 * 1024,
    "/portal/session/passkey/options": 48 * 1024,
  };
  for (const [path, bytes] of Object.entries(limits)) {
    const post = (body: string) => app.call(path, { key: null, method: "POST", body, headers: fromOurPage });
    expect((await post(JSON.stringify({ x: "x".repeat(bytes) }))).status, path).toBe(413);
    const statuses = [];
    for (let at = 0; at < 25; at++) statuses.push((await post(hostileBody(1))).status);
    expect(statuses.at(-1), path).toBe(429);
  }
});

test("a cross-site request does not consume tokens of the IP address", async () => {
  const { app } = await startApp("pglite");
  const post = (site: string) =>
    app.call("/portal/session/password", { key: null, body: {}, headers: { "sec-fetch-site": site } });
  for (let at = 0; at < 30; at++) expect((await post("cross-site")).status).toBe(403);
  expect((await post("same-origin")).status).toBe(400);
});

test("does not parse the body of a request to an unknown path", async () => {
  const { app } = await startApp("pglite");
  expect(await app.call("/nowhere", { key: null, body: "{" })).toMatchObject({ status: 404 });
  expect(await app.call("/healthz", { key: null, body: "{" })).toMatchObject({ status: 405 });
});

test("reports the first fault of a large body and all faults of a small one", async () => {
  const { app } = await startApp("pglite");
  const faults = async (members: number) => {
    const answer = await app.call("/v1/search", { body: hostileBody(members) });
    expect(answer).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    return answer.body.errors?.length;
  };
  expect(await faults(30)).toBe(20);
  expect(await faults(20_000)).toBe(1);
});

test("finds duplicate members in any escaping", () => {
  expect(findDuplicateMember('{"a":1,"\\u0061":2}')).toBe("a");
  expect(findDuplicateMember('{"\\u005f_proto__":1}')).toBe("__proto__");
  expect(findDuplicateMember('{"a\\"":1,"a\\\\":2,"a":3}')).toBeUndefined();
});
