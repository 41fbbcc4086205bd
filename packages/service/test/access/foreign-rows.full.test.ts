import { keyEnvironments, newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { book } from "../booking-requests.ts";
import { type DocumentedRoute, readDocumentedRoutes } from "../documented-routes.ts";
import { goodSearch, type KeyOptions, type RunningApp, startMs } from "../running-app.ts";
import { postWebhook } from "../webhook-receiver.ts";

/** What one account has in one partition. */
interface Holding {
  key: string;
  ids: Record<Kind, string>;
}

const kinds = [
  ...(["keys", "applications", "offers", "webhooks", "deliveries", "events", "bookings", "requests"] as const),
  "billing/invoices",
] as const;
type Kind = (typeof kinds)[number];

const unknownIds: Record<Kind, string> = {
  keys: newId("ak", startMs),
  applications: newId("app", startMs),
  offers: `${newId("srch", startMs).replace("srch_", "off_")}_0`,
  webhooks: newId("whk", startMs),
  deliveries: newId("dlv", startMs),
  events: newId("evt", startMs),
  bookings: newId("bkg", startMs),
  requests: newId("req", startMs),
  "billing/invoices": newId("inv", startMs),
};

const misshapenIds = ["x", "%00", "..%2fself", "%F0%9F%9B%AB", "ak_", "A".repeat(300), "key_test_x", "0", "null"];

async function makeHolding(
  { app, database }: { app: RunningApp; database: Database },
  options: KeyOptions,
): Promise<Holding> {
  const key = await app.makeKey(options);
  const self = await app.call("/v1/keys/self", { key });
  const made = await app.call("/v1/applications", { key, body: { name: `Of ${options.environment}` } });
  const found = await app.call("/v1/search", { key, body: goodSearch });
  const offer = /"(off_[^"]+)"/.exec(found.text)?.[1] ?? "none";
  const { id: webhooks } = await postWebhook(app, { url: "https://example.com/" }, key);
  await database.execute("UPDATE webhook_endpoints SET status = 'active'");
  const sent = await app.call(`/v1/webhooks/${webhooks}/test`, { key, method: "POST" });
  const { eventId: events, deliveryId: deliveries }: { eventId: string; deliveryId: string } = JSON.parse(sent.text);
  const own = { keys: idIn(self.text), applications: idIn(made.text), offers: offer };
  const { booking } = await book(app, offer, { key });
  const requests = found.headers.get("request-id") ?? "none";
  const invoice = await makeInvoice({ app, database }, key);
  return {
    key,
    ids: { ...own, webhooks, deliveries, events, bookings: booking.id, requests, "billing/invoices": invoice },
  };
}

/** An invoice of the key's partition, and a change of its credit. */
async function makeInvoice({ app, database }: { app: RunningApp; database: Database }, key: string): Promise<string> {
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

/** Every row of every table that a route could change; when a key was last used changes by itself. */
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
  if (kind === undefined) throw new Error(`say here whose ids ${path} takes`);
  return kind;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** The whole matrix runs on PostgreSQL; ids and lists on the embedded database too. */
  const onPostgres = test.runIf(kind === "postgresql");

  /** Two accounts, each with rows in both partitions; the first account calls from `test`. */
  async function start() {
    const { app, database } = await startApp(kind);
    const otherId = await createAccount(database, "Other", startMs);
    return {
      app,
      database,
      routes: await readDocumentedRoutes(app),
      own: await makeHolding({ app, database }, { environment: "test" }),
      ownLive: await makeHolding({ app, database }, { environment: "live" }),
      ownService: await makeHolding({ app, database }, { environment: "service" }),
      otherTest: await makeHolding({ app, database }, { environment: "test", accountId: otherId }),
      otherLive: await makeHolding({ app, database }, { environment: "live", accountId: otherId }),
    };
  }

  test("an id of another account, another partition, nobody's or no shape is the same 404, and nothing changes", {
    timeout: 120_000,
  }, async () => {
    const { app, database, routes, own, ownLive, ownService, otherTest, otherLive } = await start();
    const withId = routes.filter(({ path }) => path.includes("{id}"));
    expect(withId.length).toBeGreaterThanOrEqual(8);
    const callers = [
      [own, [ownLive, ownService, otherTest, otherLive]],
      [ownLive, [own, otherTest, otherLive]],
    ] as const;
    // Both callers run on PostgreSQL, and one on the embedded database too.
    for (const [caller, foreign] of callers.slice(0, kind === "postgresql" ? 2 : 1)) {
      const before = await readEverything(database);
      // Live callers of mark-paid are refused before their ids are looked at.
      const isReached = ({ name }: DocumentedRoute) => caller !== ownLive || !name.endsWith("/mark-paid");
      for (const route of withId.filter(isReached)) {
        const kindOfId = kindOf(route);
        const ids = [...foreign.map((each) => each.ids[kindOfId]), unknownIds[kindOfId], ...misshapenIds];
        const bodies = new Set<string>();
        for (const id of ids) {
          const path = route.path.replace("{id}", id);
          const answer = await app.call(path, { method: route.method, key: caller.key, body: route.body });
          expect(answer, `${route.method} ${path}`).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
          bodies.add(JSON.stringify({ ...answer.body, requestId: "" }));
        }
        expect([...bodies], route.name).toHaveLength(1);
      }
      expect(await readEverything(database)).toEqual(before);
    }
  });

  onPostgres("the ids that were refused to others are good for their owners", async () => {
    const { app, own, ownLive, ownService, otherTest, otherLive } = await start();
    for (const { key, ids } of [own, ownLive, ownService, otherTest, otherLive]) {
      for (const each of kinds) {
        expect(await app.call(`/v1/${each}/${ids[each]}`, { key }), ids[each]).toMatchObject({ status: 200 });
      }
    }
    expect(await app.call(`/v1/keys/${ownService.ids.keys}`, { key: ownLive.key })).toMatchObject({ status: 200 });
  });

  test("no list shows a row of another account or partition", async () => {
    const { app, routes, own, ownLive, ownService, otherTest, otherLive } = await start();
    const lists = routes.filter(({ isList, path }) => isList && path !== "/v1/places").map(({ path }) => path);
    expect(lists).toEqual(expect.arrayContaining(["/v1/keys", "/v1/applications", "/v1/audit-events"]));
    const partitions = [[own], [ownLive, ownService], [otherTest], [otherLive]];
    for (const partition of partitions) {
      const foreign = partitions.filter((each) => each !== partition).flat();
      for (const path of lists) {
        for (const { key } of partition) {
          const group = path === "/v1/usage" ? "&groupBy=key" : "";
          const { status, text } = await app.call(`${path}?limit=200${group}`, { key });
          expect(status).toBe(200);
          for (const { ids } of foreign) for (const id of Object.values(ids)) expect(text, path).not.toContain(id);
          const credits = path.endsWith("/entries") ? "billing/invoices" : undefined;
          const seen =
            credits ?? kinds.find((each) => path === `/v1/${each}`) ?? (group === "" ? "applications" : "keys");
          for (const { ids } of partition) expect(text, path).toContain(ids[seen]);
        }
      }
    }
  });

  onPostgres("a filter or a cursor of somebody else's opens no list", async () => {
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
});
