import { hash } from "node:crypto";
import { newId } from "@wayfare/contract";
import { createUpcomingPartitions, type Database, json, type Parameter, runUnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { ssoPurpose } from "../../src/identity/sso/sso-deps.ts";
import { mailPurpose, makeRecipientHash } from "../../src/mail/mailer.ts";
import { requestLog } from "../../src/requests/partitions.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { startMs, testSecrets } from "../running-app.ts";

const at = new Date(startMs);
const later = new Date(startMs + 86_400_000);

/** Boxes of all sealed columns. */
export const boxes: readonly SecretBox[] = [
  makeSecretBox(testSecrets),
  makeSecretBox(testSecrets, personalDataPurpose),
  makeSecretBox(testSecrets, "authenticator secrets"),
  makeSecretBox(testSecrets, "supplier credentials"),
  makeSecretBox(testSecrets, ssoPurpose),
  makeSecretBox(testSecrets, mailPurpose),
];

/** An account with a row in every table, whose texts contain markers. */
export interface PlantedAccount {
  id: string;
  name: string;
  userId: string;
  bookingId: string;
  /** Returns the marker of a kind of text. */
  text: (kind: string) => string;
  email: string;
  address: string;
}

type Row = Readonly<Record<string, Parameter>>;

async function insert(db: Pick<Database, "execute">, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const values = names.map((_name, index) => `$${index + 1}`);
  await db.execute(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`, Object.values(row));
}

/**
 * Inserts a row of an account into every table.
 *
 * @param tag distinguishes the markers of two accounts: `planted-TAG-…`, `198.51.100.NUMBER` and `+44207946NUMBER`.
 */
export async function plantAccount(
  database: Database,
  { tag, number }: { tag: string; number: number },
): Promise<PlantedAccount> {
  await createUpcomingPartitions(database, requestLog, startMs);
  const text = (kind: string) => `planted-${tag}-${kind}`;
  const account: PlantedAccount = {
    id: newId("acct", startMs),
    name: text("account"),
    userId: newId("usr", startMs),
    bookingId: newId("bkg", startMs),
    text,
    email: `${text("email")}@example.com`,
    address: `198.51.100.${number}`,
  };
  await plantPeople(database, account);
  await plantGuest(database, account);
  await plantAccess(database, account);
  await plantWebhooks(database, account);
  await plantBookings(database, account, number);
  await plantUsage(database, account);
  await runUnitOfWork(database, startMs, ({ tx }) => plantBilling(tx, account));
  return account;
}

/** Inserts a member whose first account is another one, mails and a watch. */
async function plantGuest(db: Database, { id, userId, text, email }: PlantedAccount): Promise<void> {
  const [home, guest] = [newId("acct", startMs), newId("usr", startMs)];
  await insert(db, "accounts", { id: home, name: "Home of a guest", created_at: at });
  await insert(db, "users", { account_id: home, id: guest, role: "owner", name: "Guest", email: null, created_at: at });
  await insert(db, "memberships", { account_id: id, user_id: guest, role: "viewer", created_at: at });
  const box = boxes.at(-1);
  await insert(db, "mails", {
    id: newId("mail", startMs),
    account_id: id,
    kind: "invitation",
    recipient_hash: hashOf(text("recipient")),
    sealed_message: box?.seal(text("mail")) ?? null,
    due_at: at,
    expires_at: later,
    created_at: at,
  });
  // To the owner, about no account.
  await insert(db, "mails", {
    id: newId("mail", startMs),
    account_id: null,
    kind: "password_reset",
    recipient_hash: makeRecipientHash(testSecrets)(email),
    sealed_message: box?.seal(text("reset")) ?? null,
    due_at: at,
    expires_at: later,
    created_at: at,
  });
  await insert(db, "watches", {
    id: newId("wat", startMs),
    account_id: id,
    environment: "live",
    created_by: userId,
    status: "paused",
    search: json({ origin: "JFK" }),
    search_key: text("search-key"),
    condition: json({ minSeats: 2 }),
    interval_minutes: 60,
    metadata: json({ note: text("watch") }),
    created_at: at,
    expires_at: later,
    state: json({}),
    matches: json([]),
  });
}

async function plantPeople(db: Database, { id, name, userId, text, email, address }: PlantedAccount): Promise<void> {
  const owner = { account_id: id };
  const [, , people] = boxes;
  await insert(db, "accounts", {
    id,
    name,
    created_at: at,
    ip_allowlist: [`${address}/32`],
    suspension_reason: text("suspension"),
    suspended_at: at,
  });
  await insert(db, "users", {
    ...owner,
    id: userId,
    role: "owner",
    name: text("user"),
    email,
    password_hash: text("password"),
    created_at: at,
    totp_secret: people?.seal(text("totp")) ?? null,
    totp_pending: people?.seal(text("pending")) ?? null,
    totp_step: 1,
  });
  const session = { ...owner, id: newId("ses", startMs), user_id: userId, device: text("device"), address };
  await insert(db, "sessions", {
    ...session,
    token_hash: hashOf(text("session")),
    created_at: at,
    last_used_at: at,
    stepped_up_at: at,
  });
  await insert(db, "passkeys", {
    ...owner,
    id: newId("pky", startMs),
    user_id: userId,
    name: text("passkey"),
    counter: 0,
    transports: [text("transport")],
    credential_id: Buffer.from(text("credential")),
    public_key: Buffer.from(text("public-key")),
    created_at: at,
  });
  await insert(db, "sso_connections", {
    ...owner,
    issuer: `https://${text("issuer")}.example`,
    client_id: text("client"),
    sealed_secret: boxes.at(-2)?.seal(text("client-secret")) ?? null,
    groups_claim: text("claim"),
    group_roles: json({ [text("group")]: "viewer" }),
    creates_users: true,
    sso_only: false,
    created_at: at,
    updated_at: at,
  });
  await insert(db, "sso_domains", {
    ...owner,
    domain: `${text("domain")}.example`,
    challenge: text("txt"),
    created_at: at,
  });
  const identity = { ...owner, issuer: text("issuer"), subject: text("subject"), user_id: userId };
  await insert(db, "sso_identities", { ...identity, created_at: at, last_used_at: at });
  await insert(db, "recovery_codes", { user_id: userId, code_hash: hashOf(text("code")) });
  await insert(db, "sign_in_links", {
    ...owner,
    token_hash: hashOf(text("link")),
    created_at: at,
    expires_at: later,
    user_id: userId,
  });
  const reset = { token_hash: hashOf(text("reset")), user_id: userId, created_at: at, expires_at: later };
  await insert(db, "password_resets", reset);
  await insert(db, "sign_ups", {
    id: newId("sgn", startMs),
    token_hash: hashOf(text("sign-up")),
    email,
    name: text("sign-up"),
    account_name: text("sign-up"),
    password_hash: text("sign-up"),
    created_at: at,
    expires_at: later,
  });
  await insert(db, "oauth_codes", {
    ...owner,
    code_hash: hashOf(text("oauth-code")),
    user_id: userId,
    key_environment: "test",
    scopes: ["flights.search"],
    key_days: 30,
    client_hash: hashOf(text("oauth-client")),
    redirect_uri: `https://${text("redirect")}.example/`,
    code_challenge: "x",
    created_at: at,
    expires_at: later,
  });
  const invitation = {
    ...owner,
    id: newId("ivt", startMs),
    email: `${text("invited")}@example.com`,
    role: "viewer",
    invited_by: userId,
  };
  await insert(db, "invitations", {
    ...invitation,
    token_hash: hashOf(text("invitation")),
    created_at: at,
    expires_at: later,
  });
  const acting = {
    id: newId("ses", startMs),
    token_hash: hashOf(text("acting")),
    account_id: id,
    user_id: userId,
    customer_id: id,
  };
  await insert(db, "acting_sessions", { ...acting, role: "viewer", created_at: at });
}

async function plantAccess(db: Database, { id, userId, text, email, address }: PlantedAccount): Promise<void> {
  const scope = { account_id: id, environment: "live" };
  const application = { ...scope, id: newId("app", startMs), created_at: at };
  await insert(db, "applications", {
    ...application,
    name: text("application"),
    description: text("about"),
    metadata: json({ note: text("note") }),
  });
  const key = {
    ...scope,
    id: newId("ak", startMs),
    scopes: ["usage.read"],
    secret_id: "t",
    application_id: application.id,
    created_at: at,
  };
  await insert(db, "api_keys", {
    ...key,
    name: text("key"),
    hash: digestOf(text("raw")),
    hint: text("hint"),
    ip_allowlist: [`${address}/32`],
    last_used_address: address,
    metadata: json({ note: text("note") }),
  });
  await insert(db, "api_keys", {
    ...key,
    id: newId("ak", startMs),
    name: text("key"),
    hash: digestOf(text("rolled")),
    hint: "",
    rolled_to: key.id,
  });
  const actor = { actor_kind: "user", actor_id: userId, actor_address: address };
  const audit = {
    account_id: id,
    ...actor,
    subject_kind: "user",
    subject_id: userId,
    details: json({ email, name: text("user") }),
    at,
  };
  await insert(db, "audit_events", { ...audit, id: newId("aud", startMs), action: "user.profile_changed" });
  const made = {
    ...scope,
    route: "POST /v1/keys",
    idempotency_key: text("idempotency"),
    fingerprint: hashOf(text("body")),
    status: 201,
  };
  await insert(db, "idempotent_requests", { ...made, answer: json({ id: key.id, name: text("key") }), created_at: at });
  const request = {
    ...scope,
    id: newId("req", startMs),
    at,
    key_id: userId,
    method: "GET",
    route: "/v1/keys",
    status: 200,
  };
  await insert(db, "requests", { ...request, duration_ms: 1, address });
  const supplier = { ...scope, supplier: "duffel", enabled: true, hint: text("hint"), created_at: at, updated_at: at };
  const [webhooks, , , suppliers] = boxes;
  await insert(db, "supplier_accounts", {
    ...supplier,
    sealed_secret: suppliers?.seal(text("credential")) ?? null,
    sealed_webhook_secret: webhooks?.seal(text("supplier-webhook")) ?? null,
  });
  const results = {
    ...scope,
    supplier: "duffel",
    day: "2026-11-21",
    searches: 1,
    answered: 0,
    with_offers: 0,
    took_ms: 1,
  };
  await insert(db, "supplier_results", { ...results, last_failure_at: at, last_failure: text("failure") });
}

async function plantWebhooks(db: Database, { id, bookingId, text, address }: PlantedAccount): Promise<void> {
  const scope = { account_id: id, environment: "live" };
  const [box] = boxes;
  const endpoint = { ...scope, id: newId("whk", startMs), events: ["*"], status: "active", created_at: at };
  await insert(db, "webhook_endpoints", {
    ...endpoint,
    url: `https://${text("host")}.example.com/`,
    pending_url: `https://${text("pending")}.example.com/`,
    description: text("endpoint"),
    secret: box?.seal(text("secret")) ?? null,
    metadata: json({ note: text("note") }),
    challenge_failure: text("challenge"),
    disabled_reason: text("disabled"),
    header_names: [text("header")],
    sealed_options: box?.seal(text("options")) ?? null,
    filter: json({ note: text("filter") }),
    filter_path: text("path"),
  });
  const event = { ...scope, id: newId("evt", startMs), type: "booking.confirmed", created_at: at, subject: bookingId };
  const data = { bookingId, clientReference: text("reference"), metadata: { note: text("note") }, status: "confirmed" };
  await insert(db, "events", { ...event, data: json(data), position: 1 });
  await insert(db, "event_feeds", { ...scope, last_position: 1 });
  const delivery = {
    ...scope,
    id: newId("dlv", startMs),
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
  };
  await insert(db, "deliveries", {
    ...delivery,
    status: "delivered",
    attempts: 1,
    created_at: at,
    finished_at: at,
    ordering_key: bookingId,
  });
  await insert(db, "delivery_attempts", {
    id: newId("att", startMs),
    delivery_id: delivery.id,
    number: 1,
    started_at: at,
    outcome: "delivered",
    reason: text("reason"),
    response_status: 200,
    address,
    timings: json({}),
    request_headers: json({ "x-note": text("header") }),
    response_headers: json({ "x-note": text("response") }),
    response_body: Buffer.from(text("response-body")),
  });
  const replay = {
    ...scope,
    id: newId("rpl", startMs),
    endpoint_id: endpoint.id,
    event_types: ["*"],
    cursor: event.id,
    end_cursor: event.id,
  };
  await insert(db, "webhook_replays", { ...replay, matched: 1, state: "finished", created_at: at, finished_at: at });
}

async function plantBookings(db: Database, planted: PlantedAccount, number: number): Promise<void> {
  const { id, bookingId, text, email } = planted;
  const scope = { account_id: id, environment: "live" };
  const [, box] = boxes;
  const document = { type: "passport", number: text("document"), issuingCountry: "GB", expiresOn: "2030-01-01" };
  const travelers = [
    { type: "adult", givenName: text("given"), familyName: text("family"), bornOn: "1987-03-09", document },
  ];
  const contact = { email, phone: `+44207946${number}` };
  const shared = {
    ...scope,
    status: "confirmed",
    kind: "cash",
    offer_id: "off_1",
    search_id: "srch_1",
    flight: json({ slices: [], cash: [], award: [] }),
    total_minor: 100,
    currency: "USD",
    departs_at: later,
    refund_minor: 0,
    refund_rule: "none",
    created_at: at,
    simulated: false,
    metadata: json({ note: text("note") }),
    client_reference: text("reference"),
    supplier_reference: text("locator"),
    source: "duffel",
    supplier_failure_code: text("supplier-failure"),
  };
  const sealed = box?.seal(JSON.stringify({ travelers, contact })) ?? null;
  const empty = { travelers: json([]), contact: json({ email: "", phone: "" }) };
  await insert(db, "bookings", {
    ...shared,
    ...empty,
    id: bookingId,
    reference: "AAAAAA",
    sealed_personal_data: sealed,
  });
  // As a previous version stored it.
  const plain = { travelers: json(travelers), contact: json(contact) };
  await insert(db, "bookings", { ...shared, ...plain, id: newId("bkg", startMs), reference: "BBBBBB" });
  const order = {
    booking_id: bookingId,
    ...scope,
    supplier: "duffel",
    offer_reference: "off_1",
    state: "ordered",
    order_id: "ord_1",
  };
  await insert(db, "booking_orders", { ...order, accepted_at: at });
  const change = { ...scope, id: newId("chg", startMs), booking_id: bookingId, supplier_change_id: "aic_1" };
  await insert(db, "booking_changes", {
    ...change,
    initiated_by: "airline",
    status: "pending",
    slices: json([]),
    actions: json(["accept"]),
    created_at: at,
    updated_at: at,
  });
  const report = { ...scope, booking_id: bookingId, supplier: "duffel", order_id: "ord_1" };
  await insert(db, "order_reports", { ...report, kind: "unsettled", created_at: at });
  const scan = { ...scope, due_at: later, last_ordered_at: at };
  await insert(db, "order_scans", { ...scan, supplier: "duffel", credential_owner: "account", credential: id });
  const ofDeployment = { ...scan, credential_owner: "deployment", credential: "deployment" };
  await insert(db, "order_scans", { ...ofDeployment, supplier: `supplier-${number}` });
  const seats = {
    booking_id: bookingId,
    ...scope,
    operating_carrier: "BA",
    flight_number: "1",
    origin: "LHR",
    departure_date: "2027-01-20",
  };
  await insert(db, "sold_seats", { ...seats, cabin: "economy", seats: 1, saver_seats: 0, sold_version: 1 });
  await insert(db, "sales", { ...scope, version: 1 });
  const answer = {
    id: bookingId,
    travelers,
    contact,
    metadata: { note: text("note") },
    clientReference: text("reference"),
  };
  const made = {
    ...scope,
    route: "POST /v1/bookings/:id/cancel",
    idempotency_key: text("cancel"),
    fingerprint: hashOf(text("cancel")),
  };
  await insert(db, "idempotent_requests", { ...made, status: 200, answer: json(answer), created_at: at });
}

async function plantUsage(db: Database, { id, text }: PlantedAccount): Promise<void> {
  const scope = { account_id: id, environment: "live" };
  const search = {
    id: newId("srch", startMs),
    ...scope,
    key_id: "ak_1",
    request: json({ note: text("search") }),
    searched_at: at,
  };
  await insert(db, "searches", { ...search, expires_at: later, world_version: text("world") });
  await insert(db, "kept_offers", {
    search_id: search.id,
    part: 0,
    ...scope,
    ordinals: [1],
    flights: Buffer.from(text("flights")),
  });
  const sample = {
    ...scope,
    origin: text("JFK"),
    destination: "LHR",
    cabin: "economy",
    currency: "USD",
    departure_date: "2027-01-20",
  };
  await insert(db, "price_samples", {
    ...sample,
    observed_day: "2026-11-21",
    observed_at: at,
    lead_days: 1,
    amount: 1,
  });
  const charge = { ...scope, slot: hashOf(text("slot")), fingerprint: hashOf(text("search")), charged_at: at };
  await insert(db, "search_charges", { ...charge, request_id: text("request"), written_at: at });
  await insert(db, "account_quotas", { account_id: id, period_start: at, used: 1 });
  const counted = { key_id: `ak_${id}`, operation: "searches", period: "day", period_start: at, used: 1 };
  await insert(db, "key_usage", { account_id: id, ...counted });
  const lease = { account_id: id, period_start: at, holder: "jrn_1", units: 0, reported: 1, expires_at: later };
  await insert(db, "quota_leases", lease);
  await insert(db, "usage_hours", { ...scope, hour: at, operation: "search", key_id: "ak_1", count: 1 });
  await insert(db, "usage_thresholds", {
    account_id: id,
    period_start: at,
    percent: 80,
    reached_at: at,
    event_id: "evt_1",
  });
  await insert(db, "test_clock_history", { account_id: id, effective_from: at, offset_ms: 0 });
}

/** Inserts a draft with its lines and finalizes it, as the database requires. */
async function plantBilling(db: Pick<Database, "execute" | "query">, { id, text }: PlantedAccount): Promise<void> {
  const scope = { account_id: id, environment: "live" };
  await insert(db, "billing_accounts", {
    ...scope,
    created_at: at,
    provider_customer: text("customer"),
    provider_method: text("card"),
  });
  await insert(db, "billing_details", {
    ...scope,
    name: text("buyer"),
    address: text("street"),
    tax_id: text("tax"),
    updated_at: at,
    country: "GB",
  });
  const period = { period_start: at, period_end: later };
  const plan = { plan: "pro", searches_included: 1 };
  const subscription = {
    id: newId("sub", startMs),
    ...scope,
    status: "active",
    ...plan,
    plan_version: 1,
    currency: "USD",
    price_minor: 100,
  };
  await insert(db, "subscriptions", { ...subscription, anchor_at: at, ...period, revision: 1, created_at: at });
  await insert(db, "subscription_segments", {
    subscription_id: subscription.id,
    started_at: at,
    ...scope,
    ...period,
    ...plan,
    charged_minor: 100,
  });
  const invoice = {
    id: newId("inv", startMs),
    ...scope,
    subscription_id: subscription.id,
    kind: "change",
    status: "draft",
    currency: "USD",
  };
  const money = {
    subtotal_minor: 100,
    discount_minor: 0,
    tax_minor: 0,
    total_minor: 100,
    credit_minor: 0,
    due_minor: 100,
  };
  await insert(db, "invoices", { ...invoice, finalize_at: at, created_at: at, ...money });
  await insert(db, "invoice_lines", {
    invoice_id: invoice.id,
    position: 0,
    ...scope,
    kind: "subscription",
    description: "Pro",
    amount_minor: 100,
  });
  const parties = json({
    seller: "Seller",
    buyer: `${text("buyer")}\n${text("street")}\n${text("tax")}`,
    taxName: "VAT",
    taxRate: "20",
  });
  await db.execute(
    "UPDATE invoices SET status = 'open', number = $2, finalized_at = $3, due_at = $4, parties = $5 WHERE id = $1",
    [invoice.id, `INV-${id}`, at, later, parties],
  );
  const note = {
    id: newId("crn", startMs),
    ...scope,
    invoice_id: invoice.id,
    number: `CRN-${id}`,
    currency: "USD",
    amount_minor: 1,
  };
  await insert(db, "credit_notes", { ...note, tax_minor: 0, reason: text("goodwill"), created_at: at });
  const payment = {
    id: newId("pay", startMs),
    ...scope,
    invoice_id: invoice.id,
    provider: "stripe",
    reference: "pi_1",
    status: "failed",
  };
  await insert(db, "payment_attempts", { ...payment, failure: text("declined"), created_at: at });
  const transaction = {
    id: newId("ltx", startMs),
    ...scope,
    kind: "invoice",
    idempotency_key: `invoice:${invoice.id}`,
    description: "Invoice",
  };
  await insert(db, "ledger_transactions", { ...transaction, invoice_id: invoice.id, entries: 2, at });
  for (const [account, amount] of [
    ["receivable", 100],
    ["revenue", -100],
  ] as const) {
    const entry = {
      id: newId("led", startMs),
      transaction_id: transaction.id,
      ...scope,
      ledger_account: account,
      currency: "USD",
    };
    await insert(db, "ledger_entries", { ...entry, amount_minor: amount, at });
  }
  await insert(db, "credit_balances", { ...scope, currency: "USD", balance_minor: 0 });
  const coupon = {
    id: newId("cpn", startMs),
    environment: "live",
    code: `SPRING-${id}`,
    kind: "amount",
    amount_minor: 1,
    currency: "USD",
    plans: [],
  };
  await insert(db, "coupons", { ...coupon, created_at: at });
  const redemption = {
    id: newId("rdm", startMs),
    coupon_id: coupon.id,
    ...scope,
    code: coupon.code,
    kind: "amount",
    currency: "USD",
    plans: [],
  };
  await insert(db, "coupon_redemptions", { ...redemption, redeemed_at: at });
  await insert(db, "account_exports", { account_id: id, export_id: "xpt_1", started_at: at, lease_ends_at: at });
}

function hashOf(text: string): Buffer {
  // Not a digest, so that a scan for the marker finds a hash that an erasure leaves.
  return Buffer.from(`hash of ${text}`);
}

/** The hash of a key stays. */
function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
