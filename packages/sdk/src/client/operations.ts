// Made from docs/reference/openapi.json by npm run generate.

import type {
  Account,
  AdvanceTestClock,
  AircraftDetail,
  AirlineDetail,
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
  Revocation,
  RollKey,
  ScoredSearchResponse,
  SearchRequest,
  SearchResponse,
  Spend,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
  TestClock,
  Usage,
  Webhook,
  WebhookTest,
  WirePlan,
} from "@wayfare/contract";
import type { OperationEntry } from "./operation-entry.ts";

/** What each operation takes and answers. */
export interface Operations {
  /** Read metrics for Prometheus. */
  getMetrics: {
    answer: string;
  };
  /** Check that the process is alive. */
  getHealth: {
    answer: { ok: boolean };
  };
  /** Check that the instance is ready. */
  getReadiness: {
    answer: { ready: boolean; database?: boolean; storage?: boolean; supply?: boolean; clock?: boolean; outboundPaused?: boolean; draining?: boolean };
  };
  /** Search flights. */
  searchFlights: {
    body: SearchRequest;
    answer: SearchResponse;
  };
  /** Search and rank flights. */
  searchAndScore: {
    body: SearchRequest;
    answer: ScoredSearchResponse;
  };
  /** Price an offer again. */
  getOffer: {
    path: { id: string };
    answer: OfferResponse;
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
    answer: { data: Booking[]; nextCursor: string | null };
  };
  /** Book an offer. */
  createBooking: {
    body: CreateBooking;
    answer: Booking;
  };
  /** Get a booking. */
  getBooking: {
    path: { id: string };
    answer: Booking;
  };
  /** Cancel a booking. */
  cancelBooking: {
    path: { id: string };
    answer: Booking;
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
    answer: { data: Key[]; nextCursor: string | null };
  };
  /** Create a key. */
  createKey: {
    body: CreateKey;
    answer: NewKey;
  };
  /** Get the calling key. */
  getOwnKey: {
    answer: Key;
  };
  /** Get a key. */
  getKey: {
    path: { id: string };
    answer: Key;
  };
  /** Change a key. */
  changeKey: {
    path: { id: string };
    query?: {
      force?: boolean | undefined;
    };
    body?: ChangeKey;
    answer: Key;
  };
  /** Roll a key. */
  rollKey: {
    path: { id: string };
    body?: RollKey;
    answer: NewKey;
  };
  /** Revoke a key. */
  revokeKey: {
    path: { id: string };
    answer: Revocation;
  };
  /** Revoke a leaked key. */
  revokeLeakedKey: {
    body: LeakedKey;
    answer: LeakedKeyRevocation;
  };
  /** List applications. */
  listApplications: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: Application[]; nextCursor: string | null };
  };
  /** Create an application. */
  createApplication: {
    body: CreateApplication;
    answer: Application;
  };
  /** Get an application. */
  getApplication: {
    path: { id: string };
    answer: Application;
  };
  /** Change an application. */
  changeApplication: {
    path: { id: string };
    body?: ChangeApplication;
    answer: Application;
  };
  /** Delete an application. */
  deleteApplication: {
    path: { id: string };
    answer: DeletedApplication;
  };
  /** Get the account. */
  getAccount: {
    answer: Account;
  };
  /** Change the account. */
  changeAccount: {
    query?: {
      force?: boolean | undefined;
    };
    body?: ChangeAccount;
    answer: Account;
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
    answer: { data: AuditEvent[]; nextCursor: string | null };
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
    answer: { data: Usage[]; nextCursor: string | null };
  };
  /** Get the usage of the current period. */
  getCurrentUsage: {
    answer: CurrentUsage;
  };
  /** List plans. */
  listPlans: {
    answer: { data: WirePlan[]; nextCursor: null };
  };
  /** Get the subscription. */
  getSubscription: {
    answer: Subscription;
  };
  /** Preview a change of plan. */
  previewSubscription: {
    body: PreviewSubscription;
    answer: SubscriptionPreview;
  };
  /** Change the plan. */
  changeSubscription: {
    body: ChangeSubscription;
    answer: SubscriptionChange;
  };
  /** Cancel the subscription. */
  cancelSubscription: {
    answer: Subscription;
  };
  /** Resume the subscription. */
  resumeSubscription: {
    answer: Subscription;
  };
  /** Get the cost of the current period. */
  getSpend: {
    answer: Spend;
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
    answer: { data: Invoice[]; nextCursor: string | null };
  };
  /** Get an invoice. */
  getInvoice: {
    path: { id: string };
    answer: Invoice;
  };
  /** Get an invoice as a PDF. */
  getInvoicePdf: {
    path: { id: string };
    answer: Uint8Array;
  };
  /** Create a payment page for an invoice. */
  openPaymentPage: {
    path: { id: string };
    answer: { provider: "manual" | "stripe"; url: string | null };
  };
  /** Mark a test invoice as paid. */
  markInvoicePaid: {
    path: { id: string };
    answer: Invoice;
  };
  /** Get the credit balance. */
  getCreditBalance: {
    answer: CreditBalance;
  };
  /** List changes of the credit balance. */
  listCreditEntries: {
    query?: {
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: CreditEntry[]; nextCursor: string | null };
  };
  /** Redeem a coupon. */
  redeemCoupon: {
    body: RedeemCoupon;
    answer: RedeemedCoupon;
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
    answer: { data: LoggedRequest[]; nextCursor: string | null };
  };
  /** Get a request. */
  getRequest: {
    path: { id: string };
    answer: LoggedRequest;
  };
  /** List webhook endpoints. */
  listWebhooks: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: Webhook[]; nextCursor: string | null };
  };
  /** Create a webhook endpoint. */
  createWebhook: {
    body: CreateWebhook;
    answer: NewWebhook;
  };
  /** Get a webhook endpoint. */
  getWebhook: {
    path: { id: string };
    answer: Webhook;
  };
  /** Change a webhook endpoint. */
  changeWebhook: {
    path: { id: string };
    body?: ChangeWebhook;
    answer: Webhook;
  };
  /** Delete a webhook endpoint. */
  deleteWebhook: {
    path: { id: string };
    answer: DeletedWebhook;
  };
  /** Send the challenge again. */
  verifyWebhook: {
    path: { id: string };
    answer: Webhook;
  };
  /** Rotate the secret. */
  rotateWebhookSecret: {
    path: { id: string };
    answer: NewWebhook;
  };
  /** Send a test event. */
  testWebhook: {
    path: { id: string };
    answer: WebhookTest;
  };
  /** Replay past events. */
  replayWebhook: {
    path: { id: string };
    body: ReplayWebhook;
    answer: ReplayStarted;
  };
  /** Get a replay. */
  getWebhookReplay: {
    path: { id: string; replayId: string };
    answer: Replay;
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
    answer: { data: Delivery[]; nextCursor: string | null };
  };
  /** Get a delivery. */
  getDelivery: {
    path: { id: string };
    answer: DeliveryDetail;
  };
  /** Retry a delivery. */
  retryDelivery: {
    path: { id: string };
    answer: Delivery;
  };
  /** List events. */
  listEvents: {
    query?: {
      type?: "booking.confirmed" | "booking.cancelled" | "webhook.test" | "webhook.failing" | "webhook.disabled" | "key.revoked" | "invoice.finalized" | "invoice.payment_failed" | "usage.threshold" | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: EventOf[]; nextCursor: string | null };
  };
  /** Get an event. */
  getEvent: {
    path: { id: string };
    answer: EventOf;
  };
  /** List event types. */
  listEventTypes: {
    answer: { data: EventTypeEntry[]; nextCursor: null };
  };
  /** Get the test clock. */
  getTestClock: {
    answer: TestClock;
  };
  /** Advance the test clock. */
  advanceTestClock: {
    body: AdvanceTestClock;
    answer: TestClock;
  };
  /** Find airports and cities. */
  listPlaces: {
    query: {
      q: string;
      limit?: number | undefined;
    };
    answer: PlacesResponse;
  };
  /** List loyalty programs. */
  listPrograms: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: ProgramDetail[]; nextCursor: string | null };
  };
  /** List airlines. */
  listAirlines: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: AirlineDetail[]; nextCursor: string | null };
  };
  /** List aircraft types. */
  listAircraft: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: AircraftDetail[]; nextCursor: string | null };
  };
  /** List currencies. */
  listCurrencies: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    answer: { data: CurrencyDetail[]; nextCursor: string | null };
  };
}

export type OperationId = keyof Operations;

export type AnswerOf<Id extends OperationId> = Operations[Id]["answer"];

/** The query of an operation that has one. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query?: infer Query } ? Query : never;

/** Every operation of the API. */
export const operations: Readonly<Record<OperationId, OperationEntry>> = {
  getMetrics: { method: "GET", path: "/metrics", answers: "text" },
  getHealth: { method: "GET", path: "/healthz" },
  getReadiness: { method: "GET", path: "/readyz", alsoAnswers: 503 },
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
  changeKey: { method: "PATCH", path: "/v1/keys/{id}" },
  rollKey: { method: "POST", path: "/v1/keys/{id}/roll", takesIdempotencyKey: true },
  revokeKey: { method: "POST", path: "/v1/keys/{id}/revoke" },
  revokeLeakedKey: { method: "POST", path: "/v1/keys/revoke-leaked" },
  listApplications: { method: "GET", path: "/v1/applications" },
  createApplication: { method: "POST", path: "/v1/applications", takesIdempotencyKey: true },
  getApplication: { method: "GET", path: "/v1/applications/{id}" },
  changeApplication: { method: "PATCH", path: "/v1/applications/{id}" },
  deleteApplication: { method: "DELETE", path: "/v1/applications/{id}" },
  getAccount: { method: "GET", path: "/v1/account" },
  changeAccount: { method: "PATCH", path: "/v1/account" },
  listAuditEvents: { method: "GET", path: "/v1/audit-events" },
  listUsage: { method: "GET", path: "/v1/usage" },
  getCurrentUsage: { method: "GET", path: "/v1/usage/current" },
  listPlans: { method: "GET", path: "/v1/billing/plans" },
  getSubscription: { method: "GET", path: "/v1/billing/subscription" },
  previewSubscription: { method: "POST", path: "/v1/billing/subscription/preview" },
  changeSubscription: { method: "POST", path: "/v1/billing/subscription/change", takesIdempotencyKey: true },
  cancelSubscription: { method: "POST", path: "/v1/billing/subscription/cancel", takesIdempotencyKey: true },
  resumeSubscription: { method: "POST", path: "/v1/billing/subscription/resume", takesIdempotencyKey: true },
  getSpend: { method: "GET", path: "/v1/billing/spend" },
  listInvoices: { method: "GET", path: "/v1/billing/invoices" },
  getInvoice: { method: "GET", path: "/v1/billing/invoices/{id}" },
  getInvoicePdf: { method: "GET", path: "/v1/billing/invoices/{id}/pdf", answers: "bytes" },
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
  changeWebhook: { method: "PATCH", path: "/v1/webhooks/{id}" },
  deleteWebhook: { method: "DELETE", path: "/v1/webhooks/{id}" },
  verifyWebhook: { method: "POST", path: "/v1/webhooks/{id}/verify" },
  rotateWebhookSecret: { method: "POST", path: "/v1/webhooks/{id}/rotate", takesIdempotencyKey: true },
  testWebhook: { method: "POST", path: "/v1/webhooks/{id}/test", takesIdempotencyKey: true },
  replayWebhook: { method: "POST", path: "/v1/webhooks/{id}/replay", takesIdempotencyKey: true },
  getWebhookReplay: { method: "GET", path: "/v1/webhooks/{id}/replays/{replayId}" },
  listDeliveries: { method: "GET", path: "/v1/deliveries" },
  getDelivery: { method: "GET", path: "/v1/deliveries/{id}" },
  retryDelivery: { method: "POST", path: "/v1/deliveries/{id}/retry" },
  listEvents: { method: "GET", path: "/v1/events" },
  getEvent: { method: "GET", path: "/v1/events/{id}" },
  listEventTypes: { method: "GET", path: "/v1/event-types" },
  getTestClock: { method: "GET", path: "/v1/test/clock" },
  advanceTestClock: { method: "POST", path: "/v1/test/clock/advance" },
  listPlaces: { method: "GET", path: "/v1/places" },
  listPrograms: { method: "GET", path: "/v1/programs" },
  listAirlines: { method: "GET", path: "/v1/airlines" },
  listAircraft: { method: "GET", path: "/v1/aircraft" },
  listCurrencies: { method: "GET", path: "/v1/currencies" },
};
