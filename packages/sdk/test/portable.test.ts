import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createContext, runInContext } from "node:vm";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { bundle, fileNames, listImports, readAsJavaScript } from "./sources.ts";
import { body, event, nowMs, secret, signByNode, signedAtSeconds } from "./webhooks/deliveries.ts";

test("imports only files of the SDK", () => {
  const imports = fileNames.flatMap((fileName) => listImports(readAsJavaScript(fileName)));
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((specifier) => !/^\.{1,2}\/(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(specifier))).toEqual([]);
});

/** Script that signs and verifies. Resolves to the events and the reason of a rejected delivery. */
const script = `(async ({ signWebhook, verifyWebhook }, given) => {
  const { body, secret, seconds, header } = given;
  const options = { nowMs: seconds * 1000 };
  const signature = await signWebhook(body, secret, seconds);
  const events = [
    await verifyWebhook(body, signature, secret, options),
    await verifyWebhook(new TextEncoder().encode(body), new Headers({ "SVC-Signature": header }), [secret], options),
    await verifyWebhook(new TextEncoder().encode(body).buffer, { "svc-signature": header }, secret, options),
  ];
  const reason = await verifyWebhook(body + " ", header, secret, options).catch((error) => error.reason);
  return JSON.stringify({ signature, events, reason });
})`;
const given = { body, secret, seconds: signedAtSeconds, header: signByNode(body) };
const expected = { signature: given.header, events: [event, event, event], reason: "signature_mismatch" };

test("verification uses only the language, Web Crypto, text encoders and Headers", async () => {
  const context = createContext({ crypto, TextEncoder, TextDecoder, Headers });
  expect(runInContext("typeof process + typeof Buffer + typeof setTimeout + typeof URL", context)).toBe(
    "undefined".repeat(4),
  );
  const run = runInContext(`"use strict";${bundle()};(given) => ${script}(sdk, given)`, context);
  expect(JSON.parse(await run(given))).toEqual(expected);
});

test("accepts bytes from another realm", async () => {
  const context = createContext({ crypto, TextEncoder, TextDecoder, Headers });
  const verify = runInContext(`${bundle()};sdk.verifyWebhook`, context);
  const bytes = new TextEncoder().encode(body);
  for (const rawBody of [bytes, Buffer.from(body), bytes.slice().buffer]) {
    expect(await verify(rawBody, given.header, secret, { nowMs })).toEqual(event);
  }
});

/** Script for any runtime: two pages of a list, a key created by a retry, an error and a timeout. */
const clientScript = `(async ({ Wayfare, NotFoundError }, { baseUrl, fetch }) => {
  const client = new Wayfare({ baseUrl, apiKey: "key_test_1", random: () => 0, ...(fetch ? { fetch } : {}) });
  const rows = [];
  for await (const { id } of client.keys.list({ limit: 1 })) rows.push(id);
  const created = await client.keys.create({ name: "Shop", environment: "test", scopes: ["usage.read"] });
  const missing = await client.keys.get("ak_0").catch((error) => [error instanceof NotFoundError, error.code]);
  const timedOut = await client.keys.get("slow", { timeoutMs: 1, maxRetries: 0 }).catch((error) => error.name);
  return JSON.stringify({ rows, created, missing, timedOut });
})`;
const clientExpected = {
  rows: ["ak_1", "ak_2"],
  created: { id: "ak_3" },
  missing: [true, "NOT_FOUND"],
  timedOut: "TimeoutError",
};

/** A service with two keys that is overloaded at the first request to create another. */
function makeTinyService() {
  const seen = new Set<string>();
  const json = (status: number, content: object) => ({ status, body: content, headers: { "retry-after": "0" } });
  return (method: string, path: string, idempotencyKey: string | null) => {
    if (path === "/v1/keys?limit=1") return json(200, { data: [{ id: "ak_1" }], nextCursor: "two" });
    if (path === "/v1/keys?limit=1&cursor=two") return json(200, { data: [{ id: "ak_2" }], nextCursor: null });
    if (method !== "POST") return path === "/v1/keys/slow" ? null : json(404, { code: "NOT_FOUND" });
    if (idempotencyKey !== null && seen.has(idempotencyKey)) return json(201, { id: "ak_3" });
    seen.add(String(idempotencyKey));
    return json(503, { code: "OVERLOADED" });
  };
}

test("the client also uses only fetch, AbortController, timers and random bytes", async () => {
  const respond = makeTinyService();
  const fetch = async (url: string, init: { method: string; headers: Headers }) => {
    const result = respond(init.method, url.slice("http://service".length), init.headers.get("idempotency-key"));
    if (result === null) return new Promise(() => {});
    return Response.json(result.body, { status: result.status, headers: result.headers });
  };
  const { getRandomValues } = crypto;
  const random = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => getRandomValues.call(crypto, bytes) };
  const context = createContext({ crypto: random, Headers, AbortController, setTimeout, clearTimeout });
  expect(runInContext("typeof process + typeof Buffer + typeof URL + typeof fetch", context)).toBe(
    "undefined".repeat(4),
  );
  const run = runInContext(`"use strict";${bundle()};(given) => ${clientScript}(sdk, given)`, context);
  expect(JSON.parse(await run({ baseUrl: "http://service", fetch }))).toEqual(clientExpected);
});

test("runs in a browser after type stripping", { timeout: 300_000 }, async () => {
  const respond = makeTinyService();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/v1/")) {
      const result = respond(request.method ?? "", path, request.headers["idempotency-key"]?.toString() ?? null);
      if (result === null) return;
      const contentType = result.status >= 400 ? "application/problem+json" : "application/json";
      response.writeHead(result.status, { ...result.headers, "content-type": contentType });
      response.end(JSON.stringify(result.body));
      return;
    }
    const fileName = path.slice(1);
    const known = fileNames.includes(fileName);
    response.writeHead(200, { "content-type": known ? "text/javascript" : "text/html" });
    response.end(known ? readAsJavaScript(fileName) : "<!doctype html>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((argument) => !/^--(single-process|no-zygote)$/.test(argument)), "--no-sandbox"],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const run = async (text: string, input: object) =>
    JSON.parse(
      await page.evaluate<string>(`import("/index.ts").then((sdk) => ${text}(sdk, ${JSON.stringify(input)}))`),
    );
  expect(await run(script, given)).toEqual(expected);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await run(clientScript, { baseUrl: origin })).toEqual(clientExpected);
});
