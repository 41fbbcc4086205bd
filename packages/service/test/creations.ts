import type { Database } from "@wayfare/database";
import { makeCoupon } from "../../billing/test/test-coupon.ts";
import { plainKey, postKey } from "./access-app.ts";
import { announceChange, book, contact, findOffer, traveler } from "./booking-requests.ts";
import { goodSearch, type RunningApp, startMs } from "./running-app.ts";
import { postWebhook } from "./webhook-receiver.ts";

/** A request that creates an object. */
export interface Creation {
  path: string;
  body: Record<string, unknown>;
  /** Another valid body of the same route; null if there is none. */
  otherBody: Record<string, unknown> | null;
  /** Table to which each effect adds a row. */
  table:
    | "api_keys"
    | "applications"
    | "watches"
    | "webhook_endpoints"
    | "deliveries"
    | "webhook_replays"
    | "audit_events"
    | "bookings"
    | "events"
    | "coupon_redemptions"
    | "invoices";
  /** True if an account can do it only once. */
  isOncePerAccount?: boolean;
  hasSecret: boolean;
  /** Status of the response; 201 by default. */
  status?: number;
}

/** Returns the id of the created object in a response. */
export function idOf(body: Record<string, unknown>): unknown {
  return body.id ?? body.deliveryId ?? /inv_[0-9a-z]{26}/.exec(JSON.stringify(body.invoice ?? null))?.[0];
}

const url = "https://example.com/webhooks";

async function activeWebhook(app: RunningApp, database: Database): Promise<string> {
  const { id } = await postWebhook(app, { url });
  await database.execute("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [id]);
  return id;
}

/** Action that an account can do once and that only adds an audit event. */
const step = {
  body: {},
  otherBody: null,
  table: "audit_events",
  hasSecret: false,
  status: 200,
  isOncePerAccount: true,
} as const;

/** Requests to every route that accepts an Idempotency-Key. */
export const creations: Record<string, (app: RunningApp, database: Database) => Promise<Creation>> = {
  "POST /v1/keys": async () => ({
    path: "/v1/keys",
    body: { ...plainKey, ipAllowlist: ["127.0.0.1"] },
    otherBody: { ...plainKey, name: "Other" },
    table: "api_keys",
    hasSecret: true,
  }),
  "POST /v1/keys/{id}/roll": async (app) => ({
    path: `/v1/keys/${(await postKey(app)).id}/roll`,
    body: { overlapSeconds: 60 },
    otherBody: { overlapSeconds: 61 },
    table: "api_keys",
    hasSecret: true,
  }),
  "POST /v1/applications": async () => ({
    path: "/v1/applications",
    body: { name: "Web shop", description: "Searches" },
    otherBody: { name: "Other" },
    table: "applications",
    hasSecret: false,
  }),
  "POST /v1/bookings": async (app) => {
    const body = { offerId: await findOffer(app), travelers: [traveler], contact };
    const otherBody = { ...body, contact: { ...contact, email: "grace@example.com" } };
    return { path: "/v1/bookings", body, otherBody, table: "bookings", hasSecret: false };
  },
  "POST /v1/bookings/{id}/cancel": async (app) => {
    const { booking } = await book(app, await findOffer(app));
    const path = `/v1/bookings/${booking.id}/cancel`;
    return { path, body: {}, otherBody: null, table: "events", hasSecret: false, status: 200 };
  },
  "POST /v1/bookings/{id}/changes/{changeId}/cancel": async (app, database) => {
    const email = "airline-changes@example.com";
    const { booking } = await book(app, await findOffer(app), { contact: { ...contact, email } });
    const { id: changeId } = await announceChange(app, database, booking.id);
    const path = `/v1/bookings/${booking.id}/changes/${changeId}/cancel`;
    return { path, body: {}, otherBody: null, table: "events", hasSecret: false, status: 200 };
  },
  "POST /v1/billing/subscription/change": async () => ({
    path: "/v1/billing/subscription/change",
    body: { plan: "pro" },
    otherBody: { plan: "scale" },
    table: "invoices",
    hasSecret: false,
    status: 200,
    isOncePerAccount: true,
  }),
  "POST /v1/billing/subscription/cancel": async (app) => {
    await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    return { path: "/v1/billing/subscription/cancel", ...step };
  },
  "POST /v1/billing/subscription/resume": async (app) => {
    await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    await app.call("/v1/billing/subscription/cancel", { body: {} });
    return { path: "/v1/billing/subscription/resume", ...step };
  },
  "POST /v1/billing/invoices/{id}/mark-paid": async (app) => {
    const { text } = await app.call("/v1/billing/subscription/change", { body: { plan: "pro" } });
    return { path: `/v1/billing/invoices/${/"(inv_[^"]+)"/.exec(text)?.[1]}/mark-paid`, ...step };
  },
  "POST /v1/billing/coupons/redeem": async (_app, database) => {
    const { code } = await makeCoupon(database, { environment: "test" });
    const path = "/v1/billing/coupons/redeem";
    return {
      path,
      body: { code },
      otherBody: { code: "OTHER" },
      table: "coupon_redemptions",
      hasSecret: false,
      status: 200,
      isOncePerAccount: true,
    };
  },
  "POST /v1/watches": async () => ({
    path: "/v1/watches",
    body: { search: goodSearch, condition: { dropPercent: 5 } },
    otherBody: { search: goodSearch, condition: { dropPercent: 6 } },
    table: "watches",
    hasSecret: false,
  }),
  "POST /v1/webhooks": async () => ({
    path: "/v1/webhooks",
    body: { url, events: ["*"] },
    otherBody: { url, events: ["booking.*"] },
    table: "webhook_endpoints",
    hasSecret: true,
  }),
  "POST /v1/webhooks/{id}/rotate": async (app) => ({
    path: `/v1/webhooks/${(await postWebhook(app, { url })).id}/rotate`,
    body: {},
    otherBody: null,
    table: "audit_events",
    hasSecret: true,
    status: 200,
  }),
  "POST /v1/webhooks/{id}/test": async (app, database) => ({
    path: `/v1/webhooks/${await activeWebhook(app, database)}/test`,
    body: {},
    otherBody: null,
    table: "deliveries",
    hasSecret: false,
    status: 202,
  }),
  "POST /v1/test/events": async () => ({
    path: "/v1/test/events",
    body: { type: "booking.confirmed" },
    otherBody: { type: "key.revoked" },
    table: "events",
    hasSecret: false,
    status: 201,
  }),
  "POST /v1/webhooks/{id}/replay": async (app, database) => ({
    path: `/v1/webhooks/${await activeWebhook(app, database)}/replay`,
    body: { from: new Date(startMs).toISOString(), types: ["booking.*"] },
    otherBody: { from: new Date(startMs - 1).toISOString(), types: ["booking.*"] },
    table: "webhook_replays",
    hasSecret: false,
    status: 202,
  }),
};

/** Sends a request with an Idempotency-Key. */
export async function sendOnce(
  app: RunningApp,
  { path, body }: Pick<Creation, "path" | "body">,
  { idempotencyKey = "order-1", key = app.key }: { idempotencyKey?: string; key?: string } = {},
) {
  const answer = await app.call(path, { body, key, headers: { "idempotency-key": idempotencyKey } });
  const replayed = answer.headers.get("idempotent-replayed");
  const parsed: Record<string, unknown> = JSON.parse(answer.text);
  return { status: answer.status, replayed, code: answer.status < 400 ? undefined : answer.body.code, body: parsed };
}
