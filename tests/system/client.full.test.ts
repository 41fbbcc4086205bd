import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  AuthenticationError,
  assembleSearch,
  type Booking,
  ConflictError,
  type CreateBooking,
  type FullSearchRequest,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
  Wayfare,
  type WayfareOptions,
} from "@wayfare/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeServer, listenOnLoopback } from "../loopback.ts";
import { makeCoupon, makeOperatorKey } from "../operator-commands.ts";
import { metricsToken, type RunningService, startService } from "../running-service.ts";

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** A supplier over HTTP that is listed and never called. */
const house = {
  name: "house",
  slot: 8,
  url: "http://127.0.0.1:9",
  secret: "a-secret-of-the-house",
  testMode: true,
};

let service: RunningService;
/** Folder of the file with the suppliers. */
let suppliers: string;
let receiver: Server;
let client: Wayfare;
/** True if the receiver passes challenges. */
let knowsChallenges = true;
let receiverUrl: string;

/** Operations that returned 2xx. */
const answered = new Set<string>();
const { paths }: Document = JSON.parse(
  readFileSync(new URL("../../docs/reference/openapi.json", import.meta.url), "utf8"),
);
const documented = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
);

/** Records the operation of a response: the matching path with the fewest parameters. */
const watchedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(response.url);
  const fitting = documented
    .filter(({ method, path }) => method === init?.method && fits(path, pathname))
    .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length);
  if (response.ok) answered.add(fitting[0]?.operationId ?? pathname);
  return response;
};

function fits(template: string, pathname: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
}

const connect = (options: WayfareOptions = {}) =>
  new Wayfare({ baseUrl: service.url, apiKey: service.key, fetch: watchedFetch, ...options });

const search = {
  origin: "JFK",
  destination: "LHR",
  departureDate: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
  includeAward: true,
  limit: 5,
} satisfies FullSearchRequest;

async function findOffer(): Promise<CreateBooking> {
  const { scoreOptions } = await client.search({ ...search, includeAward: false });
  const [best] = scoreOptions;
  if (best === undefined) throw new Error("the sandbox has no flight from New York to London");
  return {
    offerId: best.offerId,
    travelers: [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }],
    contact: { email: "ada@example.com", phone: "+442071234567" },
  };
}

/** Retries a check of background work in another process. */
const eventually = <T>(read: () => Promise<T>, matches: object) =>
  vi.waitFor(async () => expect(await read()).toMatchObject(matches), { timeout: 120_000, interval: 50 });

beforeAll(async () => {
  suppliers = await mkdtemp(join(tmpdir(), "wayfare-suppliers-"));
  await writeFile(join(suppliers, "suppliers.json"), JSON.stringify({ http: [house] }));
  const environment = { SUPPLIERS_FILE: join(suppliers, "suppliers.json"), SIGN_UP: "invite" };
  service = await startService(environment);
  client = connect();
  receiver = createServer((request, response) => {
    const token = new URL(request.url ?? "/", "http://receiver").searchParams.get("challenge");
    const status = token === null || knowsChallenges ? 200 : 404;
    response.writeHead(status, { "content-type": token === null ? "application/json" : "text/plain" });
    request.resume().on("end", () => response.end(token ?? "{}"));
  });
  receiverUrl = `${await listenOnLoopback(receiver)}/hooks`;
});

afterAll(async () => {
  await service.stop();
  await closeServer(receiver);
  await rm(suppliers, { recursive: true });
});

describe("the client against the running service", () => {
  it.each(["full", "compact"] as const)("assembles the response of a streamed search in the %s view", async (view) => {
    const request = { ...search, view };
    const withoutIds = (response: { id: string }) =>
      JSON.stringify(response)
        .replaceAll(response.id.replace("srch_", ""), "")
        .replaceAll(/"(?:createdAt|expiresAt|observedAt|tookMs)":[^,}]+/g, "");
    const parts = await Array.fromAsync(client.search.stream(request));
    const rawParts = await Array.fromAsync(client.flights.search.stream(request));
    expect(withoutIds(assembleSearch(parts))).toBe(withoutIds(await client.search(request)));
    expect(withoutIds(assembleSearch(rawParts))).toBe(withoutIds(await client.flights.search(request)));
  });

  it("searches, reprices, books and cancels", async () => {
    expect((await client.places.find({ q: "lond", limit: 3 })).data.map(({ code }) => code)).toContain("LON");
    const departureDates = { from: search.departureDate, to: search.departureDate };
    const { origin, destination } = search;
    const explored = await client.flights.explore({ origin, destinations: [destination], departureDates });
    expect(explored.found).toBe(1);
    const priceLevel = await client.flights.priceLevel({ origin, destination, departureDate: search.departureDate });
    expect(priceLevel).toMatchObject({ basis: "fare_model", sampleSize: expect.any(Number) });
    const calendar = await client.flights.calendar({ origin, destination, departureDates });
    expect(calendar.departureDates).toEqual([search.departureDate]);
    const { flights } = await client.flights.search(search);
    expect(flights[0]?.slices[0]?.segments[0]).toMatchObject({ origin: "JFK" });
    const booking = await findOffer();
    expect(await client.offers.get(booking.offerId)).toMatchObject({ status: "available", offer: { kind: "cash" } });
    const { id } = await client.bookings.create(booking);
    expect(await client.bookings.get(id)).toMatchObject({ id, status: "confirmed" });
    expect((await client.bookings.list({ status: "confirmed" })).data.map((each) => each.id)).toContain(id);
    expect(await client.bookings.cancel(id)).toMatchObject({ status: "cancelled", cancelledBy: "customer" });
    expect(await client.bookings.eraseTravelers(id)).toMatchObject({ id, travelers: [] });
  });

  it("accepts a change by the airline, and cancels instead of accepting another", async () => {
    const request = await findOffer();
    const contact = { ...request.contact, email: "airline-changes@example.com" };
    const { bookings, testClock } = client;
    const [first, second] = [
      await bookings.create({ ...request, contact }),
      await bookings.create({ ...request, contact }),
    ];
    await testClock.advance({ seconds: 60 });
    const pending = { changes: [{ status: "pending", actions: ["accept", "cancel"] }] };
    for (const { id } of [first, second]) await eventually(() => bookings.get(id), pending);
    const idOfChange = async (id: string) => (await bookings.get(id)).changes[0]?.id ?? "";
    const accepted = await bookings.acceptChange(first.id, await idOfChange(first.id));
    expect(accepted).toMatchObject({ status: "confirmed", changes: [{ status: "accepted" }] });
    const cancelled = await bookings.cancelChanged(second.id, await idOfChange(second.id));
    expect(cancelled).toMatchObject({ status: "cancelled", refund: { money: second.total } });
    await testClock.reset();
  });

  it("creates, reads, changes, rolls and revokes keys", async () => {
    expect((await client.keys.self()).scopes).toContain("usage.write");
    const made = await client.keys.create({ name: "Shop", environment: "test", scopes: ["usage.read", "usage.write"] });
    expect(made.secret).toMatch(/^key_test_/);
    expect((await client.keys.list({ status: "active" })).data[0]).toMatchObject({ id: made.id });
    expect(await client.keys.get(made.id)).not.toHaveProperty("secret");
    expect(await client.keys.update(made.id, { name: "Web shop" })).toMatchObject({ name: "Web shop" });
    const rolled = await client.keys.roll(made.id, { overlapSeconds: 0 });
    expect(await client.keys.revoke(made.id)).toMatchObject({ id: made.id });
    expect(await client.keys.revokeLeaked({ key: rolled.secret ?? "" })).toMatchObject({ status: "revoked" });
    const late = connect({ apiKey: rolled.secret ?? "" });
    await expect(late.keys.self()).rejects.toBeInstanceOf(AuthenticationError);
  });

  it("manages applications and the account, and reads the audit trail", async () => {
    const { id } = await client.applications.create({ name: "Shop" });
    expect(await client.applications.update(id, { description: "Sells." })).toMatchObject({ description: "Sells." });
    expect(await client.applications.get(id)).toMatchObject({ name: "Shop" });
    expect((await client.applications.list()).data).toMatchObject([{ id }]);
    expect(await client.applications.delete(id)).toMatchObject({ id });
    const account = await client.account.get();
    expect(await client.account.update({ ipAllowlist: [] })).toEqual(account);
    await expect(client.account.update({ ipAllowlist: ["203.0.113.0/24"] })).rejects.toMatchObject({
      code: "ALLOWLIST_EXCLUDES_CALLER",
    });
    expect((await client.auditEvents.list({ type: "application.deleted" })).data[0]).toMatchObject({
      subject: { id },
    });
  });

  it("registers an endpoint and reads its deliveries", async () => {
    const { id, secret } = await client.webhooks.create({ url: receiverUrl, events: ["webhook.test"] });
    await eventually(() => client.webhooks.get(id), { status: "active" });
    expect((await client.webhooks.rotate(id)).secret).not.toBe(secret);
    const { deliveryId, eventId } = await client.webhooks.test(id);
    await eventually(() => client.deliveries.get(deliveryId), { status: "delivered", attempts: [{ number: 1 }] });
    expect((await client.deliveries.list({ webhookId: id })).data).toMatchObject([{ id: deliveryId }]);
    expect(await client.events.get(eventId)).toMatchObject({ type: "webhook.test", data: { message: "It works." } });
    expect((await client.events.list({ type: "webhook.test" })).data.map((event) => event.id)).toContain(eventId);
    expect(await client.deliveries.retry(deliveryId)).toMatchObject({ id: deliveryId });
    expect((await client.deliveries.getRetrySchedule()).delaysSeconds.length).toBeGreaterThan(0);
    expect(await client.events.trigger({ type: "booking.confirmed" })).toMatchObject({ type: "booking.confirmed" });
    const replay = await client.webhooks.replay(id, { from: "2026-01-01T00:00:00Z" });
    await eventually(() => client.webhooks.getReplay(id, replay.id ?? ""), { status: "finished", replayed: 1 });
    expect(await client.webhooks.update(id, { paused: true })).toMatchObject({ status: "paused" });
    expect(await client.webhooks.update(id, { paused: false })).toMatchObject({ status: "active" });
    expect((await client.webhooks.list()).data.map((each) => each.id)).toEqual([id]);
    expect(await client.webhooks.delete(id)).toMatchObject({ id });
  });

  it("restarts the challenge", async () => {
    knowsChallenges = false;
    const { id } = await client.webhooks.create({ url: receiverUrl, events: ["*"] });
    await eventually(() => client.webhooks.get(id), { challengeFailure: expect.any(String) });
    knowsChallenges = true;
    await client.webhooks.verify(id);
    await eventually(() => client.webhooks.get(id), { status: "active" });
  });

  it("reads usage, requests, event types, health and the test clock", async () => {
    expect((await client.usage.current()).total).toBeGreaterThanOrEqual(0);
    expect((await client.usage.get({ groupBy: "key" })).nextCursor).toBeNull();
    const logged = (await client.requests.list({ route: "/v1/usage" })).data[0];
    expect(await client.requests.get(logged?.id ?? "")).toEqual(logged);
    expect((await client.eventTypes.list()).data.map(({ type }) => type)).toContain("booking.confirmed");
    expect((await client.programs.list()).data.map(({ code }) => code)).toContain("aeroplan");
    expect((await client.airlines.list({ limit: 1 })).data).toHaveLength(1);
    expect((await client.aircraft.list({ limit: 1 })).data).toHaveLength(1);
    expect((await client.currencies.list()).data.map(({ code }) => code)).toContain("EUR");
    const { offsetSeconds } = await client.testClock.get();
    expect(await client.testClock.advance({ seconds: 60 })).toMatchObject({ offsetSeconds: offsetSeconds + 60 });
    expect(await client.testClock.reset()).toMatchObject({ offsetSeconds: 0 });
    expect(await client.health.get()).toEqual({ ok: true });
    expect(await client.health.readiness()).toMatchObject({ ready: true });
    await expect(client.health.metrics()).rejects.toMatchObject({ status: 401 });
    expect(await connect({ apiKey: metricsToken }).health.metrics()).toContain("# TYPE");
  });

  it("changes the plan at the previewed price and reads the invoice", async () => {
    const { billing } = client;
    expect((await billing.plans()).data.map(({ name }) => name)).toContain("pro");
    const { token, total } = await billing.preview({ plan: "pro" });
    const { invoice } = await billing.change({ plan: "pro", token });
    expect(invoice).toMatchObject({ status: "open", total });
    const id = invoice?.id ?? "";
    expect((await billing.listInvoices({ status: "open" })).data.map((each) => each.id)).toEqual([id]);
    expect(new TextDecoder("latin1").decode(await billing.getInvoicePdf(id)).slice(0, 5)).toBe("%PDF-");
    expect(await billing.openPaymentPage(id)).toMatchObject({ provider: "manual", url: null });
    expect(await billing.markInvoicePaid(id)).toMatchObject({ id, status: "paid" });
    expect(await billing.getInvoice(id)).toMatchObject({ status: "paid" });
    expect(await billing.cancel()).toMatchObject({ cancelAtPeriodEnd: true });
    expect(await billing.resume()).toMatchObject({ cancelAtPeriodEnd: false });
    expect(await billing.subscription()).toMatchObject({ plan: "pro" });
    expect(await billing.spend()).toMatchObject({ plan: "pro" });
    const details = {
      name: "Example Travel Ltd",
      address: "1 High Street\nLondon",
      taxId: "GB980780684",
      taxIdType: "gb_vat" as const,
      country: "GB",
    };
    await billing.setDetails(details);
    expect(await billing.details()).toEqual(details);
    await makeCoupon(service, ["--code", "WELCOME", "--credit", "5.00", "--environment", "test"]);
    expect(await billing.redeemCoupon({ code: "WELCOME" })).toMatchObject({ type: "credit" });
    expect(await billing.creditBalance()).toMatchObject({ balance: { amount: "5.00", currency: "USD" } });
    expect((await billing.listCreditEntries()).data).toMatchObject([{ amount: { amount: "5.00" } }]);
  });

  it("lists, enables, checks and disconnects a supplier", async () => {
    const enabled = await client.suppliers.update("house", { enabled: true });
    expect(enabled).toMatchObject({ name: "house", enabled: true, credentialOwner: "deployment" });
    expect((await client.suppliers.list()).data.map(({ name }) => name)).toEqual(["duffel", "house"]);
    expect((await client.suppliers.check("house")).enabled).toBe(true);
    expect((await client.suppliers.disconnect("house")).enabled).toBe(false);
  });

  it("creates, changes, suspends, resumes and closes an account", async () => {
    const { customerAccounts } = connect({ apiKey: await makeOperatorKey(service) });
    const order = { name: "Example Travel", ownerEmail: "grace@example.com", keys: ["live" as const] };
    const { id, keys, invitation } = await customerAccounts.create(order);
    expect(invitation?.url).toContain("/sign-in#");
    const customer = connect({ apiKey: keys?.[0]?.secret ?? "" });
    expect(await customer.account.get()).toMatchObject({ id });
    expect((await customerAccounts.list({ search: "example travel" })).data).toMatchObject([{ id, plan: "free" }]);
    expect(await customerAccounts.update(id, { name: "Example Tours" })).toMatchObject({ name: "Example Tours" });
    expect(await customerAccounts.setPlan(id, "pro")).toMatchObject({ plan: "pro" });
    expect(await customerAccounts.suspend(id, "Unpaid invoices")).toMatchObject({ status: "suspended" });
    await eventually(
      () => customer.account.get().catch((error: unknown) => error as object),
      expect.objectContaining({ code: "ACCOUNT_SUSPENDED" }),
    );
    expect(await customerAccounts.resume(id)).toMatchObject({ status: "active" });
    expect(await customerAccounts.close(id)).toMatchObject({ status: "closing" });
    expect(await customerAccounts.get(id)).toMatchObject({ name: "Example Tours", status: "closing" });
  });

  it("exports, bills, credits and erases an account", async () => {
    const { customerAccounts } = connect({ apiKey: await makeOperatorKey(service) });
    const name = "Example Cruises";
    const { id } = await customerAccounts.create({ name, ownerEmail: "joan@example.com", plan: "pro" });
    expect(await customerAccounts.billing(id)).toMatchObject({ plan: { name: "pro" } });
    const [invoice] = (await customerAccounts.listInvoices(id)).data;
    const invoiceId = invoice?.id ?? "";
    const pdf = await customerAccounts.getInvoicePdf(id, invoiceId);
    expect(new TextDecoder("latin1").decode(pdf).slice(0, 5)).toBe("%PDF-");
    expect(await customerAccounts.payInvoice(id, invoiceId)).toMatchObject({ status: "paid" });
    const note = { amount: { amount: "1.00", currency: "USD" }, reason: "Outage" };
    expect(await customerAccounts.creditInvoice(id, invoiceId, note)).toMatchObject({ id: invoiceId });
    await customerAccounts.setPlan(id, "scale");
    const open = (await customerAccounts.listInvoices(id, { status: "open" })).data[0]?.id ?? "";
    expect(await customerAccounts.voidInvoice(id, open)).toMatchObject({ status: "void" });
    expect(new TextDecoder().decode(await customerAccounts.export(id))).toContain('"type":"end"');
    expect(await customerAccounts.erase(id, { confirmName: name })).toMatchObject({ status: "running" });
    expect(await customerAccounts.getErasure(id)).toMatchObject({ accountId: id });
    const unknown = "usr_01kahz2j7p3v8c5m9n4q6r7s8t";
    await expect(customerAccounts.eraseUser(id, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("creates, previews, lists and hides a plan", async () => {
    const { operatorPlans } = connect({ apiKey: await makeOperatorKey(service) });
    const [limit] = [{ requestsPerSecond: 50, requestsBurst: 200, searchesPerSecond: 20, searchesBurst: 40 }];
    const plan = {
      name: "team-2027",
      title: "Team",
      price: { amount: "99.00", currency: "USD" },
      searchesIncluded: 5000,
      quotaBehavior: "hard_stop" as const,
      keyLimits: { ...limit, searchesAtOnce: 20 },
    };
    expect(await operatorPlans.create(plan)).toMatchObject({ name: "team-2027" });
    expect(await operatorPlans.preview({ ...plan, title: "Teams" })).toBeDefined();
    expect((await operatorPlans.list()).data.map(({ name }) => name)).toContain("team-2027");
    expect(await operatorPlans.update("team-2027", { visibility: "hidden" })).toMatchObject({ visibility: "hidden" });
    expect(await operatorPlans.get("team-2027")).toMatchObject({ visibility: "hidden" });
  });

  it("invites customers and resets a password", async () => {
    const { customerAccounts, signUpInvitations } = connect({ apiKey: await makeOperatorKey(service) });
    const { id, url } = await signUpInvitations.create("mary@example.com");
    expect(url).toContain("/sign-up#");
    expect((await signUpInvitations.list()).data.map((each) => each.id)).toEqual([id]);
    expect(await signUpInvitations.delete(id)).toMatchObject({ id });
    await expect(customerAccounts.resetPassword("nobody@example.com")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("reads audit logs, queues, suppliers and health of the deployment", async () => {
    const { deployment } = connect({ apiKey: await makeOperatorKey(service) });
    expect((await deployment.listAuditEvents({ limit: 1 })).data).toHaveLength(1);
    expect((await deployment.queues()).queues.map(({ name }) => name)).toContain("usage_records");
    expect(await deployment.listSuppliers()).toMatchObject({ nextCursor: null });
    expect(await deployment.health()).toMatchObject({ process: { ready: true } });
    expect(await deployment.listBookings()).toMatchObject({ data: [] });
  });

  it("creates, pauses and deletes a watch", async () => {
    const { watches } = client;
    const { id } = await watches.create({ search, condition: { minSeats: 2 } });
    expect(await watches.update(id, { paused: true })).toMatchObject({ id, status: "paused" });
    expect((await watches.list()).data.map((each) => each.id)).toEqual([id]);
    expect(await watches.get(id)).toMatchObject({ id });
    expect(await watches.delete(id)).toMatchObject({ id });
  });

  it("has called every operation of the OpenAPI document", () => {
    // Needs an order at a live supplier; packages/service/test/bookings covers it.
    answered.add("settleBooking");
    // Need a user who has signed in; packages/service/test/erasure and operator/accounts cover them.
    answered.add("eraseCustomerUser");
    answered.add("createPasswordReset");
    expect(documented.map(({ operationId }) => operationId).filter((name) => !answered.has(name))).toEqual([]);
  });

  it("pages through all rows without losing or repeating one", async () => {
    const made: string[] = [];
    for (let row = 0; row < 7; row += 1) made.unshift((await client.applications.create({ name: `Shop ${row}` })).id);
    const seen = await Array.fromAsync(client.applications.list({ limit: 3 }), ({ id }) => id);
    expect(seen).toEqual(made);
  });
});

describe("errors of the client", () => {
  it("retries after a lost response and books once", async () => {
    const booking = await findOffer();
    const known = new Set(await Array.fromAsync(client.bookings.list(), ({ id }) => id));
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      await response.arrayBuffer();
      lost += 1;
      if (lost === 1) throw new TypeError("the connection broke before the response arrived");
      return fetch(input, init);
    };
    const made = await connect({ fetch: losing }).bookings.create(booking);
    const bookings: Booking[] = await Array.fromAsync(client.bookings.list());
    expect(bookings.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([made.id]);
  });

  it("applies an Idempotency-Key once, hides the secret in the replay, and rejects a different request", async () => {
    const key = { name: "Once", environment: "test" as const, scopes: ["usage.read" as const] };
    const first = await client.keys.create(key, { idempotencyKey: "client-test" });
    const second = await client.keys.create(key, { idempotencyKey: "client-test" });
    expect(second).toMatchObject({ id: first.id, secretOmitted: true });
    expect(second).not.toHaveProperty("secret");
    const other = client.keys.create({ ...key, name: "Twice" }, { idempotencyKey: "client-test" });
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("reports the wait time of a rate-limited request", async () => {
    const hasty = connect({ maxRetries: 0 });
    const tries = Array.from({ length: 12 }, () => hasty.keys.revokeLeaked({ key: "key_test_found" }));
    const refusals = (await Promise.allSettled(tries)).flatMap((result) =>
      result.status === "rejected" && result.reason instanceof RateLimitError ? [result.reason] : [],
    );
    expect(refusals.length).toBeGreaterThan(0);
    for (const { retryAfterSeconds } of refusals) expect(retryAfterSeconds).toBeGreaterThan(0);
  });

  it("reports the code and request id of every class of errors", async () => {
    const { secret } = await client.keys.create({ name: "Narrow", environment: "test", scopes: ["flights.search"] });
    const narrow = connect({ apiKey: secret ?? "" });
    const unknown = connect({ apiKey: `${service.key.slice(0, -1)}_` });
    const requestId = expect.stringMatching(/^req_/);
    const refusals = [
      [() => client.search({ ...search, destination: "JFK" }), ValidationError, "SEARCH_UNPROCESSABLE"],
      [() => client.search({ ...search, limit: 0 }), ValidationError, "REQUEST_INVALID"],
      [() => client.bookings.list({ cursor: "nonsense" }), ValidationError, "CURSOR_INVALID"],
      [() => unknown.account.get(), AuthenticationError, "AUTH_INVALID"],
      [() => narrow.keys.list(), PermissionError, "AUTH_SCOPE_MISSING"],
      [() => client.offers.get("off_0"), NotFoundError, "NOT_FOUND"],
      [() => client.keys.get("../account"), NotFoundError, "NOT_FOUND"],
    ] as const;
    for (const [call, family, code] of refusals) {
      const error = await call().then(
        () => "answered",
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(family);
      expect(error).toMatchObject({ code, requestId });
    }
    const [booking] = (await client.bookings.list({ status: "cancelled" })).data;
    await expect(client.bookings.cancel(booking?.id ?? "")).rejects.toBeInstanceOf(ConflictError);
  });

  it("points to the invalid member of a request", async () => {
    const twelve = { ...search, travelers: 12 as unknown as { adults: number } };
    await expect(client.search(twelve)).rejects.toMatchObject({ errors: [{ pointer: "/travelers", code: "TYPE" }] });
  });
});

describe("the guide", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const example = join(root, "examples/client/trip.ts");

  it("contains the current example", () => {
    const guide = readFileSync(join(root, "docs/guides/client.md"), "utf8");
    expect(guide).toContain(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``);
  });

  it("has an example that searches, books and lists", async () => {
    const env = { ...process.env, WAYFARE_URL: service.url, WAYFARE_KEY: service.key };
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    const booked = /^Booked (\w{6}) for \d+\.\d{2} USD$/m.exec(stdout)?.[1];
    expect(stdout).toMatch(/^1\. \d+\.\d{2} USD, score [\d.]+: \S/);
    expect(stdout).toMatch(new RegExp(`^${booked}, created 20`, "m"));
  });
});
