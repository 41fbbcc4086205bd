import { X509Certificate } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { closeServer, listenOnLoopback } from "../../../../tests/loopback.ts";
import { clientA, clientB } from "../../../egress/test/client/client-certificates.ts";
import { readRequestOptions } from "../../src/webhooks/request-options.ts";
import { startApp } from "../access-app.ts";
import { startAppWebhooks } from "../started-webhooks.ts";

const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
const deps = { rules, clock: { nowMs: () => Date.UTC(2027, 0, 1) } };
const token = "gateway-token-1";
const basic = { type: "basic", username: "wayfare", password: "s3cret-pass" } as const;

test("adds custom headers and credentials to challenges and deliveries, stores them encrypted and returns names only", async () => {
  const started = await startApp("pglite");
  const { app, database } = started;
  await startAppWebhooks(started);
  const received: { method: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method, headers: request.headers });
    const challenge = new URL(request.url ?? "", "http://receiver").searchParams.get("challenge");
    response.end(challenge ?? "{}");
  });
  const url = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  const body = { url, events: ["*"], headers: { "X-Gateway-Token": token }, auth: basic };
  const created = await app.call("/v1/webhooks", { body });
  expect(created).toMatchObject({ status: 201, body: { headerNames: ["x-gateway-token"], authType: "basic" } });
  const id = String(created.body.id);
  await eventually(async () => expect((await app.call(`/v1/webhooks/${id}`)).body.status).toBe("active"));
  await app.call("/v1/test/events", { body: { type: "booking.confirmed" } });
  await eventually(() => expect(received.map(({ method }) => method)).toEqual(["GET", "POST"]));
  for (const { headers } of received) {
    expect(headers["x-gateway-token"]).toBe(token);
    expect(headers.authorization).toBe(`Basic ${Buffer.from("wayfare:s3cret-pass").toString("base64")}`);
  }
  await eventually(async () => expect((await app.call("/v1/deliveries?status=delivered")).text).toContain("dlv_"));
  const [row] = await database.query<{ headers: Record<string, string> }>(
    "SELECT request_headers AS headers FROM delivery_attempts",
  );
  expect(row?.headers).toMatchObject({ "x-gateway-token": "(hidden)", authorization: "(hidden)", "svc-attempt": "1" });
  // Replacing one option keeps the other.
  const changed = await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { headers: {} } });
  expect(changed).toMatchObject({ status: 200, body: { headerNames: [], authType: "basic" } });
  await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { auth: null } });
  await app.call("/v1/test/events", { body: { type: "booking.confirmed" } });
  await eventually(() => expect(received).toHaveLength(3));
  expect(received[2]?.headers.authorization).toBeUndefined();
  const stored = JSON.stringify([
    await database.query("SELECT * FROM webhook_endpoints"),
    await database.query("SELECT * FROM audit_events"),
    await database.query("SELECT * FROM delivery_attempts"),
  ]);
  for (const secret of [token, "s3cret-pass", Buffer.from("wayfare:s3cret-pass").toString("base64")]) {
    expect(stored).not.toContain(secret);
    expect(app.logLines.join("")).not.toContain(secret);
  }
});

test("exchanges OAuth 2.0 credentials for a token, stores them encrypted and keeps them when headers change", async () => {
  const started = await startApp("pglite");
  const { app, database } = started;
  await startAppWebhooks(started);
  const authorizations: (string | undefined)[] = [];
  const tokenRequests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://receiver");
    if (pathname === "/token") {
      tokenRequests.push(request.headers.authorization);
      response.end(JSON.stringify({ access_token: "granted-token-1", token_type: "Bearer", expires_in: 3600 }));
      return;
    }
    authorizations.push(request.headers.authorization);
    response.end(searchParams.get("challenge") ?? "{}");
  });
  const url = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  const auth = { type: "oauth2", tokenUrl: `${url}/token`, clientId: "wayfare", clientSecret: "client-s3cret" };
  const created = await app.call("/v1/webhooks", { body: { url, events: ["*"], auth } });
  expect(created).toMatchObject({ status: 201, body: { authType: "oauth2" } });
  const id = String(created.body.id);
  await eventually(async () => expect((await app.call(`/v1/webhooks/${id}`)).body.status).toBe("active"));
  const changed = await app.call(`/v1/webhooks/${id}`, { method: "PATCH", body: { headers: { "x-a": "1" } } });
  expect(changed).toMatchObject({ status: 200, body: { headerNames: ["x-a"], authType: "oauth2" } });
  await app.call("/v1/test/events", { body: { type: "booking.confirmed" } });
  await eventually(() => expect(authorizations).toEqual(["Bearer granted-token-1", "Bearer granted-token-1"]));
  // One for challenges, one for deliveries.
  const expected = `Basic ${Buffer.from("wayfare:client-s3cret").toString("base64")}`;
  expect(tokenRequests).toEqual([expected, expected]);
  await eventually(async () => expect((await app.call("/v1/deliveries?status=delivered")).text).toContain("dlv_"));
  const stored = JSON.stringify([
    await database.query("SELECT * FROM webhook_endpoints"),
    await database.query("SELECT * FROM audit_events"),
    await database.query("SELECT * FROM delivery_attempts"),
  ]);
  for (const secret of ["client-s3cret", "granted-token-1"]) {
    expect(stored).not.toContain(secret);
    expect(app.logLines.join("")).not.toContain(secret);
  }
  const refused = await app.call("/v1/webhooks", {
    body: { url, events: ["*"], auth: { ...auth, tokenUrl: "ftp://x" } },
  });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/auth/tokenUrl" }] } });
});

test("stores a client certificate encrypted, returns its end of validity and keeps it when headers change", async () => {
  const { app, database } = await startApp("pglite");
  app.clock.nowMs = () => Date.UTC(2027, 0, 1);
  const url = "https://hooks.example.com/";
  const auth = { type: "mtls", ...clientA };
  const created = await app.call("/v1/webhooks", { body: { url, events: ["*"], auth } });
  const certificateExpiresAt = new Date(new X509Certificate(clientA.certificate).validTo).toISOString();
  expect(created).toMatchObject({ status: 201, body: { authType: "mtls", certificateExpiresAt } });
  const path = `/v1/webhooks/${String(created.body.id)}`;
  const patch = (body: object) => app.call(path, { method: "PATCH", body });
  // An expired certificate does not prevent other changes, and a bearer token may be sent in addition to it.
  app.clock.nowMs = () => Date.UTC(2127, 0, 1);
  const kept = { authType: "mtls", certificateExpiresAt, headerNames: ["authorization"] };
  expect(await patch({ headers: { authorization: "Bearer 1" } })).toMatchObject({ status: 200, body: kept });
  expect(await patch({ auth })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/auth/certificate", detail: expect.stringContaining("expired on") }] },
  });
  app.clock.nowMs = () => Date.UTC(2027, 0, 1);
  for (const refused of [{ url: "http://localhost:3000/" }, { auth: { ...auth, privateKey: clientB.privateKey } }]) {
    expect((await patch(refused)).status).toBe(400);
  }
  const plain = await app.call("/v1/webhooks", { body: { url: "http://localhost:3000/", events: ["*"], auth } });
  expect(plain).toMatchObject({ status: 400, body: { errors: [{ pointer: "/auth" }] } });
  const tables = ["webhook_endpoints", "audit_events", "idempotent_requests"];
  const stored = await Promise.all(tables.map((table) => database.query(`SELECT * FROM ${table} LIMIT 100`)));
  const [, secretLine = ""] = clientA.privateKey.split("\n");
  for (const text of [JSON.stringify(stored), app.logLines.join("")]) expect(text).not.toContain(secretLine);
  const removed = { authType: null, certificateExpiresAt: null };
  expect(await patch({ auth: null })).toMatchObject({ status: 200, body: removed });
});

describe("rejects", () => {
  test.each([
    "Host",
    "content-length",
    "Connection",
    "keep-alive",
    "Transfer-Encoding",
    "upgrade",
    "TE",
    "trailer",
    "Proxy-Authorization",
    "expect",
    "Content-Type",
    "SVC-Signature",
    "svc-anything",
    "Webhook-Signature",
    "user-agent",
    "bad name",
    "",
    "x".repeat(65),
  ])("the header name %j", (name) => {
    expect(() => readRequestOptions(deps, { [name]: "x" }, null)).toThrow(
      expect.objectContaining({ code: "REQUEST_INVALID" }),
    );
  });

  test.each(["", " x", "x ", "a\r\nb: c", "ä", "x".repeat(1025)])("the header value %j", (value) => {
    expect(() => readRequestOptions(deps, { "x-token": value }, null)).toThrow("The value of x-token");
  });

  test("too many headers, names that differ in case, two authorizations and a user name with a colon", () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, "1"]));
    expect(() => readRequestOptions(deps, many, null)).toThrow("at most 10");
    expect(() => readRequestOptions(deps, { "x-a": "1", "X-A": "2" }, null)).toThrow("upper and lower case");
    expect(() => readRequestOptions(deps, { Authorization: "x" }, basic)).toThrow("must not contain `Authorization`");
    expect(() => readRequestOptions(deps, {}, { ...basic, username: "a:b" })).toThrow("colon");
    const mtls = { type: "mtls", ...clientA, privateKey: clientB.privateKey } as const;
    expect(() => readRequestOptions(deps, {}, mtls)).toThrow("`privateKey` does not belong");
  });
});
