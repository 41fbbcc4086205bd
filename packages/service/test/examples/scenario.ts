import { setTimeout } from "node:timers/promises";
import { runBillingCommand } from "@wayfare/billing";
import type {
  Application,
  Booking,
  Delivery,
  WebhookEvent as Event,
  LoggedRequest,
  NewCustomerAccount,
  NewKey,
  Replay,
  ReplayStarted,
  ScoredSearchResponse,
  SubscriptionChange,
  SubscriptionPreview,
  Watch,
  Webhook,
  WebhookTest,
} from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { defaultBilling } from "../../src/billing/settings.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { runSandboxSteps } from "../../src/bookings/sandbox-steps.ts";
import { insertUser } from "../../src/identity/users/store.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { metricsToken, type RunningApp, testSecrets } from "../running-app.ts";
import type { ExampleReceiver } from "./example-receiver.ts";
import type { CallStep, Recorder } from "./recording.ts";

export interface ScenarioDeps {
  app: RunningApp;
  database: Database;
  receiver: ExampleReceiver;
  recorder: Recorder;
}

interface Page<Row> {
  data: Row[];
}

const traveler = { type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" };
const contact = { email: "ada@example.com", phone: "+442079460123" };
const search = {
  origin: "JFK",
  destination: "LHR",
  departureDate: "2027-01-20",
  returnDate: "2027-01-27",
  airlines: ["AA", "BA"],
  travelers: { adults: 1 },
  includeAward: true,
  limit: 2,
};
const minuteMs = 60_000;

/** Calls every documented operation once, in the order of a typical integration, and triggers most errors. */
export async function runScenario(parts: ScenarioDeps): Promise<void> {
  await manageKeys(parts);
  const webhook = await registerWebhook(parts);
  await sell(parts);
  await watch(parts);
  await readDeliveries(parts, webhook);
  await bill(parts);
  await readUsage(parts);
  await connectSupplier(parts);
  await operate(parts);
  await callRemainingOperations(parts);
  await failAuthentication(parts);
  await failRequests(parts);
  await moveTestClock(parts);
  await resetTestClock(parts);
  await removeAll(parts, webhook);
}

async function manageKeys({ recorder: { call } }: ScenarioDeps): Promise<void> {
  const application = await call<Application>("createApplication", {
    summary: "An application for the web shop",
    body: { name: "Web shop", description: "Searches of the web shop" },
  });
  const params = { id: application.id };
  await call("getApplication", { params });
  await call("changeApplication", { params, body: { description: "Searches and bookings of the web shop" } });
  const key = await call<NewKey>("createKey", {
    summary: "A key of an application that searches and books",
    body: {
      name: "Checkout",
      environment: "test",
      scopes: ["flights.search", "flights.book"],
      applicationId: application.id,
      expiresAt: "2027-06-30T00:00:00Z",
    },
  });
  await call("getKey", { params: { id: key.id } });
  await call("changeKey", { params: { id: key.id }, body: { name: "Checkout, Frankfurt" } });
  await call("rollKey", { params: { id: key.id }, body: { overlapSeconds: 86_400 } });
  const leaked = await call<NewKey>("createKey", {
    body: { name: "Leaked", environment: "test", scopes: ["usage.read"] },
  });
  await call("revokeLeakedKey", { key: null, body: { key: leaked.secret } });
  const retired = await call<NewKey>("createKey", {
    body: { name: "Retired", environment: "test", scopes: ["usage.read"] },
  });
  await call("revokeKey", { params: { id: retired.id } });
  await call("changeAccount", { body: { ipAllowlist: [] }, summary: "Allow calls from everywhere" });
}

async function registerWebhook({ app, receiver, recorder: { call } }: ScenarioDeps): Promise<string> {
  const webhook = await call<Webhook>("createWebhook", {
    summary: "An endpoint for bookings",
    body: {
      url: `${receiver.origin}/webhooks`,
      events: ["booking.*"],
      description: "Bookings of the web shop",
    },
  });
  await poll(async () => (await read<Webhook>(app, `/v1/webhooks/${webhook.id}`)).status === "active");
  await call("getWebhook", { params: { id: webhook.id } });
  await call("changeWebhook", { params: { id: webhook.id }, body: { maxPerSecond: 50 } });
  await call("listWebhooks");
  return webhook.id;
}

async function watch({ app, recorder: { call } }: ScenarioDeps): Promise<void> {
  const created = await call<Watch>("createWatch", {
    summary: "Awards of a round trip for at most 60,000 miles",
    body: { search, condition: { maxMiles: 60_000 }, metadata: { customerId: "2041" } },
  });
  const params = { id: created.id };
  await poll(async () => (await read<Watch>(app, `/v1/watches/${created.id}`)).lastRun !== null);
  await call("getWatch", { params });
  await call("listWatches", { query: { limit: "1" } });
  await call("changeWatch", { params, body: { paused: true } });
  await call("deleteWatch", { params });
}

async function sell({ app, database, recorder: { call } }: ScenarioDeps): Promise<void> {
  const headers = { "idempotency-key": "order-2041" };
  await call("searchFlights", { summary: "A round trip in money and in miles", body: search });
  const answer = await call<ScoredSearchResponse>("searchAndScore", { summary: "A round trip, ranked", body: search });
  await call("searchAndScore", {
    summary: "A round trip in the compact view",
    variant: "compact",
    body: { ...search, view: "compact" },
  });
  await call("getCalendar", {
    summary: "Three departure dates and two stays, in money and in miles",
    body: {
      origin: "JFK",
      destination: "LHR",
      departureDates: { from: "2027-01-20", to: "2027-01-22" },
      stayNights: { min: 6, max: 7 },
      includeAward: true,
      programs: ["britishairways"],
    },
  });
  await call("exploreDestinations", {
    summary: "Weekends in Portugal, in money and in miles",
    body: {
      origin: "JFK",
      countries: ["PT"],
      departureDates: { from: "2027-01-20", to: "2027-01-31" },
      departureWeekdays: ["friday"],
      stayNights: { min: 2, max: 3 },
      includeAward: true,
      limit: 2,
    },
  });
  await call("getPriceLevel", {
    summary: "Current price of a departure date",
    query: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
  });
  const streamed = { headers: { accept: "text/event-stream" }, body: search };
  await call("searchFlights", { summary: "Result of a supplier", ...streamed });
  await call("searchAndScore", { summary: "Result of a supplier", ...streamed });
  const [offer] = answer.flights[0]?.cash ?? [];
  const offerId = offer?.id ?? "no offer";
  await call("getOffer", { summary: "An offer that is still available", params: { id: offerId } });
  const booking = await call<Booking>("createBooking", {
    summary: "One adult",
    headers,
    body: { offerId, travelers: [traveler], contact },
  });
  const params = { id: booking.id };
  await deliverBookingEvents(app);
  await call("getBooking", { params });
  await call("listBookings");
  const bookFor = (email: string) => ({ offerId, travelers: [traveler], contact: { ...contact, email } });
  await call("createBooking", { summary: "One adult, pending", body: bookFor("pending@example.com") });
  const changing: string[] = [];
  for (const _ of ["accepted", "cancelled"]) {
    const { text } = await app.call("/v1/bookings", { body: bookFor("airline-changes@example.com") });
    const { id }: Booking = JSON.parse(text);
    changing.push(id);
  }
  app.clock.advance(minuteMs);
  await runSandboxSteps({ database, box: makeSecretBox(testSecrets, personalDataPurpose) }, app.clock);
  for (const [at, operationId] of ["acceptChange", "cancelChangedBooking"].entries()) {
    const { id, changes } = await read<Booking>(app, `/v1/bookings/${changing[at]}`);
    await call(operationId, { params: { id, changeId: changes[0]?.id ?? "none" }, alsoStatus: 202 });
  }
  // As if the offer were one of a supplier that does not answer.
  await database.execute("UPDATE bookings SET source = 'duffel', supplier_reference = 'RZPNX8' WHERE id = $1", [
    booking.id,
  ]);
  await database.execute(
    `INSERT INTO booking_orders (booking_id, account_id, environment, supplier, offer_reference, state, order_id, quote_id, quote_refund_minor,
       accepted_at)
     SELECT id, account_id, environment, 'duffel', 'off_1', 'ordered', 'ord_1', 'ore_1', 0, created_at FROM bookings WHERE id = $1`,
    [booking.id],
  );
  await call("cancelBooking", { params });
  await database.execute(
    `INSERT INTO order_reports (booking_id, account_id, environment, supplier, order_id, kind, created_at)
     SELECT id, account_id, environment, 'duffel', 'ord_2', 'second_order', created_at FROM bookings WHERE id = $1`,
    [booking.id],
  );
  const operator = await app.makeKey({ environment: "service", name: "Back office", scopes: ["accounts.write"] });
  await call("listOperatorBookings", { key: operator });
  await call("settleBooking", { key: operator, params, body: { outcome: "failed" } });
  await database.execute("DELETE FROM order_reports WHERE booking_id = $1", [booking.id]);
  await database.execute("DELETE FROM booking_orders WHERE booking_id = $1", [booking.id]);
  await database.execute("UPDATE bookings SET source = 'sandbox', supplier_reference = NULL WHERE id = $1", [
    booking.id,
  ]);
  await call("cancelBooking", { params });
  await deliverBookingEvents(app);
}

async function readDeliveries({ app, receiver, recorder: { call } }: ScenarioDeps, webhookId: string): Promise<void> {
  const params = { id: webhookId };
  receiver.answerDeliveriesWith(500);
  const test = await call<WebhookTest>("testWebhook", { params });
  const delivery = { id: test.deliveryId };
  await poll(async () => (await read<Delivery>(app, `/v1/deliveries/${delivery.id}`)).status === "awaiting_retry");
  receiver.answerDeliveriesWith(200);
  await call("retryDelivery", { params: delivery });
  await poll(async () => (await read<Delivery>(app, `/v1/deliveries/${delivery.id}`)).status === "delivered");
  await call("getDelivery", { summary: "A delivery that a retry delivered", params: delivery });
  await call("listDeliveries");
  await call("getRetrySchedule");
  const events = await call<Page<{ id: string }>>("listEvents");
  await call("getEvent", { params: { id: events.data[0]?.id ?? "no event" } });
  const replay = await call<ReplayStarted>("replayWebhook", {
    summary: "Replay every event since an instant",
    params,
    body: { from: "2026-11-21T07:34:35.000Z" },
  });
  const replayParams = { ...params, replayId: replay.id ?? "no replay" };
  const readReplay = () => read<Replay>(app, `/v1/webhooks/${webhookId}/replays/${replay.id}`);
  await poll(async () => (await readReplay()).status === "finished");
  const others = 1 + (await readReplay()).replayed;
  await deliverBookingEvents(app, others);
  await call("getWebhookReplay", { params: replayParams });
  await call("rotateWebhookSecret", { params });
  await call("triggerEvent", { body: { type: "booking.confirmed" } });
  await deliverBookingEvents(app, others);
}

async function bill({ app, database, recorder: { call } }: ScenarioDeps): Promise<void> {
  const live = { key: await app.makeKey({ environment: "live", name: "Back office" }) };
  const options = { database, options: defaultBilling, nowMs: app.clock.nowMs() };
  await runBillingCommand(options, { do: "create_coupon", code: "SPRING-2026", credit: "20.00" });
  await call("listPlans", live);
  await call("redeemCoupon", { ...live, summary: "A coupon for credit", body: { code: "SPRING-2026" } });
  await call("getCreditBalance", live);
  const preview = await call<SubscriptionPreview>("previewSubscription", { ...live, body: { plan: "pro" } });
  const changed = await call<SubscriptionChange>("changeSubscription", {
    ...live,
    summary: "Change to the previewed plan",
    body: { plan: "pro", token: preview.token },
  });
  const params = { id: changed.invoice?.id ?? "no invoice" };
  await call("openPaymentPage", { ...live, params });
  await call("getInvoice", { ...live, params });
  await call("getInvoicePdf", { ...live, params });
  const tested = await call<SubscriptionChange>("changeSubscription", { body: { plan: "pro" } });
  await call("markInvoicePaid", { summary: "A test invoice", params: { id: tested.invoice?.id ?? "no invoice" } });
  await call("listInvoices", live);
  await call("listCreditEntries", live);
  await call("getSubscription", live);
  await call("searchAndScore", { ...live, body: search });
  await call("getSpend", live);
  const details = {
    name: "Example Travel Ltd",
    address: "1 High Street\nLondon EC1A 1AA",
    taxId: "VAT GB123456789",
    country: "GB",
  };
  await call("setBillingDetails", { ...live, body: details });
  await call("getBillingDetails", live);
  await call("cancelSubscription", live);
  await call("resumeSubscription", live);
}

async function readUsage({ recorder: { call } }: ScenarioDeps): Promise<void> {
  const requests = await call<Page<LoggedRequest>>("listRequests", { query: { limit: "2" } });
  await call("getRequest", { params: { id: requests.data[0]?.id ?? "no request" } });
  await call("listUsage", { query: { from: "2026-11-21", to: "2026-11-22", granularity: "day" } });
}

/** Operations without required parameters, which includes lists that are added later. */
async function connectSupplier({ recorder: { call, fail } }: ScenarioDeps): Promise<void> {
  const params = { name: "duffel" };
  await fail("SUPPLIER_CREDENTIAL_REFUSED", "changeSupplier", { params, body: { credential: "a-wrong-token" } });
  const body = { credential: "duffel_test_2hUzV4a1b2c3", budget: { callsPerDay: 5000 } };
  await call("changeSupplier", { params, summary: "Connect a supplier with a daily budget", body });
  await call("checkSupplier", { params });
  await call("listSuppliers");
  await call("disconnectSupplier", { params });
}

async function callRemainingOperations({ recorder: { call, operations, recorded } }: ScenarioDeps): Promise<void> {
  const values: Readonly<Record<string, string>> = { q: "london" };
  for (const { operationId, method, parameters } of operations.values()) {
    if (method !== "get" || recorded().operations[operationId] !== undefined) continue;
    if (operationId === "getTestClock" || parameters.some((parameter) => parameter.in === "path")) continue;
    const query = Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === "query" && (parameter.required === true || parameter.name === "limit"))
        .map(({ name }) => [name, name === "limit" ? "2" : (values[name] ?? "")]),
    );
    const isForOperators = operationId === "getMetrics";
    await call(operationId, { query, ...(isForOperators ? { key: metricsToken } : {}) });
  }
}

const usd = (amount: string) => ({ amount, currency: "USD" });

const keyLimits = {
  requestsPerSecond: 100,
  requestsBurst: 400,
  searchesPerSecond: 40,
  searchesBurst: 80,
  searchesAtOnce: 40,
};

/** Creates a plan and a customer's account, suspends, resumes and closes it. */
/** Invitations of customers to sign up, and a password reset of a user of another account. */
async function inviteCustomers(
  {
    app,
    database,
    recorder: { call },
  }: Pick<ScenarioDeps, "app" | "database"> & {
    recorder: Pick<ScenarioDeps["recorder"], "call">;
  },
  key: string,
): Promise<void> {
  const { id } = await call<{ id: string }>("createSignUpInvitation", { key, body: { email: "grace@example.com" } });
  await call("listSignUpInvitations", { key });
  await call("deleteSignUpInvitation", { key, params: { id } });
  const accountId = await createAccount(database, "Example Cruises", app.clock.nowMs());
  await insertUser(database, { accountId, role: "owner", email: "joan@example.com" }, app.clock.nowMs());
  await call("createPasswordReset", { key, body: { email: "joan@example.com" } });
}

async function operate({ app, database, recorder: { call, fail } }: ScenarioDeps): Promise<void> {
  const key = await app.makeKey({ environment: "service", name: "Back office", scopes: ["accounts.write"] });
  await call("createPlan", {
    key,
    summary: "A plan for one customer, with graduated prices",
    body: {
      name: "travel-2027",
      title: "Travel 2027",
      price: usd("120.00"),
      searchesIncluded: 100_000,
      quotaBehavior: "overage",
      overageTiers: [
        { upTo: 50_000, unitPrice: usd("0.0035") },
        { upTo: null, unitPrice: usd("0.0025") },
      ],
      keyLimits,
      features: ["Support by email"],
    },
  });
  const next = {
    name: "pro",
    title: "Pro",
    price: usd("59.00"),
    searchesIncluded: 60_000,
    quotaBehavior: "overage",
    overageTiers: [{ upTo: null, unitPrice: usd("0.0035") }],
    trialDays: 14,
    keyLimits,
  };
  await call("previewPlan", { key, summary: "A new price of Pro", body: next });
  await call("listOperatorPlans", { key });
  await call("getOperatorPlan", { key, params: { name: "pro" } });
  await call("changePlan", { key, params: { name: "travel-2027" }, body: { visibility: "public" } });
  await inviteCustomers({ app, database, recorder: { call } }, key);
  const account = await call<NewCustomerAccount>("createCustomerAccount", {
    key,
    summary: "An account with a paid plan and a live key",
    body: { name: "Example Travel", ownerEmail: "grace@example.com", plan: "pro", keys: ["live"] },
  });
  const params = { id: account.id };
  await call("listOperatorAuditEvents", { key, query: { accountId: account.id, type: "account.created" } });
  await call("getQueues", { key });
  await call("listOperatorSuppliers", { key });
  await call("getDeploymentHealth", { key });
  await call("listCustomerAccounts", { key });
  await call("getCustomerAccount", { key, params });
  await call("changeCustomerAccount", { key, params, body: { name: "Example Travel Ltd." } });
  await call("setCustomerAccountPlan", { key, params, body: { plan: "scale" } });
  await call("getCustomerBilling", { key, params });
  const { data } = await call<Page<{ id: string }>>("listCustomerInvoices", { key, params });
  const [newest = params, oldest = params] = data.map(({ id: invoiceId }) => ({ ...params, invoiceId }));
  await call("getCustomerInvoicePdf", { key, params: oldest });
  await call("payCustomerInvoice", { key, params: oldest });
  const note = { amount: usd("9.90"), reason: "Charged twice" };
  await call("creditCustomerInvoice", { key, params: oldest, body: note });
  await call("voidCustomerInvoice", { key, params: newest });
  await call("suspendCustomerAccount", { key, params, body: { reason: "Unpaid invoices" } });
  await fail("ACCOUNT_SUSPENDED", "listKeys", { key: account.keys?.[0]?.secret ?? "no secret" });
  await call("resumeCustomerAccount", { key, params });
  await call("closeCustomerAccount", { key, params, body: { graceDays: 30 } });
  await call("exportCustomerAccount", { key, params });
  await call("eraseCustomerAccount", {
    key,
    params,
    summary: "Count the rows that an erasure would change",
    body: { dryRun: true },
  });
  const body = { confirmName: "Example Travel Ltd." };
  await call("eraseCustomerAccount", { key, params, summary: "Close and erase an account", body });
  await call("getCustomerAccountErasure", { key, params });
  const leave = () =>
    insertUser(database, { accountId: app.accountId, role: "viewer", email: null }, app.clock.nowMs());
  const [first, second] = [await leave(), await leave()];
  // Events of one millisecond have no order: the example of the audit log has the newest two, which are of two requests.
  await app.call(`/v1/operator/accounts/${app.accountId}/users/${first.id}/erase`, { key, method: "POST" });
  await call("eraseCustomerUser", { key, params: { id: app.accountId, userId: second.id } });
}

async function failAuthentication({ app, recorder: { call, fail } }: ScenarioDeps): Promise<void> {
  const makeKey = async (body: object) => {
    const key = { name: "Short", environment: "test", scopes: ["usage.read"], ...body };
    const { id, secret = "no secret" } = await call<NewKey>("createKey", { body: key });
    return { id, secret };
  };
  await fail("AUTH_MISSING", "listKeys", { key: null });
  await fail("AUTH_INVALID", "listKeys", { key: "key_test_unknown" });
  const expiring = await makeKey({ expiresAt: new Date(app.clock.nowMs() + minuteMs).toISOString() });
  const revoked = await makeKey({});
  await call("revokeKey", { params: { id: revoked.id } });
  const elsewhere = await makeKey({ ipAllowlist: ["198.51.100.0/24"] });
  await fail("AUTH_IP_BLOCKED", "listKeys", { key: elsewhere.secret });
  app.clock.advance(2 * minuteMs);
  await fail("AUTH_KEY_EXPIRED", "listKeys", { key: expiring.secret });
  await fail("AUTH_KEY_REVOKED", "listKeys", { key: revoked.secret });
  const searching = await makeKey({ scopes: ["flights.search"] });
  await fail("AUTH_SCOPE_MISSING", "listKeys", { key: searching.secret });
  const live = await app.makeKey({ environment: "live" });
  await fail("AUTH_ENVIRONMENT_MISMATCH", "advanceTestClock", { key: live, body: { seconds: 60 } });
  const application = await call<Application>("createApplication", { body: { name: "Mobile app" } });
  const bound = await makeKey({ scopes: ["usage.write"], applicationId: application.id });
  await fail("AUTH_APPLICATION_BOUND", "getAccount", { key: bound.secret });
  const bounded = await makeKey({ scopes: ["usage.write"], expiresAt: "2027-01-01T00:00:00Z" });
  await fail("AUTH_BOUNDS_EXCEEDED", "createKey", {
    key: bounded.secret,
    body: { name: "Longer", environment: "test", scopes: ["usage.read"], expiresAt: "2027-06-30T00:00:00Z" },
  });
}

async function failRequests({ app, recorder: { call, fail } }: ScenarioDeps): Promise<void> {
  await fail("REQUEST_INVALID", "searchAndScore", { body: { ...search, travelers: 2, cabins: "economy" } });
  await fail("JSON_INVALID", "searchAndScore", { body: '{"origin":"JFK",' });
  await fail("CURSOR_INVALID", "listKeys", { query: { cursor: "page-2" } });
  await fail("PAYLOAD_TOO_LARGE", "createApplication", { body: { name: "x".repeat(300_000) } });
  await fail("UNSUPPORTED_MEDIA_TYPE", "searchAndScore", {
    headers: { "content-type": "text/plain" },
    body: "JFK to LHR",
  });
  await fail("SEARCH_UNPROCESSABLE", "searchAndScore", {
    body: { ...search, destination: "EWR", departureDate: "2026-11-20" },
  });
  await fail("WEBHOOK_URL_REFUSED", "createWebhook", { body: { url: "https://10.0.0.1/hooks", events: ["*"] } });
  await fail("COUPON_INVALID", "redeemCoupon", { body: { code: "UNKNOWN" } });
  await fail("ALLOWLIST_EXCLUDES_CALLER", "changeAccount", { body: { ipAllowlist: ["198.51.100.0/24"] } });

  const answer = await call<ScoredSearchResponse>("searchAndScore", { body: { ...search, includeAward: false } });
  const offerId = answer.flights[0]?.cash[0]?.id ?? "no offer";
  const book = (changes: object, step: CallStep = {}) => ({
    ...step,
    body: { offerId, travelers: [traveler], contact, ...changes },
  });
  await fail("NOT_FOUND", "createBooking", book({ offerId: "off_01kahz2j7p3v8c5m9n4q6r7s8t_0" }));
  await fail("TRAVELERS_MISMATCH", "createBooking", book({ travelers: [traveler, traveler] }));
  await fail("SOLD_OUT", "createBooking", book({ contact: { ...contact, email: "sold-out@example.com" } }));
  await fail("OFFER_CHANGED", "createBooking", book({ contact: { ...contact, email: "price-changed@example.com" } }));
  const headers = { "idempotency-key": "order-2042" };
  const booking = await call<Booking>("createBooking", book({}, { headers }));
  await fail(
    "IDEMPOTENCY_KEY_REUSED",
    "createBooking",
    book({ contact: { ...contact, email: "charles@example.com" } }, { headers }),
  );
  await call("cancelBooking", { params: { id: booking.id } });
  await call("eraseTravelers", { params: { id: booking.id } });
  await fail("STATE_INVALID", "cancelBooking", { params: { id: booking.id } });
  app.clock.advance(16 * minuteMs);
  await fail("OFFER_EXPIRED", "createBooking", book({}));

  const preview = await call<SubscriptionPreview>("previewSubscription", { body: { plan: "scale" } });
  app.clock.advance(16 * minuteMs);
  await fail("CONFLICT", "changeSubscription", { body: { plan: "scale", token: preview.token } });
}

async function moveTestClock({ recorder: { call } }: ScenarioDeps): Promise<void> {
  await call("advanceTestClock", { summary: "Move the test clock a day forward", body: { seconds: 86_400 } });
  await call("getTestClock");
}

async function resetTestClock({ recorder: { call } }: ScenarioDeps): Promise<void> {
  await call("resetTestClock", { summary: "Set the test clock back to real time" });
}

async function removeAll({ app, receiver, recorder: { call } }: ScenarioDeps, webhookId: string): Promise<void> {
  const params = { id: webhookId };
  receiver.answerChallengesWith(404);
  await call("changeWebhook", { params, body: { url: `${receiver.origin}/moved` } });
  await poll(async () => (await read<Webhook>(app, `/v1/webhooks/${webhookId}`)).challengeFailure !== null);
  receiver.answerChallengesWith(200);
  await call("verifyWebhook", { params });
  await poll(async () => (await read<Webhook>(app, `/v1/webhooks/${webhookId}`)).pendingUrl === null);
  const open = ["pending", "delivering", "awaiting_retry"];
  await poll(async () => {
    const pages = open.map((status) =>
      read<Page<Delivery>>(app, `/v1/deliveries?webhookId=${params.id}&status=${status}`),
    );
    return (await Promise.all(pages)).every(({ data }) => data.length === 0);
  });
  await call("deleteWebhook", { params });
  const application = await call<Application>("createApplication", { body: { name: "Old" } });
  await call("deleteApplication", { params: { id: application.id } });
}

async function read<Answer>(app: RunningApp, path: string): Promise<Answer> {
  return JSON.parse((await app.call(path)).text);
}

/** Waits until each event of a booking is delivered, and this number of other deliveries: of tests and replays. */
async function deliverBookingEvents(app: RunningApp, others = 0): Promise<void> {
  await poll(async () => {
    const events = (await read<Page<Event>>(app, "/v1/events?limit=200")).data;
    const delivered = (await read<Page<Delivery>>(app, "/v1/deliveries?status=delivered&limit=200")).data;
    return delivered.length === events.filter(({ type }) => type.startsWith("booking.")).length + others;
  });
}

/** Waits for background work. */
async function poll(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await check()) return;
    await setTimeout(10);
  }
  throw new Error(`never became true: ${check.toString()}`);
}
