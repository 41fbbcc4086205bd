// Generated from docs/reference/openapi.json by npm run generate.

import type {
  Account,
  AdvanceTestClock,
  AircraftDetail,
  AirlineDetail,
  AnyScoredSearchResponse,
  AnySearchResponse,
  Application,
  AuditEvent,
  Booking,
  ChangeAccount,
  ChangeApplication,
  ChangeKey,
  ChangeSubscription,
  ChangeWebhook,
  CreateApplication,
  CreateBooking,
  CreateKey,
  CreateWebhook,
  CreditBalance,
  CreditEntry,
  CurrencyDetail,
  CurrentUsage,
  DeletedApplication,
  DeletedWebhook,
  Delivery,
  DeliveryDetail,
  EventOf,
  EventTypeEntry,
  Invoice,
  Key,
  LeakedKey,
  LeakedKeyRevocation,
  LoggedRequest,
  NewKey,
  NewWebhook,
  OfferResponse,
  PlacesResponse,
  PreviewSubscription,
  ProgramDetail,
  RedeemCoupon,
  RedeemedCoupon,
  Replay,
  ReplayStarted,
  ReplayWebhook,
  RetrySchedule,
  Revocation,
  RollKey,
  RotateWebhook,
  SearchRequest,
  Spend,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
  TestClock,
  TriggerEvent,
  Usage,
  VerificationStarted,
  Webhook,
  WebhookTest,
  WirePlan,
} from "@wayfare/contract";
import type { OperationEntry } from "./operation-entry.ts";

/** Parameters, request body and response of each operation. */
export interface Operations {
  /** Get Prometheus metrics. */
  getMetrics: {
    response: string;
  };
  /** Check that the process is alive. */
  getHealth: {
    response: { ok: boolean };
  };
  /** Check that the instance is ready. */
  getReadiness: {
    response: { ready: boolean; database?: boolean; storage?: boolean; supply?: boolean; clock?: boolean; outboundPaused?: boolean; draining?: boolean };
  };
  /** Search flights. */
  searchFlights: {
    body: SearchRequest;
    response: AnySearchResponse;
  };
  /** Search and rank flights. */
  searchAndScore: {
    body: SearchRequest;
    response: AnyScoredSearchResponse;
  };
  /** Get the current price of an offer. */
  getOffer: {
    path: { id: string };
    response: OfferResponse;
  };
  /** List bookings. */
  listBookings: {
    query?: {
      status?: "confirmed" | "cancelled" | undefined;
      reference?: string | undefined;
      clientReference?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Booking[]; nextCursor: string | null };
  };
  /** Book an offer. */
  createBooking: {
    body: CreateBooking;
    response: Booking;
  };
  /** Get a booking. */
  getBooking: {
    path: { id: string };
    response: Booking;
  };
  /** Cancel a booking. */
  cancelBooking: {
    path: { id: string };
    response: Booking;
  };
  /** List keys. */
  listKeys: {
    query?: {
      status?: "active" | "revoking" | "revoked" | "expired" | undefined;
      applicationId?: string | undefined;
      idle?: boolean | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Key[]; nextCursor: string | null };
  };
  /** Create a key. */
  createKey: {
    body: CreateKey;
    response: NewKey;
  };
  /** Get the calling key. */
  getOwnKey: {
    response: Key;
  };
  /** Get a key. */
  getKey: {
    path: { id: string };
    response: Key;
  };
  /** Change a key. */
  changeKey: {
    path: { id: string };
    query?: {
      force?: boolean | undefined;
    };
    body?: ChangeKey;
    response: Key;
  };
  /** Roll a key. */
  rollKey: {
    path: { id: string };
    body?: RollKey;
    response: NewKey;
  };
  /** Revoke a key. */
  revokeKey: {
    path: { id: string };
    response: Revocation;
  };
  /** Revoke a leaked key. */
  revokeLeakedKey: {
    body: LeakedKey;
    response: LeakedKeyRevocation;
  };
  /** List applications. */
  listApplications: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Application[]; nextCursor: string | null };
  };
  /** Create an application. */
  createApplication: {
    body: CreateApplication;
    response: Application;
  };
  /** Get an application. */
  getApplication: {
    path: { id: string };
    response: Application;
  };
  /** Change an application. */
  changeApplication: {
    path: { id: string };
    body?: ChangeApplication;
    response: Application;
  };
  /** Delete an application. */
  deleteApplication: {
    path: { id: string };
    response: DeletedApplication;
  };
  /** Get the account. */
  getAccount: {
    response: Account;
  };
  /** Change the account. */
  changeAccount: {
    query?: {
      force?: boolean | undefined;
    };
    body?: ChangeAccount;
    response: Account;
  };
  /** List audit events. */
  listAuditEvents: {
    query?: {
      type?: "account.allowlist_changed" | "account.test_clock_advanced" | "application.created" | "application.changed" | "application.deleted" | "key.created" | "key.changed" | "key.rolled" | "key.revoked" | "key.leaked" | "coupon.redeemed" | "invoice.credited" | "invoice.marked_paid" | "invoice.voided" | "subscription.changed" | "subscription.cancelled" | "subscription.resumed" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.challenged" | "webhook.secret_rotated" | "webhook.tested" | "webhook.replayed" | "webhook.delivery_retried" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.session_revoked" | "user.profile_changed" | "user.password_changed" | "user.totp_added" | "user.totp_removed" | "user.passkey_added" | "user.passkey_removed" | "user.joined" | "user.role_changed" | "user.removed" | "user.link_created" | "invitation.created" | "invitation.withdrawn" | undefined;
      subjectId?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: AuditEvent[]; nextCursor: string | null };
  };
  /** List usage. */
  listUsage: {
    query?: {
      from?: string | undefined;
      to?: string | undefined;
      granularity?: "hour" | "day" | undefined;
      groupBy?: "operation" | "key" | "application" | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Usage[]; nextCursor: string | null };
  };
  /** Get the usage of the current period. */
  getCurrentUsage: {
    response: CurrentUsage;
  };
  /** List plans. */
  listPlans: {
    response: { data: WirePlan[]; nextCursor: null };
  };
  /** Get the subscription. */
  getSubscription: {
    response: Subscription;
  };
  /** Preview a plan change. */
  previewSubscription: {
    body: PreviewSubscription;
    response: SubscriptionPreview;
  };
  /** Change the plan. */
  changeSubscription: {
    body: ChangeSubscription;
    response: SubscriptionChange;
  };
  /** Cancel the subscription. */
  cancelSubscription: {
    response: Subscription;
  };
  /** Resume the subscription. */
  resumeSubscription: {
    response: Subscription;
  };
  /** Get the current spend. */
  getSpend: {
    response: Spend;
  };
  /** List invoices. */
  listInvoices: {
    query?: {
      status?: "draft" | "open" | "paid" | "void" | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Invoice[]; nextCursor: string | null };
  };
  /** Get an invoice. */
  getInvoice: {
    path: { id: string };
    response: Invoice;
  };
  /** Get an invoice as a PDF. */
  getInvoicePdf: {
    path: { id: string };
    response: Uint8Array;
  };
  /** Create a payment page. */
  openPaymentPage: {
    path: { id: string };
    response: { provider: "manual" | "stripe"; url: string | null };
  };
  /** Mark a test invoice as paid. */
  markInvoicePaid: {
    path: { id: string };
    response: Invoice;
  };
  /** Get the credit balance. */
  getCreditBalance: {
    response: CreditBalance;
  };
  /** List credit entries. */
  listCreditEntries: {
    query?: {
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: CreditEntry[]; nextCursor: string | null };
  };
  /** Redeem a coupon. */
  redeemCoupon: {
    body: RedeemCoupon;
    response: RedeemedCoupon;
  };
  /** List requests. */
  listRequests: {
    query?: {
      keyId?: string | undefined;
      callerType?: "key" | "user" | undefined;
      status?: string | undefined;
      route?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: LoggedRequest[]; nextCursor: string | null };
  };
  /** Get a request. */
  getRequest: {
    path: { id: string };
    response: LoggedRequest;
  };
  /** List webhook endpoints. */
  listWebhooks: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Webhook[]; nextCursor: string | null };
  };
  /** Create a webhook endpoint. */
  createWebhook: {
    body: CreateWebhook;
    response: NewWebhook;
  };
  /** Get a webhook endpoint. */
  getWebhook: {
    path: { id: string };
    response: Webhook;
  };
  /** Change a webhook endpoint. */
  changeWebhook: {
    path: { id: string };
    body?: ChangeWebhook;
    response: Webhook;
  };
  /** Delete a webhook endpoint. */
  deleteWebhook: {
    path: { id: string };
    response: DeletedWebhook;
  };
  /** Send the challenge again. */
  verifyWebhook: {
    path: { id: string };
    response: VerificationStarted;
  };
  /** Rotate the secret of a webhook endpoint. */
  rotateWebhookSecret: {
    path: { id: string };
    body?: RotateWebhook;
    response: NewWebhook;
  };
  /** Send a test event. */
  testWebhook: {
    path: { id: string };
    response: WebhookTest;
  };
  /** Replay past events. */
  replayWebhook: {
    path: { id: string };
    body: ReplayWebhook;
    response: ReplayStarted;
  };
  /** Get a replay. */
  getWebhookReplay: {
    path: { id: string; replayId: string };
    response: Replay;
  };
  /** List deliveries. */
  listDeliveries: {
    query?: {
      status?: "pending" | "delivering" | "awaiting_retry" | "delivered" | "dead_lettered" | "cancelled" | undefined;
      webhookId?: string | undefined;
      eventId?: string | undefined;
      type?: "booking.confirmed" | "booking.cancelled" | "webhook.test" | "webhook.failing" | "webhook.disabled" | "key.revoked" | "invoice.finalized" | "invoice.payment_failed" | "usage.threshold" | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: Delivery[]; nextCursor: string | null };
  };
  /** Get a delivery. */
  getDelivery: {
    path: { id: string };
    response: DeliveryDetail;
  };
  /** Retry a delivery. */
  retryDelivery: {
    path: { id: string };
    response: Delivery;
  };
  /** List events. */
  listEvents: {
    query?: {
      type?: "booking.confirmed" | "booking.cancelled" | "webhook.test" | "webhook.failing" | "webhook.disabled" | "key.revoked" | "invoice.finalized" | "invoice.payment_failed" | "usage.threshold" | undefined;
      from?: string | undefined;
      to?: string | undefined;
      order?: "newest" | "oldest" | undefined;
      after?: string | undefined;
      waitSeconds?: number | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: EventOf[]; nextCursor: string | null };
  };
  /** Trigger an example event. */
  triggerEvent: {
    body: TriggerEvent;
    response: EventOf;
  };
  /** Get an event. */
  getEvent: {
    path: { id: string };
    response: EventOf;
  };
  /** List event types. */
  listEventTypes: {
    response: { data: EventTypeEntry[]; nextCursor: null };
  };
  /** Get the retry schedule. */
  getRetrySchedule: {
    response: RetrySchedule;
  };
  /** Get the test clock. */
  getTestClock: {
    response: TestClock;
  };
  /** Advance the test clock. */
  advanceTestClock: {
    body: AdvanceTestClock;
    response: TestClock;
  };
  /** Find airports and cities. */
  listPlaces: {
    query: {
      q: string;
      limit?: number | undefined;
    };
    response: PlacesResponse;
  };
  /** List loyalty programs. */
  listPrograms: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: ProgramDetail[]; nextCursor: string | null };
  };
  /** List airlines. */
  listAirlines: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: AirlineDetail[]; nextCursor: string | null };
  };
  /** List aircraft types. */
  listAircraft: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: AircraftDetail[]; nextCursor: string | null };
  };
  /** List currencies. */
  listCurrencies: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: { data: CurrencyDetail[]; nextCursor: string | null };
  };
}

export type OperationId = keyof Operations;

export type ResponseOf<Id extends OperationId> = Operations[Id]["response"];

/** The query of an operation that has one. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query?: infer Query } ? Query : never;

/** Every operation of the API. */
export const operations: Readonly<Record<OperationId, OperationEntry>> = {
  getMetrics: { method: "GET", path: "/metrics", responseType: "text" },
  getHealth: { method: "GET", path: "/healthz" },
  getReadiness: { method: "GET", path: "/readyz", extraStatus: 503 },
  searchFlights: { method: "POST", path: "/v1/flights/search", takesIdempotencyKey: true },
  searchAndScore: { method: "POST", path: "/v1/search", takesIdempotencyKey: true },
  getOffer: { method: "GET", path: "/v1/offers/{id}" },
  listBookings: { method: "GET", path: "/v1/bookings" },
  createBooking: { method: "POST", path: "/v1/bookings", takesIdempotencyKey: true },
  getBooking: { method: "GET", path: "/v1/bookings/{id}" },
  cancelBooking: { method: "POST", path: "/v1/bookings/{id}/cancel", takesIdempotencyKey: true },
  listKeys: { method: "GET", path: "/v1/keys" },
  createKey: { method: "POST", path: "/v1/keys", takesIdempotencyKey: true },
  getOwnKey: { method: "GET", path: "/v1/keys/self" },
  getKey: { method: "GET", path: "/v1/keys/{id}" },
  changeKey: { method: "PATCH", path: "/v1/keys/{id}", isIdempotent: true },
  rollKey: { method: "POST", path: "/v1/keys/{id}/roll", takesIdempotencyKey: true },
  revokeKey: { method: "POST", path: "/v1/keys/{id}/revoke", isIdempotent: true },
  revokeLeakedKey: { method: "POST", path: "/v1/keys/revoke-leaked", isIdempotent: true },
  listApplications: { method: "GET", path: "/v1/applications" },
  createApplication: { method: "POST", path: "/v1/applications", takesIdempotencyKey: true },
  getApplication: { method: "GET", path: "/v1/applications/{id}" },
  changeApplication: { method: "PATCH", path: "/v1/applications/{id}", isIdempotent: true },
  deleteApplication: { method: "DELETE", path: "/v1/applications/{id}" },
  getAccount: { method: "GET", path: "/v1/account" },
  changeAccount: { method: "PATCH", path: "/v1/account", isIdempotent: true },
  listAuditEvents: { method: "GET", path: "/v1/audit-events" },
  listUsage: { method: "GET", path: "/v1/usage" },
  getCurrentUsage: { method: "GET", path: "/v1/usage/current" },
  listPlans: { method: "GET", path: "/v1/billing/plans" },
  getSubscription: { method: "GET", path: "/v1/billing/subscription" },
  previewSubscription: { method: "POST", path: "/v1/billing/subscription/preview", isIdempotent: true },
  changeSubscription: { method: "POST", path: "/v1/billing/subscription/change", takesIdempotencyKey: true },
  cancelSubscription: { method: "POST", path: "/v1/billing/subscription/cancel", takesIdempotencyKey: true },
  resumeSubscription: { method: "POST", path: "/v1/billing/subscription/resume", takesIdempotencyKey: true },
  getSpend: { method: "GET", path: "/v1/billing/spend" },
  listInvoices: { method: "GET", path: "/v1/billing/invoices" },
  getInvoice: { method: "GET", path: "/v1/billing/invoices/{id}" },
  getInvoicePdf: { method: "GET", path: "/v1/billing/invoices/{id}/pdf", responseType: "bytes" },
  openPaymentPage: { method: "POST", path: "/v1/billing/invoices/{id}/payment-page" },
  markInvoicePaid: { method: "POST", path: "/v1/billing/invoices/{id}/mark-paid", takesIdempotencyKey: true },
  getCreditBalance: { method: "GET", path: "/v1/billing/credit-balance" },
  listCreditEntries: { method: "GET", path: "/v1/billing/credit-balance/entries" },
  redeemCoupon: { method: "POST", path: "/v1/billing/coupons/redeem", takesIdempotencyKey: true },
  listRequests: { method: "GET", path: "/v1/requests" },
  getRequest: { method: "GET", path: "/v1/requests/{id}" },
  listWebhooks: { method: "GET", path: "/v1/webhooks" },
  createWebhook: { method: "POST", path: "/v1/webhooks", takesIdempotencyKey: true },
  getWebhook: { method: "GET", path: "/v1/webhooks/{id}" },
  changeWebhook: { method: "PATCH", path: "/v1/webhooks/{id}", isIdempotent: true },
  deleteWebhook: { method: "DELETE", path: "/v1/webhooks/{id}" },
  verifyWebhook: { method: "POST", path: "/v1/webhooks/{id}/verify", isIdempotent: true },
  rotateWebhookSecret: { method: "POST", path: "/v1/webhooks/{id}/rotate", takesIdempotencyKey: true },
  testWebhook: { method: "POST", path: "/v1/webhooks/{id}/test", takesIdempotencyKey: true },
  replayWebhook: { method: "POST", path: "/v1/webhooks/{id}/replay", takesIdempotencyKey: true },
  getWebhookReplay: { method: "GET", path: "/v1/webhooks/{id}/replays/{replayId}" },
  listDeliveries: { method: "GET", path: "/v1/deliveries" },
  getDelivery: { method: "GET", path: "/v1/deliveries/{id}" },
  retryDelivery: { method: "POST", path: "/v1/deliveries/{id}/retry" },
  listEvents: { method: "GET", path: "/v1/events" },
  triggerEvent: { method: "POST", path: "/v1/test/events", takesIdempotencyKey: true },
  getEvent: { method: "GET", path: "/v1/events/{id}" },
  listEventTypes: { method: "GET", path: "/v1/event-types" },
  getRetrySchedule: { method: "GET", path: "/v1/retry-schedule" },
  getTestClock: { method: "GET", path: "/v1/test/clock" },
  advanceTestClock: { method: "POST", path: "/v1/test/clock/advance" },
  listPlaces: { method: "GET", path: "/v1/places" },
  listPrograms: { method: "GET", path: "/v1/programs" },
  listAirlines: { method: "GET", path: "/v1/airlines" },
  listAircraft: { method: "GET", path: "/v1/aircraft" },
  listCurrencies: { method: "GET", path: "/v1/currencies" },
};
