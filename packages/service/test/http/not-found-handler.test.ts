import { scopes } from "@wayfare/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { shareApp } from "../access-app.ts";
import { rules } from "../access-rules.ts";
import { type DocumentedRoute, readDocumentedRoutes } from "../documented-routes.ts";
import type { RunningApp } from "../running-app.ts";

/** Kinds of resources by the segment before their id. */
const kinds: Record<string, string> = {
  applications: "application",
  bookings: "booking",
  changes: "change",
  deliveries: "delivery",
  events: "event",
  invoices: "invoice",
  keys: "key",
  accounts: "account",
  offers: "offer",
  replays: "replay",
  requests: "request",
  "sign-up-invitations": "invitation",
  suppliers: "supplier",
  users: "user",
  watches: "watch",
  webhooks: "webhook",
};

const shared = shareApp("pglite");
const rawKey = `key_live_${"a".repeat(43)}`;
let routes: DocumentedRoute[] = [];
let serviceKey: string;

beforeAll(async () => {
  const { app } = shared();
  routes = (await readDocumentedRoutes(app)).filter(({ path }) => {
    // The name in the examples of plans exists, and every name is well-formed.
    return path.includes("{") && !path.startsWith("/v1/operator/plans/");
  });
  serviceKey = await app.makeKey({ environment: "service", scopes: [...scopes] });
});

/** Calls a route with these ids as parameters and a key that it accepts. */
function call(app: RunningApp, { name, path, method, query, body }: DocumentedRoute, ids: Record<string, string>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(ids[parameter] ?? ""));
  const rule = rules[name];
  const key = typeof rule === "object" && rule.refuses?.includes("test") ? serviceKey : app.key;
  return app.call(filled + query, { method, key, ...(body === undefined ? {} : { body }) });
}

/** Returns the parameters of a path in order, with the kinds of their resources. */
function parametersOf({ path }: DocumentedRoute): { name: string; kind: string }[] {
  return [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)].map(([, segment = "", name = ""]) => ({
    name,
    kind: kinds[segment] ?? `no kind for ${segment}`,
  }));
}

describe("a route with an id", () => {
  test("returns 404 with the kind and the id for an unknown id", async () => {
    const { app } = shared();
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const [first] = parametersOf(route);
      const answer = await call(app, route, route.ids);
      const detail = `No such ${first?.kind}: '${route.ids[first?.name ?? ""]}'.`;
      expect(answer, route.name).toMatchObject({ status: 404, body: { code: "NOT_FOUND", detail } });
    }
  });

  test("returns 404 with the kind and the id for a malformed id", async () => {
    const { app } = shared();
    for (const route of routes) {
      for (const { name, kind } of parametersOf(route)) {
        const answer = await call(app, route, { ...route.ids, [name]: "no_1 é" });
        const detail = `No such ${kind}: 'no_1 ?'.`;
        expect(answer, `${route.name} ${name}`).toMatchObject({ status: 404, body: { code: "NOT_FOUND", detail } });
      }
    }
  });

  test("omits a raw key in place of an id from the response and the log", async () => {
    const { app } = shared();
    const before = app.logLines.length;
    for (const route of routes) {
      for (const { name, kind } of parametersOf(route)) {
        const answer = await call(app, route, { ...route.ids, [name]: rawKey });
        expect(answer, route.name).toMatchObject({ status: 404, body: { detail: `No such ${kind}.` } });
        expect(answer.text).not.toContain(rawKey);
      }
    }
    const lines = app.logLines.slice(before);
    expect(lines.length).toBeGreaterThanOrEqual(routes.length - 1);
    expect(lines.join("")).not.toContain(rawKey);
  });

  test("names the unknown replay of an existing webhook", async () => {
    const { app } = shared();
    const created = await app.call("/v1/webhooks", { body: { url: "https://example.com/", events: ["*"] } });
    const { id }: { id: string } = JSON.parse(created.text);
    const route = routes.find(({ ids }) => "replayId" in ids);
    if (route === undefined) throw new Error("no route of replays");
    const detail = `No such replay: '${route.ids.replayId}'.`;
    expect(await call(app, route, { ...route.ids, id })).toMatchObject({ status: 404, body: { detail } });
  });
});

describe("a path that no route matches", () => {
  test.each(["GET", "POST", "DELETE"])("is reported without its query string for %s", async (method) => {
    const { app } = shared();
    const answer = await app.call("/v1/foo?token=secret", { method });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", detail: `No route matches ${method} /v1/foo.` },
    });
  });

  test.each([
    ["in the path", `/v1/foo/${rawKey}`],
    ["in the path, encoded", `/v1/foo/${rawKey.replaceAll("_", "%5F")}`],
    ["after a broken escape", `/v1/offers/%E0%A4%A${rawKey}`],
    ["in an id that is too long", `/v1/offers/${"x".repeat(1000)}${rawKey}`],
  ])("is left out with a raw key %s", async (_, path) => {
    const { app } = shared();
    const before = app.logLines.length;
    const answer = await app.call(path);
    expect(answer).toMatchObject({ status: 404, body: { detail: "No route matches GET this path." } });
    expect(answer.text + app.logLines.slice(before).join("")).not.toContain(rawKey.slice(9));
  });
});
