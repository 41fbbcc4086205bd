import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { shareApp, startApp } from "../access-app.ts";
import { goodSearch } from "../running-app.ts";
import { supplierWith } from "../sample-supply.ts";
import { callTool, sendMcp } from "./mcp-call.ts";

const searchTools = [
  "search_flights",
  "compare_cash_and_miles",
  "calendar",
  "explore",
  "get_offer",
  "find_places",
  "list_programs",
  "create_watch",
  "list_watches",
  "delete_watch",
];

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("searches with the limits, usage and request log of the key", async () => {
    const { app } = await startApp(kind);
    const found = await callTool(app, "search_flights", goodSearch);
    expect(found.data).toMatchObject({ complete: true, currency: "USD", found: 1 });
    expect(found.data.notes).toEqual([expect.stringContaining("Simulated")]);
    const { data } = JSON.parse((await app.call("/v1/requests")).text);
    expect(data.map(({ route, status }: { route: string; status: number }) => [route, status])).toEqual(
      expect.arrayContaining([
        ["/mcp", 200],
        ["/v1/search", 200],
      ]),
    );
    const statuses = app.logLines
      .filter((line) => line.includes('"/v1/search"'))
      .map((line) => JSON.parse(line).status);
    expect(statuses).toEqual([200]);
    const usage = JSON.parse((await app.call("/v1/usage?from=2026-11-21")).text);
    expect(usage.data).toMatchObject([{ operation: "search", count: 1 }]);
  });
});

describe("with one app", () => {
  const shared = shareApp("pglite");

  test("initializes with both protocol versions and answers without a session id", async () => {
    const { app } = shared();
    for (const version of ["2025-11-25", "2025-06-18"]) {
      const clientInfo = { name: "test", version: "1" };
      const answer = await sendMcp(app, "initialize", { protocolVersion: version, capabilities: {}, clientInfo });
      expect(answer).toMatchObject({ status: 200, result: { protocolVersion: version } });
      expect(answer.result.instructions).toContain("Today is 2026-11-21");
      expect(answer.headers.get("mcp-session-id")).toBeNull();
    }
    const notified = await app.call("/mcp", {
      headers: { accept: "application/json, text/event-stream" },
      body: { jsonrpc: "2.0", method: "notifications/initialized" },
    });
    expect(notified).toMatchObject({ status: 202, text: "" });
  });

  test("lists the tools that the scopes of the key allow", async () => {
    const { app } = shared();
    const namesOf = async (key: string) =>
      (await sendMcp(app, "tools/list", {}, { key })).result.tools.map((tool: { name: string }) => tool.name);
    expect(await namesOf(app.key)).toEqual([...searchTools, "book"]);
    const searchKey = await app.makeKey({ scopes: ["flights.search"] });
    expect(await namesOf(searchKey)).toEqual(searchTools);
    expect(await namesOf(await app.makeKey({ scopes: ["billing.read"] }))).toEqual([]);
    const reader = searchTools.filter((name) => name !== "create_watch" && name !== "delete_watch");
    expect(await namesOf(await app.makeKey({ scopes: ["usage.read"] }))).toEqual(reader);
    const refused = await callTool(app, "book", {}, { key: searchKey });
    expect(refused).toMatchObject({ status: 200, isError: true });
    expect(refused.said).toContain("flights.book");
  });

  test("rejects callers without a key with 401 and the address of the metadata", async () => {
    const { app } = shared();
    const challenge = 'Bearer resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp"';
    for (const [key, expected] of [
      [null, challenge],
      ["key_test_x", `${challenge}, error="invalid_token"`],
    ] as const) {
      const answer = await sendMcp(app, "tools/list", {}, { key });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(expected);
    }
  });

  test("serves the metadata of the protected resource without a key", async () => {
    const { app } = shared();
    for (const path of ["", "/mcp"]) {
      const answer = await app.call(`/.well-known/oauth-protected-resource${path}`, { key: null });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          resource: "http://localhost:8080/mcp",
          authorization_servers: ["http://localhost:8080"],
          bearer_methods_supported: ["header"],
        },
      });
    }
  });

  test("rejects origins of other sites, also those that resolve to this host", async () => {
    const { app } = shared();
    const { host } = new URL(app.url);
    const statusOf = async (origin: string) => (await sendMcp(app, "ping", {}, { headers: { origin } })).status;
    expect(await statusOf("http://localhost:8080")).toBe(200);
    expect(await statusOf(`http://${host}`)).toBe(200);
    for (const origin of ["https://evil.example", "null", "x", `http://evil.example:${new URL(app.url).port}`]) {
      expect(await statusOf(origin), origin).toBe(403);
    }
  });

  test("answers other methods, batches, versions and large bodies with an error of HTTP", async () => {
    const { app } = shared();
    const accept = { accept: "application/json, text/event-stream" };
    for (const method of ["GET", "DELETE"]) {
      const answer = await app.call("/mcp", { method, headers: { accept: "text/event-stream" } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
    }
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect(await app.call("/mcp", { headers: accept, body: [ping, ping] })).toMatchObject({ status: 400 });
    expect(await app.call("/mcp", { headers: accept, body: "{broken" })).toMatchObject({ status: 400 });
    expect(await app.call("/mcp", { headers: accept, body: { x: "y".repeat(70_000) } })).toMatchObject({ status: 413 });
    expect(await app.call("/mcp", { headers: { accept: "text/html" }, body: ping })).toMatchObject({ status: 406 });
    const version = { ...accept, "mcp-protocol-version": "1999-01-01" };
    expect(await app.call("/mcp", { headers: version, body: ping })).toMatchObject({ status: 400 });
  });

  test("describes errors of the API as text that says how to fix the call", async () => {
    const { app } = shared();
    const unknown = await callTool(app, "search_flights", { ...goodSearch, destination: "XXX" });
    expect(unknown).toMatchObject({ status: 200, isError: true });
    expect(unknown.said).toContain("- /destination: ");
    const past = await callTool(app, "search_flights", { ...goodSearch, departureDate: "2026-01-01" });
    expect(past.said).toContain("/departureDate");
    const typed = await callTool(app, "search_flights", { ...goodSearch, travelers: 2, cabin: "eco", when: "soon" });
    expect(typed.said).toContain("/travelers must be of type object, not 2.");
    expect(typed.said).toContain("/cabin must be one of economy, premium_economy, business, first");
    expect(typed.said).toContain("/when is not an argument. Arguments: origin, destination");
    const offer = await callTool(app, "get_offer", { offerId: "off_01kahz2j7p3v8c5m9n4q6r7s8t_0" });
    expect(offer.said).toContain("NOT_FOUND");
    expect(await sendMcp(app, "tools/call", { name: "fly", arguments: {} })).toMatchObject({
      error: { code: -32_602 },
    });
  });

  test("serves resources and prompts", async () => {
    const { app } = shared();
    const { resources } = (await sendMcp(app, "resources/list")).result;
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual(["wayfare://programs", "wayfare://usage"]);
    const read = async (uri: string) => (await sendMcp(app, "resources/read", { uri })).text;
    expect(await read("wayfare://programs")).toContain("avios: British Airways Executive Club");
    expect(await read("wayfare://usage")).toContain("application/json");
    expect(await read("wayfare://places/lond%20")).toContain("No places found");
    expect(await read("wayfare://places/LHR")).toContain("airport:LHR");
    expect(await read("wayfare://other")).toContain("-32002");
    const prompt = { name: "plan_trip_with_miles", arguments: { origin: "NYC", destination: "LON", when: "March" } };
    expect((await sendMcp(app, "prompts/get", prompt)).text).toContain("includeAward");
    expect((await sendMcp(app, "prompts/get", { name: prompt.name })).error?.message).toContain(
      "origin, destination, when",
    );
    expect((await sendMcp(app, "prompts/list")).result.prompts).toHaveLength(2);
  });
});

test("creates a watch once, lists its result and deletes it", async () => {
  const { app } = await startApp("pglite", { watches: { maxPerAccount: 1, everyMs: 0 } });
  const request = {
    search: goodSearch,
    condition: { maxMiles: 90_000, maxPrice: { amount: "9000", currency: "USD" } },
  };
  const created = await callTool(app, "create_watch", request);
  expect(created).toMatchObject({
    isError: false,
    data: { complete: true, watch: { status: "active", lastRun: null } },
  });
  expect(created.data.notes.join(" ")).toMatch(/Simulated.*not sent to this connection/);
  const again = await callTool(app, "create_watch", request);
  expect(again.data.watch.id).toBe(created.data.watch.id);
  const { body } = await app.call(`/v1/watches/${created.data.watch.id}`);
  expect(body).toMatchObject({ search: { includeAward: true } });
  const other = await callTool(app, "create_watch", { ...request, condition: { maxMiles: 1 } });
  expect(other.said).toContain("at most 1 watches");
  const listed = await callTool(app, "list_watches", { status: "active" });
  expect(listed.data.watches).toEqual([created.data.watch]);
  const watchId = created.data.watch.id;
  expect((await callTool(app, "delete_watch", { watchId })).data).toMatchObject({ watchId });
  expect((await callTool(app, "delete_watch", { watchId })).said).toContain("NOT_FOUND");
  const renewed = await callTool(app, "create_watch", request);
  expect(renewed.data.watch.id).not.toBe(watchId);
});

test("says what a watch of a live key costs, and names faults by the members of the arguments", async () => {
  const { app } = await startApp("pglite", { watches: { everyMs: 0 } });
  const key = await app.makeKey({ environment: "live" });
  const request = { search: goodSearch, condition: { maxMiles: 90_000 }, intervalMinutes: 15 };
  const created = await callTool(app, "create_watch", request, { key });
  expect(created.data.notes[0]).toContain("about 96 a day");
  const empty = await callTool(app, "create_watch", { search: goodSearch, condition: {} });
  expect(empty.said).toContain("/condition must");
  const past = { ...request, search: { ...goodSearch, departureDate: "2026-01-01" } };
  expect((await callTool(app, "create_watch", past)).said).toContain("/search/departureDate");
});

test("charges a repeated search of a live key once", async () => {
  const { app } = await startApp("pglite");
  const key = await app.makeKey({ environment: "live" });
  for (const offset of [0, 0, 1]) await callTool(app, "search_flights", { ...goodSearch, offset }, { key });
  const usage = JSON.parse((await app.call("/v1/usage/current", { key })).text);
  expect(usage).toMatchObject({ total: 1 });
});

test("applies the allowlist of the key to the address of the client", async () => {
  const { app } = await startApp("pglite", { trustProxy: ["127.0.0.1"] });
  const key = await app.makeKey({ ipAllowlist: ["203.0.113.9"] });
  const from = (address: string) => ({ key, headers: { "x-forwarded-for": address } });
  expect(await callTool(app, "search_flights", goodSearch, from("203.0.113.9"))).toMatchObject({ isError: false });
  expect(await callTool(app, "search_flights", goodSearch, from("203.0.113.10"))).toMatchObject({ status: 403 });
});

test("says when a rate limit allows the next call", async () => {
  const { app } = await startApp("pglite", { rateLimitFactor: 0.1 });
  const answers = [];
  for (let at = 0; at < 12; at++) answers.push(await callTool(app, "search_flights", goodSearch));
  const limited = answers.find(({ isError }) => isError);
  expect(limited?.said ?? answers.map(({ status }) => status)).toMatch(
    /RATE_LIMITED[\s\S]*Repeat the call after \d+ s/,
  );
});

test("stops a search when its client disconnects", async () => {
  let stopped = false;
  const started = Promise.withResolvers<void>();
  const slow = supplierWith("sandbox", (_query, { signal }) => {
    started.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped = true;
        reject(new Error("aborted"));
      });
    });
  });
  const { app } = await startApp("pglite", { suppliers: [slow] });
  const controller = new AbortController();
  const sent = fetch(`${app.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${app.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search_flights", arguments: goodSearch },
    }),
    signal: controller.signal,
  });
  await started.promise;
  controller.abort();
  await expect(sent).rejects.toThrow();
  await expect.poll(() => stopped).toBe(true);
  expect(app.logLines.filter((line) => line.includes("failed"))).toEqual([]);
});
