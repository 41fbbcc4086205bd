import { errorCodes } from "@wayfare/contract";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { requireDeclaredAccess } from "../../src/http/access-declaration.ts";
import { renderErrorsDocument } from "../../src/pages/error-pages.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, metricsToken } from "../running-app.ts";
import { makeFlight, makeSupply, supplierOf, supplierWith } from "../sample-supply.ts";

test("an instance is ready while database and supply are ready, until shutdown begins", async () => {
  const supply = makeSupply([supplierOf("sandbox", [makeFlight()])]);
  let ready = false;
  const { app, database } = await startApp("pglite", { supply: { ...supply, isReady: () => ready } });
  const readiness = () => app.call("/readyz", { key: metricsToken });
  expect(await readiness()).toMatchObject({ status: 503, body: { supply: false } });
  ready = true;
  expect(await readiness()).toMatchObject({ status: 200, body: { ready: true, storage: true } });
  app.lifecycle.drain();
  expect(await readiness()).toMatchObject({ status: 503, body: { draining: true } });
  expect(await app.call("/healthz")).toMatchObject({ status: 200 });
  await database.close();
  expect(await readiness()).toMatchObject({ status: 503, body: { database: false } });
});

test("readyz returns its checks only with the metrics token", async () => {
  const { app } = await startApp("pglite");
  const details = {
    ready: true,
    database: true,
    storage: true,
    supply: true,
    clock: true,
    outboundPaused: false,
    draining: false,
  };
  for (const [key, expected] of [
    [metricsToken, details],
    [null, { ready: true }],
    ["metrics-token-of-others", { ready: true }],
    [app.key, { ready: true }],
  ] as const) {
    const { status, text } = await app.call("/readyz", { key });
    expect([status, JSON.parse(text)]).toEqual([200, expected]);
  }
});

test("metrics require the metrics token; the error says how to send it", async () => {
  const { app } = await startApp("pglite");
  const detail = "Send the value of the METRICS_TOKEN setting as `Authorization: Bearer …`.";
  for (const [key, code] of [
    [null, "AUTH_MISSING"],
    [app.key, "AUTH_INVALID"],
    ["metrics-token-of-test", "AUTH_INVALID"],
    [`${metricsToken}s`, "AUTH_INVALID"],
  ] as const) {
    expect(await app.call("/metrics", { key })).toMatchObject({ status: 401, body: { code, detail } });
  }
  expect(await app.call("/metrics", { key: metricsToken })).toMatchObject({ status: 200 });
});

test("metrics return 401 without a configured token; the error names the setting", async () => {
  const { app } = await startApp("pglite", { metricsToken: null });
  for (const key of [null, "null", metricsToken, app.key]) {
    const refused = await app.call("/metrics", { key });
    expect(refused.status).toBe(401);
    expect(refused.body.detail).toContain("Set METRICS_TOKEN");
    expect(JSON.parse((await app.call("/readyz", { key })).text)).toEqual({ ready: true });
  }
});

test("an instance that shuts down completes pending requests and rejects new ones", async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const slow = supplierWith("slow", async () => {
    started.resolve();
    await finish.promise;
    return { flights: [makeFlight()] };
  });
  const { app } = await startApp("pglite", { suppliers: [slow], searchDeadlineMs: 20_000 });
  const running = app.call("/v1/search", { body: goodSearch });
  await started.promise;
  app.lifecycle.drain();
  const refused = await app.call("/v1/search", { body: goodSearch });
  expect(refused).toMatchObject({ status: 503, body: { code: "SHUTTING_DOWN" } });
  expect(refused.headers.get("retry-after")).toBe("5");
  finish.resolve();
  expect(await running).toMatchObject({ status: 200 });
});

test("metrics count requests by route and searches by result", async () => {
  const { app } = await startApp("pglite");
  await app.call("/v1/search", { body: goodSearch });
  const { text } = await app.call("/metrics", { key: metricsToken });
  expect(text).toContain(
    'wayfare_http_request_duration_seconds_count{method="POST",route="/v1/search",status="200"} 1',
  );
  expect(text).toContain('wayfare_searches_total{found="true"} 1');
  expect(text).toContain("nodejs_eventloop_lag_seconds");
});

test("every error code has a page, a row in the reference and an entry in the OpenAPI document", async () => {
  const { app } = await startApp("pglite");
  const document = renderErrorsDocument();
  const openApi = await app.call("/openapi.json", { key: null });
  for (const code of errorCodes) {
    const page = await app.call(`/errors/${code}`, { key: null });
    expect(page.status, code).toBe(200);
    expect(page.text).toContain(code);
    expect(document).toContain(`\`${code}\``);
    expect(openApi.text).toContain(`"${code}"`);
  }
  expect(await app.call("/errors/TEAPOT", { key: null })).toMatchObject({ status: 404 });
});

test("pages load no external resources, and their content security policy forbids it", async () => {
  const { app } = await startApp("pglite");
  for (const path of ["/", "/docs", "/errors", "/errors/NOT_FOUND", "/sign-in"]) {
    const page = await app.call(path, { key: null });
    expect(page.status, path).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text, path).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.text, path).not.toMatch(/<script(?! src="\/)|style=|<style/);
  }
});

test("rejects the registration of a route without declared access", () => {
  const app = fastify();
  requireDeclaredAccess(app);
  expect(() => app.get("/open", async () => "open")).toThrow("GET /open does not declare config.access");
  const config = { access: ["usage.read"] } as const;
  const undecided = "GET /open does not declare config.applicationKeys";
  expect(() => app.get("/open", { config }, async () => "open")).toThrow(undecided);
});

test("returns a 500 without internal details", async () => {
  const { app, database } = await startApp("pglite");
  await database.execute("ALTER TABLE searches RENAME TO searches_away");
  onTestFinished(async () => void (await database.execute("ALTER TABLE searches_away RENAME TO searches")));
  const answer = await app.call("/v1/search", { body: goodSearch });
  expect(answer).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
  expect(answer.text).not.toContain("searches");
});
