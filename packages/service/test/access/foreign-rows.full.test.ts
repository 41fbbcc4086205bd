import { keyEnvironments, newId, scopes } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { applicationRules } from "../access-rules.ts";
import { announceChange, book, contact } from "../booking-requests.ts";
import { type DocumentedRoute, readDocumentedRoutes } from "../documented-routes.ts";
import { goodSearch, type KeyOptions, type RunningApp, startMs } from "../running-app.ts";
import { postWebhook } from "../webhook-receiver.ts";

/** Kinds of rows that can belong to an application. */
const kindsOfApplications = [
  ...([
    "keys",
    "applications",
    "offers",
    "watches",
    "webhooks",
    "replays",
    "changes",
    "deliveries",
    "events",
    "bookings",
    "requests",
  ] as const),
] as const;
const kinds = [...kindsOfApplications, "billing/invoices"] as const;
type Kind = (typeof kinds)[number];

/** A key and the ids of rows that it created. */
interface Holding<Held extends Kind = Kind> {
  key: string;
  ids: Record<Held, string>;
}
type ApplicationHolding = Holding<(typeof kindsOfApplications)[number]>;

const unknownIds: Record<Kind, string> = {
  keys: newId("ak", startMs),
  applications: newId("app", startMs),
  offers: `${newId("srch", startMs).replace("srch_", "off_")}_0`,
  watches: newId("wat", startMs),
  webhooks: newId("whk", startMs),
  replays: newId("rpl", startMs),
  changes: newId("chg", startMs),
  deliveries: newId("dlv", startMs),
  events: newId("evt", startMs),
  bookings: newId("bkg", startMs),
  requests: newId("req", startMs),
  "billing/invoices": newId("inv", startMs),
};

/** Suppliers are named, so that their ids do not tell accounts apart: packages/service/test/suppliers/routes.full.test.ts. */
const listWithoutIds = "GET /v1/suppliers";

/** Routes on all accounts of the deployment, which keys of other accounts cannot call. */
const isOfOperators = ({ path }: DocumentedRoute) => path.startsWith("/v1/operator/");

async function readRoutesOfAccounts(app: RunningApp): Promise<DocumentedRoute[]> {
  return (await readDocumentedRoutes(app)).filter((route) => !isOfOperators(route));
}

const misshapenIds = ["x", "%00", "..%2fself", "%F0%9F%9B%AB", "ak_", "A".repeat(300), "key_test_x", "0", "null"];

interface Started {
  app: RunningApp;
  database: Database;
}

async function makeHolding({ app, database }: Started, options: KeyOptions): Promise<Holding> {
  const key = await app.makeKey(options);
  const { id: applications } = await makeApplication(app, key);
  const { ids } = await makeRows({ app, database }, key);
  return { key, ids: { ...ids, applications, "billing/invoices": await makeInvoice({ app, database }, key) } };
}

/** Creates rows with a key of a new application in the app's own account. */
async function makeApplicationHolding({ app, database }: Started): Promise<ApplicationHolding> {
  const { id: applications } = await makeApplication(app, app.key);
  const { key, ids } = await makeRows({ app, database }, await app.makeKey({ applicationId: applications }));
  return { key, ids: { ...ids, applications } };
}

async function makeApplication(app: RunningApp, key: string): Promise<{ id: string }> {
  return { id: idIn((await app.call("/v1/applications", { key, body: { name: "Shop" } })).text) };
}

/** Creates one row of each kind that every key can create. */
async function makeRows({ app, database }: Started, key: string) {
  const self = await app.call("/v1/keys/self", { key });
  const found = await app.call("/v1/search", { key, body: goodSearch });
  const offer = /"(off_[^"]+)"/.exec(found.text)?.[1] ?? "none";
  const { id: webhooks } = await postWebhook(app, { url: "https://example.com/" }, key);
  await database.execute("UPDATE webhook_endpoints SET status = 'active'");
  const watch = { search: goodSearch, condition: { dropPercent: 5 } };
  const watches = idIn((await app.call("/v1/watches", { key, body: watch })).text);
  const sent = await app.call(`/v1/webhooks/${webhooks}/test`, { key, method: "POST" });
  const { eventId: events, deliveryId: deliveries }: { eventId: string; deliveryId: string } = JSON.parse(sent.text);
  const body = { from: new Date(app.clock.nowMs()).toISOString() };
  const replays = idIn((await app.call(`/v1/webhooks/${webhooks}/replay`, { key, body })).text);
  const email = "airline-changes@example.com";
  const { booking } = await book(app, offer, { key, contact: { ...contact, email } });
  const { id: changes } = await announceChange(app, database, booking.id, key);
  const requests = found.headers.get("request-id") ?? "none";
  const ids = {
    keys: idIn(self.text),
    offers: offer,
    watches,
    webhooks,
    replays,
    changes,
    deliveries,
    events,
    bookings: booking.id,
    requests,
  };
  return { key, ids };
}

/** Creates an invoice in the key's partition, and a credit entry. */
async function makeInvoice({ app, database }: Started, key: string): Promise<string> {
  const code = newId("cpn", startMs).toUpperCase();
  const { environment }: { environment: "test" | "live" } = JSON.parse(
    (await app.call("/v1/usage/current", { key })).text,
  );
  await makeCoupon(database, { environment, code, kind: "credit", percentBasis: null, amountMinor: 1 });
  await app.call("/v1/billing/coupons/redeem", { key, body: { code } });
  await app.call("/v1/billing/subscription/change", { key, body: { plan: "pro" } });
  return /"(inv_[^"]+)"/.exec((await app.call("/v1/billing/invoices", { key })).text)?.[1] ?? "none";
}

function idIn(text: string): string {
  const { id }: { id?: string } = JSON.parse(text);
  if (id === undefined) throw new Error(`no id in ${text}`);
  return id;
}

/** Reads every row of every table that a route could change, except the last use of keys. */
async function readEverything(database: Database): Promise<unknown> {
  const billed = [
    "billing_accounts",
    "subscriptions",
    "invoices",
    "invoice_lines",
    "ledger_entries",
    "credit_balances",
  ];
  const stored = [
    "webhook_endpoints",
    "events",
    "deliveries",
    "webhook_replays",
    "searches",
    "bookings",
    "booking_changes",
    "sales",
    ...billed,
  ];
  const tables = ["accounts", "api_keys", "applications", "audit_events", "idempotent_requests", ...stored];
  const read = (table: string) =>
    database.query(
      `SELECT to_jsonb(kept) - 'last_used_at' - 'last_used_address' AS kept FROM ${table} kept ORDER BY kept::text`,
    );
  return Promise.all(tables.map(read));
}

function kindOf({ path }: DocumentedRoute): Kind {
  const kind = kinds.find((each) => path.startsWith(`/v1/${each}/`));
  if (kind === undefined) throw new Error(`no kind of row has the ids of ${path}: add one`);
  return kind;
}

/** Returns the path of a route for the rows of a holding. */
function pathOf(route: DocumentedRoute, ids: Partial<Record<Kind, string>>): string {
  const id = ids[kindOf(route)] ?? unknownIds[kindOf(route)];
  const nested = { "{replayId}": "replays", "{changeId}": "changes" } as const;
  return Object.entries(nested).reduce(
    (path, [parameter, kind]) => path.replace(parameter, ids[kind] ?? unknownIds[kind]),
    route.path.replace("{id}", id),
  );
}

/** Returns the kind of row that a list returns. */
function kindOfList(path: string): Kind {
  const shown: Record<string, Kind> = {
    "/v1/audit-events": "webhooks",
    "/v1/usage": "keys",
    "/v1/billing/credit-balance/entries": "billing/invoices",
  };
  const kind = shown[path] ?? kinds.find((each) => path === `/v1/${each}`);
  if (kind === undefined) throw new Error(`no kind of row is on the list ${path}: add one`);
  return kind;
}

/** Returns the paths that read the rows of a holding one by one. */
function readablePaths({ replays, ...ids }: Partial<Record<Kind, string>>): string[] {
  // Changes are read with their booking.
  const own = Object.entries(ids).filter(([kind]) => kind !== "changes");
  const paths = own.map(([kind, id]) => `/v1/${kind}/${id}`);
  return [...paths, `/v1/webhooks/${ids.webhooks}/replays/${replays}`];
}

async function readList(app: RunningApp, path: string, key: string) {
  return app.call(`${path}?limit=200${path === "/v1/usage" ? "&groupBy=key" : ""}`, { key });
}

/** Removes the request id and the resource id from a problem. */
function withoutIds(body: Record<string, unknown>): string {
  return JSON.stringify({ ...body, detail: String(body["detail"]).replace(/: '.*'/s, ""), requestId: "" });
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** The whole matrix runs on PostgreSQL; ids and lists also run on the embedded database. */
  const onPostgres = test.runIf(kind === "postgresql");

  /** Creates two accounts with rows in both partitions. The first account calls with a test key. */
  async function start() {
    const { app, database } = await startApp(kind);
    const otherId = await createAccount(database, "Other", startMs);
    return {
      app,
      database,
      routes: await readRoutesOfAccounts(app),
      own: await makeHolding({ app, database }, { environment: "test" }),
      ownLive: await makeHolding({ app, database }, { environment: "live" }),
      ownService: await makeHolding({ app, database }, { environment: "service" }),
      otherTest: await makeHolding({ app, database }, { environment: "test", accountId: otherId }),
      otherLive: await makeHolding({ app, database }, { environment: "live", accountId: otherId }),
    };
  }

  test("returns the same 404 for foreign, unknown and malformed ids, and changes nothing", async () => {
    const { app, database, routes, own, ownLive, ownService, otherTest, otherLive } = await start();
    const withId = routes.filter(({ path }) => path.includes("{id}"));
    expect(withId.length).toBeGreaterThanOrEqual(8);
    const callers = [
      [own, [ownLive, ownService, otherTest, otherLive]],
      [ownLive, [own, otherTest, otherLive]],
    ] as const;
    // Both callers run on PostgreSQL; one also runs on the embedded database.
    for (const [caller, foreign] of callers.slice(0, kind === "postgresql" ? 2 : 1)) {
      const before = await readEverything(database);
      // Live callers of mark-paid are rejected before the id is checked.
      const isReached = ({ name }: DocumentedRoute) => caller !== ownLive || !name.endsWith("/mark-paid");
      for (const route of withId.filter(isReached)) {
        const kindOfId = kindOf(route);
        const shapes = misshapenIds.map((id) => ({ [kindOfId]: id }));
        const bodies = new Set<string>();
        for (const ids of [...foreign.map((each) => each.ids), unknownIds, ...shapes]) {
          const path = pathOf(route, ids);
          const answer = await app.call(path, { method: route.method, key: caller.key, body: route.body });
          expect(answer, `${route.method} ${path}`).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
          bodies.add(withoutIds(answer.body));
        }
        expect([...bodies], route.name).toHaveLength(1);
      }
      expect(await readEverything(database)).toEqual(before);
    }
  });

  onPostgres("the ids that were refused to others are good for their owners", async () => {
    const { app, own, ownLive, ownService, otherTest, otherLive } = await start();
    for (const { key, ids } of [own, ownLive, ownService, otherTest, otherLive]) {
      for (const path of readablePaths(ids)) {
        expect(await app.call(path, { key }), path).toMatchObject({ status: 200 });
      }
    }
    expect(await app.call(`/v1/keys/${ownService.ids.keys}`, { key: ownLive.key })).toMatchObject({ status: 200 });
  });

  test("routes of operators reject every key of another account, whatever its scopes", async () => {
    const { app, database } = await startApp(kind);
    const accountId = await createAccount(database, "Other", app.clock.nowMs());
    const routes = (await readDocumentedRoutes(app)).filter(isOfOperators);
    expect(routes.length).toBeGreaterThanOrEqual(8);
    const before = await readEverything(database);
    for (const environment of keyEnvironments) {
      const key = await app.makeKey({ accountId, environment, scopes: [...scopes] });
      const code = environment === "service" ? "AUTH_SCOPE_MISSING" : "AUTH_ENVIRONMENT_MISMATCH";
      for (const { name, path, method, body } of routes) {
        const answer = await app.call(path.replace("{id}", app.accountId), { method, key, body });
        expect(answer, name).toMatchObject({ status: 403, body: { code } });
      }
    }
    await database.execute("DELETE FROM api_keys WHERE account_id = $1", [accountId]);
    expect(await readEverything(database)).toEqual(before);
  });

  test("lists return no rows of another account or partition", async () => {
    const { app, routes, own, ownLive, ownService, otherTest, otherLive } = await start();
    const lists = routes
      .filter(({ isList, name }) => isList && applicationRules[name] !== "shared" && name !== listWithoutIds)
      .map(({ path }) => path);
    expect(lists).toEqual(expect.arrayContaining(["/v1/keys", "/v1/applications", "/v1/audit-events"]));
    const partitions = [[own], [ownLive, ownService], [otherTest], [otherLive]];
    for (const partition of partitions) {
      const foreign = partitions.filter((each) => each !== partition).flat();
      for (const path of lists) {
        for (const { key } of partition) {
          const { status, text } = await readList(app, path, key);
          expect(status).toBe(200);
          for (const { ids } of foreign) for (const id of Object.values(ids)) expect(text, path).not.toContain(id);
          for (const { ids } of partition) expect(text, path).toContain(ids[kindOfList(path)]);
        }
      }
    }
  });

  onPostgres("filters and cursors of another account return no foreign rows", async () => {
    const { app, own, ownLive, otherTest } = await start();
    for (const { ids, key } of [ownLive, otherTest]) {
      for (const path of [
        `/v1/keys?applicationId=${ids.applications}`,
        `/v1/audit-events?subjectId=${ids.applications}`,
      ]) {
        expect(JSON.parse((await app.call(path, { key: own.key })).text), path).toEqual({ data: [], nextCursor: null });
      }
      await app.call("/v1/applications", { key, body: { name: "Second" } });
      const { text } = await app.call("/v1/applications?limit=1", { key });
      const { nextCursor }: { nextCursor: string } = JSON.parse(text);
      const answer = await app.call(`/v1/applications?cursor=${nextCursor}`, { key: own.key });
      expect(answer).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
    }
  });

  onPostgres("a key cannot be made for an application of another account or partition", async () => {
    const { app, own, ownLive, otherTest } = await start();
    const answers = new Set<string>();
    for (const applicationId of [ownLive, otherTest]
      .map(({ ids }) => ids.applications)
      .concat(unknownIds.applications)) {
      const body = { name: "k", environment: "test", scopes: ["usage.read"], applicationId };
      const answer = await app.call("/v1/keys", { key: own.key, body });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/applicationId" }] } });
      answers.add(answer.text.replaceAll(applicationId, "").replace(/req_\w+/, ""));
    }
    expect([...answers]).toHaveLength(1);
  });

  onPostgres("the account and the own key that a key reads are its own", async () => {
    const { app, otherLive } = await start();
    for (const environment of keyEnvironments) {
      const key = await app.makeKey({ environment });
      expect(idIn((await app.call("/v1/account", { key })).text)).toBe(app.accountId);
      expect(await app.call("/v1/keys/self", { key })).toMatchObject({ status: 200, body: { environment } });
    }
    expect(idIn((await app.call("/v1/account", { key: otherLive.key })).text)).not.toBe(app.accountId);
  });

  /** Creates rows of two applications and of a key without one, in one partition of one account. */
  async function startWithApplications() {
    const { app, database } = await startApp(kind);
    const routes = (await readRoutesOfAccounts(app)).filter(({ isPublic }) => !isPublic);
    for (const { name } of routes) {
      if (applicationRules[name] === undefined)
        throw new Error(`no rule for keys of an application on ${name}: add one`);
    }
    const unbound = await makeHolding({ app, database }, { environment: "test" });
    const shop = await makeApplicationHolding({ app, database });
    const office = await makeApplicationHolding({ app, database });
    return { app, database, routes, unbound, shop, office };
  }

  test("a key of an application gets 404 for ids of other applications and of none, and changes nothing", async () => {
    const { app, database, routes, unbound, shop, office } = await startWithApplications();
    const before = await readEverything(database);
    for (const route of routes.filter(({ path }) => path.includes("{id}"))) {
      const { method, name, body } = route;
      const isRefused = applicationRules[name] === "refused";
      const expected = isRefused ? { status: 403, code: "AUTH_APPLICATION_BOUND" } : { status: 404, code: "NOT_FOUND" };
      const bodies = new Set<string>();
      for (const { ids } of [unbound, office, { ids: unknownIds }]) {
        const path = pathOf(route, ids);
        const answer = await app.call(path, { method, key: shop.key, body });
        expect({ status: answer.status, code: answer.body.code }, `${method} ${path}`).toEqual(expected);
        bodies.add(withoutIds(answer.body));
      }
      expect([...bodies], name).toHaveLength(1);
    }
    expect(await readEverything(database)).toEqual(before);
  });

  test("a key of an application reads its own rows; a key without an application reads all rows", async () => {
    const { app, unbound, shop, office } = await startWithApplications();
    for (const { key, ids } of [shop, office]) {
      for (const path of readablePaths(ids)) {
        expect(await app.call(path, { key }), path).toMatchObject({ status: 200 });
        expect(await app.call(path, { key: unbound.key }), path).toMatchObject({ status: 200 });
      }
    }
  });

  test("lists return own rows to a key of an application and all rows to a key without one", async () => {
    const { app, routes, unbound, shop, office } = await startWithApplications();
    for (const { name, path } of routes.filter(({ isList }) => isList)) {
      const rule = applicationRules[name];
      if (rule === "shared" || name === listWithoutIds) continue;
      const kindOfRow = kindOfList(path);
      const all = await readList(app, path, unbound.key);
      expect(all.text, path).toContain(unbound.ids[kindOfRow]);
      for (const [own, foreign] of [
        [shop, office],
        [office, shop],
      ] as const) {
        const { status, text, body } = await readList(app, path, own.key);
        if (rule === "refused") {
          expect({ status, code: body.code }, path).toEqual({ status: 403, code: "AUTH_APPLICATION_BOUND" });
          continue;
        }
        expect(status, path).toBe(200);
        for (const { ids } of [unbound, foreign]) {
          for (const id of Object.values(ids)) expect(text, path).not.toContain(id);
        }
        const ownIds: Partial<Record<Kind, string>> = own.ids;
        expect(text, path).toContain(ownIds[kindOfRow]);
        expect(all.text, path).toContain(ownIds[kindOfRow]);
        const { data }: { data: { applicationId?: string | null }[] } = JSON.parse(text);
        for (const row of data) if ("applicationId" in row) expect(row.applicationId, path).toBe(own.ids.applications);
      }
    }
  });

  onPostgres("filters and cursors of a key without an application show a key of one nothing more", async () => {
    const { app, unbound, shop, office } = await startWithApplications();
    for (const query of [
      `/v1/keys?applicationId=${office.ids.applications}`,
      `/v1/deliveries?webhookId=${office.ids.webhooks}`,
      `/v1/deliveries?eventId=${unbound.ids.events}`,
      `/v1/audit-events?subjectId=${office.ids.webhooks}`,
      `/v1/requests?keyId=${unbound.ids.keys}`,
    ]) {
      const { text } = await app.call(query, { key: shop.key });
      expect(JSON.parse(text), query).toEqual({ data: [], nextCursor: null });
    }
    const { text } = await app.call("/v1/bookings?limit=1", { key: unbound.key });
    const { nextCursor }: { nextCursor: string } = JSON.parse(text);
    const answer = await app.call(`/v1/bookings?cursor=${nextCursor}`, { key: shop.key });
    expect(answer).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
  });

  onPostgres("rows without an application, as earlier versions wrote them, are those of keys without one", async () => {
    const { app, database, unbound, shop } = await startWithApplications();
    for (const table of ["searches", "bookings", "events", "deliveries", "audit_events", "idempotent_requests"]) {
      await database.execute(`UPDATE ${table} SET application_id = NULL`);
    }
    const lists = ["bookings", "events", "deliveries", "audit-events"];
    for (const list of lists) {
      const { text } = await app.call(`/v1/${list}`, { key: shop.key });
      expect(JSON.parse(text), list).toEqual({ data: [], nextCursor: null });
    }
    for (const each of ["bookings", "events", "deliveries", "offers"] as const) {
      const path = `/v1/${each}/${shop.ids[each]}`;
      expect(await app.call(path, { key: shop.key }), path).toMatchObject({ status: 404 });
      expect(await app.call(path, { key: unbound.key }), path).toMatchObject({ status: 200 });
    }
  });
});
