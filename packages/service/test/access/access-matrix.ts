import { type KeyEnvironment, type Scope, scopes } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { applicationRules, type Rule, rules } from "../access-rules.ts";
import { announceChange, book, contact, traveler } from "../booking-requests.ts";
import { type DocumentedRoute, listRoutedNames, readDocumentedRoutes } from "../documented-routes.ts";
import { goodSearch, type RunningApp } from "../running-app.ts";
import { postWebhook } from "../webhook-receiver.ts";

/** Bodies that replace examples which would break later calls, or which the handler itself would reject with 403. */
function bodyOf(route: DocumentedRoute, environment: KeyEnvironment, ids: Record<string, string>): unknown {
  // An hour, as in the example, would expire the offer.
  if (route.name === "POST /v1/test/clock/advance") return { seconds: 1 };
  if (route.name === "POST /v1/bookings") return { offerId: ids.offers, travelers: [traveler], contact };
  if (route.name === "POST /v1/keys") return { name: "Made", environment, scopes: ["usage.read"] };
  if (route.name === "PATCH /v1/keys/{id}") return { name: "Changed" };
  if (route.name.startsWith("POST /v1/billing/subscription/"))
    return /preview|change/.test(route.name) ? { plan: "scale" } : {};
  // The example of an amount exceeds the invoice.
  if (route.path.endsWith("/credit-notes")) return { amount: { amount: "9.90", currency: "USD" }, reason: "Test" };
  if (route.name === "PATCH /v1/account") return { ipAllowlist: [] };
  if (route.name === "POST /v1/webhooks") return { url: "https://example.com/", events: ["*"] };
  if (route.name === "POST /v1/watches") return { search: goodSearch, condition: { dropPercent: 5 } };
  if (route.path.endsWith("/search")) return goodSearch;
  return route.body;
}

/**
 * Routes of operators that need rows in several states, or another setting. Tests in bookings, operator/accounts, operator/billing,
 * operator/plans, sign-up and erasure reach their handlers.
 */
const needsOtherRows =
  / \/v1\/operator\/(plans|bookings\/\{id\}|sign-up-invitations|password-resets|accounts\/\{id\}\/(erase|invoices\/|users\/))/;

/** Returns the path of a route for the rows of `createTargets`. */
function pathOf({ path, query }: DocumentedRoute, ids: Record<string, string>): string {
  const [, answer] = /\{changeId\}\/(\w+)$/.exec(path) ?? [];
  const values: Record<string, string | undefined> = {
    id: ids[answer === undefined ? (path.split("/")[2] ?? "") : `${answer}Booking`],
    changeId: ids[`${answer}Change`],
    replayId: ids.replays,
    invoiceId: path.endsWith("/void") ? ids.voidInvoice : ids.paidInvoice,
    name: path.startsWith("/v1/operator/") ? "pro" : "duffel",
  };
  return path.replaceAll(/\{(\w+)\}/g, (parameter, name: string) => values[name] ?? parameter) + query;
}

/** Statuses of requests that a key was not allowed, that exceeded a limit, or that failed in the service or its suppliers. */
const refusals = [401, 402, 403, 429, 500, 502, 503, 504];

type Outcome = "allowed" | "AUTH_SCOPE_MISSING" | "AUTH_ENVIRONMENT_MISMATCH";

function expectedOf({ opens, refuses = [] }: Rule, scope: Scope, environment: KeyEnvironment): Outcome {
  if (refuses.includes(environment)) return "AUTH_ENVIRONMENT_MISMATCH";
  return opens.includes(scope) ? "allowed" : "AUTH_SCOPE_MISSING";
}

/** Kinds of keys of the matrix, by database. */
type Sample = Readonly<Partial<Record<TestDatabaseKind, readonly KeyEnvironment[]>>>;

/** Tests that keys can call the routes of their scope only, on the databases of the sample. */
export function testAccessMatrix(sample: Sample): void {
  describe.each(testDatabaseKinds.filter((kind) => kind in sample))("on %s", (kind) => {
    async function start() {
      const { app, database } = await startApp(kind);
      // Deletions run last, because other routes need the rows.
      const rank = ({ method }: DocumentedRoute) => (method === "DELETE" ? 1 : 0);
      const routes = (await readDocumentedRoutes(app)).toSorted((a, b) => rank(a) - rank(b));
      return { app, database, routes };
    }

    /** Creates rows in the caller's partition and returns their ids, so that requests reach their handlers. */
    async function createTargets(
      { app, database }: { app: RunningApp; database: Database },
      key: string,
      environment: KeyEnvironment,
    ) {
      const made = await app.call("/v1/applications", { key, body: { name: "Own" } });
      const target = await app.makeKey({
        environment: environment === "test" ? "test" : "live",
        scopes: ["usage.read"],
      });
      const self = await app.call("/v1/keys/self", { key: target });
      const found = await app.call("/v1/search", { key, body: goodSearch });
      await app.call("/v1/suppliers/duffel", { method: "PUT", key, body: { credential: "duffel_of_the_matrix" } });
      const hook = await postWebhook(app, { url: "https://example.com/first" }, key);
      await database.execute("UPDATE webhook_endpoints SET status = 'active'");
      const onHook = (action: string, body?: object) =>
        app.call(`/v1/webhooks/${hook.id}/${action}`, { key, method: "POST", ...(body ? { body } : {}) });
      const sent: { eventId: string; deliveryId: string } = JSON.parse((await onHook("test")).text);
      const replayed = await onHook("replay", { from: new Date(app.clock.nowMs()).toISOString() });
      await database.execute("UPDATE deliveries SET status = 'dead_lettered', due_at = NULL, finished_at = created_at");
      const changed = await app.call("/v1/billing/subscription/change", { key, body: { plan: "pro" } });
      await makeCoupon(database, { environment: environment === "test" ? "test" : "live", code: "SPRING-2026" });
      const watch = { search: goodSearch, condition: { dropPercent: 5 } };
      const watched = await app.call("/v1/watches", { method: "POST", key, body: watch });
      const offerId = /"(off_[^"]+)"/.exec(found.text)?.[1] ?? "none";
      return {
        bookings: (await book(app, offerId, { key })).booking.id,
        watches: idIn(watched.text),
        webhooks: hook.id,
        deliveries: sent.deliveryId,
        events: sent.eventId,
        replays: idIn(replayed.text),
        applications: idIn(made.text),
        keys: idIn(self.text),
        offers: offerId,
        billing: /"(inv_[^"]+)"/.exec(changed.text)?.[1] ?? "none",
        requests: found.headers.get("request-id") ?? "none",
        ...(await createChanges({ app, database }, { key, offerId })),
        ...(await createCustomer({ app, database })),
      };
    }

    /** Creates bookings with a change by the airline: one to accept it, and one to cancel instead. */
    async function createChanges(
      { app, database }: { app: RunningApp; database: Database },
      { key, offerId }: { key: string; offerId: string },
    ) {
      const changing = { ...contact, email: "airline-changes@example.com" };
      const make = async () => (await book(app, offerId, { key, contact: changing })).booking.id;
      const [acceptBooking, cancelBooking] = [await make(), await make()];
      const acceptChange = (await announceChange(app, database, acceptBooking, key)).id;
      const cancelChange = (await announceChange(app, database, cancelBooking, key)).id;
      return { acceptBooking, acceptChange, cancelBooking, cancelChange };
    }

    /** Creates an account with two open invoices, for the routes of operators. */
    async function createCustomer({ app, database }: { app: RunningApp; database: Database }) {
      const accountId = await createAccount(database, "Customer", app.clock.nowMs());
      const key = await app.makeKey({ accountId, environment: "live" });
      const buy = async (plan: string): Promise<string> => {
        const { text } = await app.call("/v1/billing/subscription/change", { key, body: { plan } });
        return /"(inv_[^"]+)"/.exec(text)?.[1] ?? "none";
      };
      return { operator: accountId, paidInvoice: await buy("pro"), voidInvoice: await buy("scale") };
    }

    test("the OpenAPI document, the router and the access rules list the same routes", async () => {
      const { app, routes } = await start();
      const names = routes.map(({ name }) => name).toSorted();
      expect(
        listRoutedNames(app.app)
          .filter((name) => name.includes(" /v1/"))
          .toSorted(),
      ).toEqual(names);
      expect(Object.keys(rules).toSorted()).toEqual(names);
      for (const { name, isPublic } of routes) expect(isPublic, name).toBe(rules[name] === "public");
    });

    test.each(sample[kind] ?? [])(
      "a %s key with one scope can call the routes of that scope only",
      async (environment) => {
        const { app, database, routes } = await start();
        const ids: Record<string, string> = await createTargets(
          { app, database },
          await app.makeKey({ environment }),
          environment,
        );
        const reached = new Set<string>();
        for (const scope of scopes) {
          const key = await app.makeKey({ environment, scopes: [scope] });
          for (const route of routes) {
            const rule = rules[route.name];
            if (rule === undefined || rule === "public") continue;
            const expected = expectedOf(rule, scope, environment);
            const path = pathOf(route, ids);
            const body = bodyOf(route, environment, ids);
            const answer = await app.call(path, { method: route.method, key, body });
            const context = `${route.name} with ${scope}: ${answer.status} ${answer.text}`;
            if (expected === "allowed") {
              expect(refusals, context).not.toContain(answer.status);
              if (answer.status < 300) reached.add(route.name);
              continue;
            }
            expect(answer, context).toMatchObject({ status: 403, body: { code: expected } });
            if (expected === "AUTH_SCOPE_MISSING") {
              expect(
                rule.opens.some((each) => answer.body.detail?.includes(each)),
                context,
              ).toBe(true);
            }
          }
        }
        const open = Object.entries(rules).filter(
          ([, rule]) => rule !== "public" && !rule.refuses?.includes(environment),
        );
        const names = open.map(([name]) => name).filter((name) => !needsOtherRows.test(name));
        expect([...reached].filter((name) => !needsOtherRows.test(name)).toSorted()).toEqual(names.toSorted());
      },
    );

    test("a key of an application cannot access rows of other applications or account-wide routes", async () => {
      const { app, database, routes } = await start();
      const ids: Record<string, string> = await createTargets({ app, database }, app.key, "test");
      const application = idIn((await app.call("/v1/applications", { body: { name: "Bound" } })).text);
      const key = await app.makeKey({ applicationId: application });
      const ownKeyId = idIn((await app.call("/v1/keys/self", { key })).text);
      expect(Object.keys(applicationRules).toSorted()).toEqual(
        Object.keys(rules)
          .filter((name) => rules[name] !== "public")
          .toSorted(),
      );
      for (const route of routes) {
        const rule = applicationRules[route.name];
        if (rule === undefined) continue;
        const path = pathOf(route, ids);
        const { method, name, isList } = route;
        const answer = await app.call(path, { method, key, body: bodyOf(route, "test", ids) });
        const context = `${name}:  ${answer.text}`;
        if (rule === "refused") {
          const { refuses = [] } = ruleOf(name);
          // The kind of key is checked before its application.
          const code = refuses.includes("test") ? "AUTH_ENVIRONMENT_MISMATCH" : "AUTH_APPLICATION_BOUND";
          expect(answer, context).toMatchObject({ status: 403, body: { code } });
          continue;
        }
        expect(answer.status, context).toBe(rule === "own" && route.path.includes("{id}") ? 404 : answer.status);
        expect(answer.status === 404 || answer.status < 300, context).toBe(true);
        if (rule === "shared" || !isList) continue;
        // Each row belongs to the application: the application itself, its key and requests of that key.
        for (const id of Object.values(ids)) expect(answer.text, context).not.toContain(id);
        const { data }: { data: { applicationId?: string | null }[] } = JSON.parse(answer.text);
        for (const row of data) if ("applicationId" in row) expect(row.applicationId, context).toBe(application);
      }
      expect((await app.call("/v1/keys", { key })).text).toContain(ownKeyId);
    });

    test("requires a key on all routes except public ones", async () => {
      const { app, routes } = await start();
      for (const { name, method, path, body, isPublic } of routes) {
        const answer = await app.call(path, { method, key: null, body });
        if (isPublic) expect(answer.status, name).not.toBe(401);
        else expect(answer, name).toMatchObject({ status: 401, body: { code: "AUTH_MISSING" } });
      }
    });
  });
}

function ruleOf(name: string): Rule {
  const rule = rules[name];
  if (rule === undefined || rule === "public") throw new Error(`${name} is public`);
  return rule;
}

function idIn(text: string): string {
  const { id }: { id?: string } = JSON.parse(text);
  if (id === undefined) throw new Error(`no id in ${text}`);
  return id;
}
