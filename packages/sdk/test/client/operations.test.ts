import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../../src/client/operations.ts";
import { type RequestOptions, Wayfare } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

interface Parameter {
  in: string;
  name: string;
}

interface Documented {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}

const document: {
  paths: Record<string, Record<string, Documented>>;
  components: { parameters: Record<string, Parameter> };
} = JSON.parse(readFileSync(new URL("../../../../docs/reference/openapi.json", import.meta.url), "utf8"));
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const id = "id_1";
const plan = {
  name: "pro",
  title: "Pro",
  price: { amount: "59.00", currency: "USD" },
  searchesIncluded: 60_000,
  quotaBehavior: "hard_stop",
  keyLimits: {
    requestsPerSecond: 100,
    requestsBurst: 400,
    searchesPerSecond: 40,
    searchesBurst: 80,
    searchesAtOnce: 40,
  },
} as const;
const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
const booking = { offerId: "off_1", travelers: [], contact: { email: "ada@example.com", phone: "+442071234567" } };
const range = { from: "2026-11-01", to: "2026-11-02" };

/** One call of every method, by the expected operation. */
const calls: Record<string, (client: Wayfare, options: RequestOptions) => PromiseLike<unknown>> = {
  getMetrics: ({ health }, options) => health.metrics(options),
  getHealth: ({ health }, options) => health.get(options),
  getReadiness: ({ health }, options) => health.readiness(options),
  searchFlights: ({ flights }, options) => flights.search(search, options),
  getPriceLevel: ({ flights }, options) =>
    flights.priceLevel(
      {
        origin: "JFK",
        destination: "LHR",
        departureDate: "2027-01-20",
        cabin: "economy",
        currency: "USD",
        amount: "9",
      },
      options,
    ),
  exploreDestinations: ({ flights }, options) => flights.explore({ origin: "JFK", departureDates: range }, options),
  getCalendar: ({ flights }, options) =>
    flights.calendar({ origin: "JFK", destination: "LHR", departureDates: range }, options),
  searchAndScore: (client, options) => client.search(search, options),
  getOffer: ({ offers }, options) => offers.get(id, options),
  listBookings: ({ bookings }, options) =>
    bookings.list(
      { status: "confirmed", reference: "K3QX7P", clientReference: "order-1", ...range, limit: 2, cursor: "c" },
      options,
    ),
  createBooking: ({ bookings }, options) => bookings.create(booking, options),
  getBooking: ({ bookings }, options) => bookings.get(id, options),
  acceptChange: ({ bookings }, options) => bookings.acceptChange(id, id, options),
  cancelChangedBooking: ({ bookings }, options) => bookings.cancelChanged(id, id, options),
  eraseTravelers: ({ bookings }, options) => bookings.eraseTravelers(id, options),
  cancelBooking: ({ bookings }, options) => bookings.cancel(id, { ...options, dryRun: true }),
  listKeys: ({ keys }, options) =>
    keys.list({ status: "active", applicationId: "app_1", idle: true, search: "shop", limit: 2, cursor: "c" }, options),
  createKey: ({ keys }, options) => keys.create({ name: "Shop", environment: "test", scopes: ["usage.read"] }, options),
  getOwnKey: ({ keys }, options) => keys.self(options),
  getKey: ({ keys }, options) => keys.get(id, options),
  changeKey: ({ keys }, options) => keys.update(id, { name: "Shop" }, { force: true, ...options }),
  rollKey: ({ keys }, options) => keys.roll(id, { overlapSeconds: 0 }, options),
  revokeKey: ({ keys }, options) => keys.revoke(id, options),
  revokeLeakedKey: ({ keys }, options) => keys.revokeLeaked({ key: "key_test_1" }, options),
  listApplications: ({ applications }, options) =>
    applications.list({ search: "shop", limit: 2, cursor: "c" }, options),
  createApplication: ({ applications }, options) => applications.create({ name: "Shop" }, options),
  getApplication: ({ applications }, options) => applications.get(id, options),
  changeApplication: ({ applications }, options) => applications.update(id, { name: "Shop" }, options),
  deleteApplication: ({ applications }, options) => applications.delete(id, options),
  getAccount: ({ account }, options) => account.get(options),
  changeAccount: ({ account }, options) => account.update({ ipAllowlist: [] }, { force: true, ...options }),
  listAuditEvents: ({ auditEvents }, options) =>
    auditEvents.list(
      { type: "key.created", subjectId: "ak_1", actorId: "ak_2", ...range, limit: 2, cursor: "c" },
      options,
    ),
  createCustomerAccount: ({ customerAccounts }, options) =>
    customerAccounts.create({ name: "Example Travel", ownerEmail: "grace@example.com" }, options),
  listCustomerAccounts: ({ customerAccounts }, options) =>
    customerAccounts.list({ search: "travel", status: "active", plan: "pro", limit: 2, cursor: "c" }, options),
  getCustomerAccount: ({ customerAccounts }, options) => customerAccounts.get(id, options),
  changeCustomerAccount: ({ customerAccounts }, options) => customerAccounts.update(id, { name: "Shop" }, options),
  suspendCustomerAccount: ({ customerAccounts }, options) => customerAccounts.suspend(id, "Unpaid invoices", options),
  resumeCustomerAccount: ({ customerAccounts }, options) => customerAccounts.resume(id, options),
  closeCustomerAccount: ({ customerAccounts }, options) => customerAccounts.close(id, { graceDays: 30 }, options),
  exportCustomerAccount: ({ customerAccounts }, options) => customerAccounts.export(id, options),
  eraseCustomerAccount: ({ customerAccounts }, options) => customerAccounts.erase(id, { dryRun: true }, options),
  getCustomerAccountErasure: ({ customerAccounts }, options) => customerAccounts.getErasure(id, options),
  eraseCustomerUser: ({ customerAccounts }, options) => customerAccounts.eraseUser(id, id, options),
  createPasswordReset: ({ customerAccounts }, options) => customerAccounts.resetPassword("grace@example.com", options),
  createSignUpInvitation: ({ signUpInvitations }, options) => signUpInvitations.create("grace@example.com", options),
  listSignUpInvitations: ({ signUpInvitations }, options) => signUpInvitations.list({ limit: 2, cursor: "c" }, options),
  deleteSignUpInvitation: ({ signUpInvitations }, options) => signUpInvitations.delete(id, options),
  setCustomerAccountPlan: ({ customerAccounts }, options) => customerAccounts.setPlan(id, "pro", options),
  getCustomerBilling: ({ customerAccounts }, options) => customerAccounts.billing(id, options),
  listCustomerInvoices: ({ customerAccounts }, options) =>
    customerAccounts.listInvoices(id, { status: "open", limit: 2, cursor: "c" }, options),
  getCustomerInvoicePdf: ({ customerAccounts }, options) => customerAccounts.getInvoicePdf(id, id, options),
  payCustomerInvoice: ({ customerAccounts }, options) => customerAccounts.payInvoice(id, id, options),
  voidCustomerInvoice: ({ customerAccounts }, options) => customerAccounts.voidInvoice(id, id, options),
  creditCustomerInvoice: ({ customerAccounts }, options) =>
    customerAccounts.creditInvoice(
      id,
      id,
      { amount: { amount: "9.90", currency: "USD" }, reason: "Charged twice" },
      options,
    ),
  createPlan: ({ operatorPlans }, options) => operatorPlans.create(plan, options),
  previewPlan: ({ operatorPlans }, options) => operatorPlans.preview(plan, options),
  listOperatorPlans: ({ operatorPlans }, options) => operatorPlans.list({ limit: 2, cursor: "c" }, options),
  getOperatorPlan: ({ operatorPlans }, options) => operatorPlans.get(id, options),
  changePlan: ({ operatorPlans }, options) => operatorPlans.update(id, { visibility: "hidden" }, options),
  listOperatorAuditEvents: ({ deployment }, options) =>
    deployment.listAuditEvents(
      { accountId: "acct_1", type: "key.created", actorId: "ak_2", ...range, limit: 2, cursor: "c" },
      options,
    ),
  getQueues: ({ deployment }, options) => deployment.queues(options),
  listOperatorBookings: ({ deployment }, options) =>
    deployment.listBookings({ type: "unsettled", open: true, limit: 2, cursor: "c" }, options),
  settleBooking: ({ deployment }, options) => deployment.settleBooking(id, { outcome: "failed" }, options),
  listOperatorSuppliers: ({ deployment }, options) => deployment.listSuppliers(options),
  getDeploymentHealth: ({ deployment }, options) => deployment.health(options),
  listUsage: ({ usage }, options) =>
    usage.get(
      { from: "2026-11-01", to: "2026-11-02", granularity: "day", groupBy: "key", limit: 2, cursor: "c" },
      options,
    ),
  getCurrentUsage: ({ usage }, options) => usage.current(options),
  listRequests: ({ requests }, options) =>
    requests.list(
      { keyId: "ak_1", callerType: "key", status: "4xx", route: "/v1/keys", ...range, limit: 2, cursor: "c" },
      options,
    ),
  getRequest: ({ requests }, options) => requests.get(id, options),
  listPlans: ({ billing }, options) => billing.plans(options),
  getSubscription: ({ billing }, options) => billing.subscription(options),
  previewSubscription: ({ billing }, options) => billing.preview({ plan: "pro" }, options),
  changeSubscription: ({ billing }, options) => billing.change({ plan: "pro", token: "t" }, options),
  cancelSubscription: ({ billing }, options) => billing.cancel(options),
  resumeSubscription: ({ billing }, options) => billing.resume(options),
  getBillingDetails: ({ billing }, options) => billing.details(options),
  setBillingDetails: ({ billing }, options) =>
    billing.setDetails({ name: "Example Travel Ltd", address: "1 High Street", taxId: "" }, options),
  getSpend: ({ billing }, options) => billing.spend(options),
  listInvoices: ({ billing }, options) =>
    billing.listInvoices({ status: "open", ...range, limit: 2, cursor: "c" }, options),
  getInvoice: ({ billing }, options) => billing.getInvoice(id, options),
  getInvoicePdf: ({ billing }, options) => billing.getInvoicePdf(id, options),
  openPaymentPage: ({ billing }, options) => billing.openPaymentPage(id, options),
  markInvoicePaid: ({ billing }, options) => billing.markInvoicePaid(id, options),
  getCreditBalance: ({ billing }, options) => billing.creditBalance(options),
  listCreditEntries: ({ billing }, options) => billing.listCreditEntries({ ...range, limit: 2, cursor: "c" }, options),
  redeemCoupon: ({ billing }, options) => billing.redeemCoupon({ code: "SPRING" }, options),
  listWebhooks: ({ webhooks }, options) => webhooks.list({ search: "shop", limit: 2, cursor: "c" }, options),
  createWebhook: ({ webhooks }, options) => webhooks.create({ url: "https://example.com", events: ["*"] }, options),
  getWebhook: ({ webhooks }, options) => webhooks.get(id, options),
  changeWebhook: ({ webhooks }, options) => webhooks.update(id, { paused: true }, options),
  deleteWebhook: ({ webhooks }, options) => webhooks.delete(id, options),
  verifyWebhook: ({ webhooks }, options) => webhooks.verify(id, options),
  rotateWebhookSecret: ({ webhooks }, options) => webhooks.rotate(id, {}, options),
  testWebhook: ({ webhooks }, options) => webhooks.test(id, options),
  replayWebhook: ({ webhooks }, options) => webhooks.replay(id, { from: "2026-11-21T00:00:00Z" }, options),
  getWebhookReplay: ({ webhooks }, options) => webhooks.getReplay(id, "rpl_1", options),
  listDeliveries: ({ deliveries }, options) =>
    deliveries.list(
      {
        status: "delivered",
        webhookId: "whk_1",
        type: "webhook.test",
        eventId: "evt_1",
        subject: "bkg_1",
        ...range,
        limit: 2,
        cursor: "c",
      },
      options,
    ),
  getDelivery: ({ deliveries }, options) => deliveries.get(id, options),
  createWatch: ({ watches }, options) =>
    watches.create(
      {
        search: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
        condition: { maxPrice: { amount: "450.00", currency: "USD" } },
      },
      options,
    ),
  listWatches: ({ watches }, options) =>
    watches.list({ status: "active", from: "2026-11-01", to: "2026-12-01", limit: 5, cursor: "next" }, options),
  getWatch: ({ watches }, options) => watches.get(id, options),
  changeWatch: ({ watches }, options) => watches.update(id, { paused: true }, options),
  deleteWatch: ({ watches }, options) => watches.delete(id, options),
  listSuppliers: ({ suppliers }, options) => suppliers.list(options),
  changeSupplier: ({ suppliers }, options) => suppliers.update(id, { enabled: true }, options),
  checkSupplier: ({ suppliers }, options) => suppliers.check(id, options),
  disconnectSupplier: ({ suppliers }, options) => suppliers.disconnect(id, options),
  retryDelivery: ({ deliveries }, options) => deliveries.retry(id, options),
  listEvents: ({ events }, options) =>
    events.list(
      {
        type: "key.revoked",
        subject: "ak_1",
        ...range,
        order: "newest",
        after: "a",
        waitSeconds: 0,
        limit: 2,
        cursor: "c",
      },
      options,
    ),
  getEvent: ({ events }, options) => events.get(id, options),
  triggerEvent: ({ events }, options) => events.trigger({ type: "booking.confirmed" }, options),
  getRetrySchedule: ({ deliveries }, options) => deliveries.getRetrySchedule(options),
  listEventTypes: ({ eventTypes }, options) => eventTypes.list(options),
  getTestClock: ({ testClock }, options) => testClock.get(options),
  advanceTestClock: ({ testClock }, options) => testClock.advance({ seconds: 60 }, options),
  resetTestClock: ({ testClock }, options) => testClock.reset(options),
  listPrograms: ({ programs }, options) => programs.list({ limit: 2, cursor: "c" }, options),
  listAirlines: ({ airlines }, options) => airlines.list({ limit: 2, cursor: "c" }, options),
  listAircraft: ({ aircraft }, options) => aircraft.list({ limit: 2, cursor: "c" }, options),
  listCurrencies: ({ currencies }, options) => currencies.list({ limit: 2, cursor: "c" }, options),
  listPlaces: ({ places }, options) => places.find({ q: "lond", limit: 2 }, options),
};

/** Lists every method of the client, such as `keys.create`. A search method is a property, because it has a method `stream`. */
function listMethods(client: Wayfare): string[] {
  const methodsOf = (value: object) => [
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== "constructor"),
    ...Object.entries(value).flatMap(([name, member]) =>
      typeof member === "function" && "stream" in member ? [name] : [],
    ),
  ];
  const resources = Object.entries(client).flatMap(([name, resource]) =>
    typeof resource === "function" ? [] : methodsOf(resource).map((method) => `${name}.${method}`),
  );
  return [...methodsOf(client), ...resources];
}

/** Methods that repeat an operation of another method. */
const repeating = ["events.follow", "events.poll"];

test("has exactly one method per operation of the OpenAPI document", () => {
  expect(Object.keys(calls).toSorted()).toEqual(documented.map(({ operation }) => operation.operationId).toSorted());
  const { fetch } = fakeFetch(() => Response.json({}));
  const methods = listMethods(new Wayfare({ baseUrl: "http://service", fetch }));
  expect(methods.filter((name) => !repeating.includes(name))).toHaveLength(documented.length);
  expect(methods).toEqual(expect.arrayContaining(repeating));
});

test("documents every method in the guide", () => {
  const guide = readFileSync(new URL("../../../../docs/guides/client.md", import.meta.url), "utf8");
  const rows = guide.matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|$/gm);
  const named = [...rows].flatMap(([, resource, methods]) =>
    [...(methods ?? "").matchAll(/\w+/g)].map(([method]) => `${resource}.${method}`),
  );
  const { fetch } = fakeFetch(() => Response.json({}));
  const methods = listMethods(new Wayfare({ baseUrl: "http://service", fetch }));
  expect([...named, "search", "flights.search"].toSorted()).toEqual(methods.toSorted());
});

test("has an entry for every operation", () => {
  expect(Object.keys(operations).toSorted()).toEqual(Object.keys(calls).toSorted());
});

test.each(documented.map((each) => [each.operation.operationId, each] as const))(
  "%s is called with its method, path, query, body and Idempotency-Key",
  async (operationId, { method, path, operation }) => {
    const { fetch, sent } = fakeFetch(() => Response.json({}));
    const client = new Wayfare({ baseUrl: "http://service", apiKey: "key_test_1", fetch });
    await calls[operationId]?.(client, {});
    expect(sent).toHaveLength(1);
    const [request] = sent;
    const url = new URL(request?.url ?? "");
    expect(request?.method).toBe(method);
    expect(url.pathname).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, "(id_1|rpl_1)")}$`));
    const namesIn = (location: string) =>
      (operation.parameters ?? [])
        .map((each) => ("$ref" in each ? document.components.parameters[each.$ref.split("/").at(-1) ?? ""] : each))
        .flatMap((each) => (each?.in === location ? [each.name.toLowerCase()] : []));
    expect([...url.searchParams.keys()].map((name) => name.toLowerCase()).toSorted()).toEqual(
      namesIn("query").toSorted(),
    );
    expect(request?.headers.has("idempotency-key")).toBe(namesIn("header").includes("idempotency-key"));
    expect(request?.headers.get("authorization")).toBe("Bearer key_test_1");
    const takesBody = operation.requestBody?.content["application/json"]?.schema.$ref !== undefined;
    expect(request?.body !== undefined).toBe(takesBody);
    expect(request?.headers.has("content-type")).toBe(takesBody);
  },
);

test.each(Object.entries(calls))("%s rejects when its signal is aborted", async (_, call) => {
  const { fetch, sent } = fakeFetch(() => "silence");
  const client = new Wayfare({ baseUrl: "http://service", fetch });
  const controller = new AbortController();
  const ended = expect(call(client, { signal: controller.signal })).rejects.toBe("cancelled");
  controller.abort("cancelled");
  await ended;
  expect(sent.length).toBeLessThanOrEqual(1);
});
