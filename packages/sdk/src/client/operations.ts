// Generated from docs/reference/openapi.json by npm run generate.

import type {
  Account,
  AccountId,
  AccountStatus,
  AdvanceTestClock,
  AircraftDetailPage,
  AirlineDetailPage,
  AnyScoredSearchResponse,
  AnySearchResponse,
  Application,
  ApplicationId,
  ApplicationPage,
  AuditEventPage,
  AuditEventType,
  BillingDetails,
  Booking,
  BookingPage,
  BookingStatus,
  Cabin,
  CalendarRequest,
  CalendarResponse,
  CallerType,
  ChangeAccount,
  ChangeApplication,
  ChangeCustomerAccount,
  ChangeKey,
  ChangePlan,
  ChangeSubscription,
  ChangeSupplier,
  ChangeWatch,
  ChangeWebhook,
  CloseAccount,
  CreateApplication,
  CreateBooking,
  CreateCreditNote,
  CreateCustomerAccount,
  CreateKey,
  CreatePasswordReset,
  CreatePlan,
  CreateSignUpInvitation,
  CreateWatch,
  CreateWebhook,
  CreditBalance,
  CreditEntryPage,
  Currency,
  CurrencyDetailPage,
  CurrentUsage,
  CustomerAccount,
  CustomerAccountPage,
  CustomerBilling,
  DeletedApplication,
  DeletedSignUpInvitation,
  DeletedWatch,
  DeletedWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliveryStatus,
  DeploymentHealth,
  EraseAccount,
  Erasure,
  Event,
  EventId,
  EventPage,
  EventType,
  EventTypeEntryList,
  ExploreRequest,
  ExploreResponse,
  Health,
  Invoice,
  InvoicePage,
  InvoiceStatus,
  Key,
  KeyId,
  KeyPage,
  KeyStatus,
  LeakedKey,
  LeakedKeyRevocation,
  LoggedRequest,
  LoggedRequestPage,
  NewCustomerAccount,
  NewKey,
  NewSignUpInvitation,
  NewWebhook,
  OfferResponse,
  OperatorAuditEventPage,
  OperatorBooking,
  OperatorBookingPage,
  OperatorPlan,
  OperatorPlanDetail,
  OperatorPlanPage,
  OperatorSupplierList,
  OrderReportType,
  PasswordReset,
  PaymentPage,
  PlacesResponse,
  PlanList,
  PlanName,
  PlanPreview,
  PreviewSubscription,
  PriceLevel,
  ProgramDetailPage,
  Queues,
  Readiness,
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
  SetAccountPlan,
  SettleBooking,
  SignUpInvitationPage,
  Spend,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
  Supplier,
  SupplierList,
  SuspendAccount,
  TestClock,
  TriggerEvent,
  UsageGranularity,
  UsageGroup,
  UsagePage,
  VerificationStarted,
  Watch,
  WatchPage,
  WatchStatus,
  Webhook,
  WebhookId,
  WebhookPage,
  WebhookTest,
} from "../generated/types.ts";
import type { OperationEntry } from "./operation-entry.ts";

/** Parameters, request body and response of each operation. */
export interface Operations {
  /** Get Prometheus metrics. */
  getMetrics: {
    response: string;
  };
  /** Check that the process is alive. */
  getHealth: {
    response: Health;
  };
  /** Check that the instance is ready. */
  getReadiness: {
    response: Readiness;
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
  /** Find the lowest prices of many days. */
  getCalendar: {
    body: CalendarRequest;
    response: CalendarResponse;
  };
  /** Find the lowest prices of many destinations. */
  exploreDestinations: {
    body: ExploreRequest;
    response: ExploreResponse;
  };
  /** Compare a price with usual ones. */
  getPriceLevel: {
    query: {
      origin: string;
      destination: string;
      departureDate: string;
      cabin?: Cabin | undefined;
      currency?: Currency | undefined;
      amount?: string | undefined;
    };
    response: PriceLevel;
  };
  /** Get the current price of an offer. */
  getOffer: {
    path: { id: string };
    response: OfferResponse;
  };
  /** List live suppliers. */
  listSuppliers: {
    response: SupplierList;
  };
  /** Check a supplier's credential. */
  checkSupplier: {
    path: { name: string };
    response: Supplier;
  };
  /** Connect or change a supplier. */
  changeSupplier: {
    path: { name: string };
    body?: ChangeSupplier;
    response: Supplier;
  };
  /** Disconnect a supplier. */
  disconnectSupplier: {
    path: { name: string };
    response: Supplier;
  };
  /** List bookings. */
  listBookings: {
    query?: {
      status?: BookingStatus | undefined;
      reference?: string | undefined;
      clientReference?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: BookingPage;
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
    query?: {
      dryRun?: boolean | undefined;
    };
    response: Booking;
  };
  /** Accept a change by the airline. */
  acceptChange: {
    path: { id: string; changeId: string };
    response: Booking;
  };
  /** Cancel a booking instead of accepting a change. */
  cancelChangedBooking: {
    path: { id: string; changeId: string };
    response: Booking;
  };
  /** Erase travelers' data. */
  eraseTravelers: {
    path: { id: string };
    response: Booking;
  };
  /** List bookings that need an operator. */
  listOperatorBookings: {
    query?: {
      type?: OrderReportType | undefined;
      open?: boolean | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: OperatorBookingPage;
  };
  /** Settle a booking. */
  settleBooking: {
    path: { id: string };
    body: SettleBooking;
    response: OperatorBooking;
  };
  /** List watches. */
  listWatches: {
    query?: {
      status?: WatchStatus | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: WatchPage;
  };
  /** Create a watch. */
  createWatch: {
    body: CreateWatch;
    response: Watch;
  };
  /** Get a watch. */
  getWatch: {
    path: { id: string };
    response: Watch;
  };
  /** Change a watch. */
  changeWatch: {
    path: { id: string };
    body?: ChangeWatch;
    response: Watch;
  };
  /** Delete a watch. */
  deleteWatch: {
    path: { id: string };
    response: DeletedWatch;
  };
  /** List keys. */
  listKeys: {
    query?: {
      status?: KeyStatus | undefined;
      applicationId?: ApplicationId | undefined;
      idle?: boolean | undefined;
      search?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: KeyPage;
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
      search?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: ApplicationPage;
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
      type?: AuditEventType | undefined;
      subjectId?: string | undefined;
      actorId?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: AuditEventPage;
  };
  /** List accounts. */
  listCustomerAccounts: {
    query?: {
      search?: string | undefined;
      status?: AccountStatus | undefined;
      plan?: PlanName | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: CustomerAccountPage;
  };
  /** Create an account. */
  createCustomerAccount: {
    body: CreateCustomerAccount;
    response: NewCustomerAccount;
  };
  /** Get an account. */
  getCustomerAccount: {
    path: { id: string };
    response: CustomerAccount;
  };
  /** Change an account. */
  changeCustomerAccount: {
    path: { id: string };
    body?: ChangeCustomerAccount;
    response: CustomerAccount;
  };
  /** Suspend an account. */
  suspendCustomerAccount: {
    path: { id: string };
    body: SuspendAccount;
    response: CustomerAccount;
  };
  /** Resume an account. */
  resumeCustomerAccount: {
    path: { id: string };
    response: CustomerAccount;
  };
  /** Close an account. */
  closeCustomerAccount: {
    path: { id: string };
    body?: CloseAccount;
    response: CustomerAccount;
  };
  /** Set the plan of an account. */
  setCustomerAccountPlan: {
    path: { id: string };
    body: SetAccountPlan;
    response: CustomerAccount;
  };
  /** List plans of the deployment. */
  listOperatorPlans: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: OperatorPlanPage;
  };
  /** Create a plan or a version of one. */
  createPlan: {
    body: CreatePlan;
    response: OperatorPlan;
  };
  /** Get a plan of the deployment. */
  getOperatorPlan: {
    path: { name: string };
    response: OperatorPlanDetail;
  };
  /** Change a plan. */
  changePlan: {
    path: { name: string };
    body?: ChangePlan;
    response: OperatorPlan;
  };
  /** Preview a version of a plan. */
  previewPlan: {
    body: CreatePlan;
    response: PlanPreview;
  };
  /** List sign-up invitations. */
  listSignUpInvitations: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: SignUpInvitationPage;
  };
  /** Invite a customer. */
  createSignUpInvitation: {
    body: CreateSignUpInvitation;
    response: NewSignUpInvitation;
  };
  /** Withdraw a sign-up invitation. */
  deleteSignUpInvitation: {
    path: { id: string };
    response: DeletedSignUpInvitation;
  };
  /** Reset a password. */
  createPasswordReset: {
    body: CreatePasswordReset;
    response: PasswordReset;
  };
  /** List audit events of all accounts. */
  listOperatorAuditEvents: {
    query?: {
      accountId?: AccountId | undefined;
      type?: AuditEventType | undefined;
      actorId?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: OperatorAuditEventPage;
  };
  /** Get the queues of the deployment. */
  getQueues: {
    response: Queues;
  };
  /** List suppliers of the deployment. */
  listOperatorSuppliers: {
    response: OperatorSupplierList;
  };
  /** Get the health of the deployment. */
  getDeploymentHealth: {
    response: DeploymentHealth;
  };
  /** Erase an account. */
  eraseCustomerAccount: {
    path: { id: string };
    body?: EraseAccount;
    response: Erasure;
  };
  /** Get the erasure of an account. */
  getCustomerAccountErasure: {
    path: { id: string };
    response: Erasure;
  };
  /** Erase a user. */
  eraseCustomerUser: {
    path: { id: string; userId: string };
    response: Erasure;
  };
  /** Export an account. */
  exportCustomerAccount: {
    path: { id: string };
    response: Uint8Array;
  };
  /** Get the billing of an account. */
  getCustomerBilling: {
    path: { id: string };
    response: CustomerBilling;
  };
  /** List invoices of an account. */
  listCustomerInvoices: {
    path: { id: string };
    query?: {
      status?: InvoiceStatus | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: InvoicePage;
  };
  /** Get an invoice of an account as a PDF. */
  getCustomerInvoicePdf: {
    path: { id: string; invoiceId: string };
    response: Uint8Array;
  };
  /** Mark an invoice of an account as paid. */
  payCustomerInvoice: {
    path: { id: string; invoiceId: string };
    response: Invoice;
  };
  /** Void an invoice of an account. */
  voidCustomerInvoice: {
    path: { id: string; invoiceId: string };
    response: Invoice;
  };
  /** Credit an invoice of an account. */
  creditCustomerInvoice: {
    path: { id: string; invoiceId: string };
    body: CreateCreditNote;
    response: Invoice;
  };
  /** List usage. */
  listUsage: {
    query?: {
      from?: string | undefined;
      to?: string | undefined;
      granularity?: UsageGranularity | undefined;
      groupBy?: UsageGroup | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: UsagePage;
  };
  /** Get the usage of the current period. */
  getCurrentUsage: {
    response: CurrentUsage;
  };
  /** List plans. */
  listPlans: {
    response: PlanList;
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
      status?: InvoiceStatus | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: InvoicePage;
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
    response: PaymentPage;
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
    response: CreditEntryPage;
  };
  /** Get the billing details. */
  getBillingDetails: {
    response: BillingDetails;
  };
  /** Set the billing details. */
  setBillingDetails: {
    body: BillingDetails;
    response: BillingDetails;
  };
  /** Redeem a coupon. */
  redeemCoupon: {
    body: RedeemCoupon;
    response: RedeemedCoupon;
  };
  /** List requests. */
  listRequests: {
    query?: {
      keyId?: KeyId | undefined;
      callerType?: CallerType | undefined;
      status?: string | undefined;
      route?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: LoggedRequestPage;
  };
  /** Get a request. */
  getRequest: {
    path: { id: string };
    response: LoggedRequest;
  };
  /** List webhook endpoints. */
  listWebhooks: {
    query?: {
      search?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: WebhookPage;
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
      status?: DeliveryStatus | undefined;
      webhookId?: WebhookId | undefined;
      eventId?: EventId | undefined;
      type?: EventType | undefined;
      subject?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: DeliveryPage;
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
      type?: EventType | undefined;
      subject?: string | undefined;
      from?: string | undefined;
      to?: string | undefined;
      order?: "newest" | "oldest" | undefined;
      after?: string | undefined;
      waitSeconds?: number | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: EventPage;
  };
  /** Trigger an example event. */
  triggerEvent: {
    body: TriggerEvent;
    response: Event;
  };
  /** Get an event. */
  getEvent: {
    path: { id: string };
    response: Event;
  };
  /** List event types. */
  listEventTypes: {
    response: EventTypeEntryList;
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
  /** Reset the test clock. */
  resetTestClock: {
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
    response: ProgramDetailPage;
  };
  /** List airlines. */
  listAirlines: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: AirlineDetailPage;
  };
  /** List aircraft types. */
  listAircraft: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: AircraftDetailPage;
  };
  /** List currencies. */
  listCurrencies: {
    query?: {
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    response: CurrencyDetailPage;
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
  getCalendar: { method: "POST", path: "/v1/flights/calendar", takesIdempotencyKey: true },
  exploreDestinations: { method: "POST", path: "/v1/flights/explore", takesIdempotencyKey: true },
  getPriceLevel: { method: "GET", path: "/v1/flights/price-level" },
  getOffer: { method: "GET", path: "/v1/offers/{id}" },
  listSuppliers: { method: "GET", path: "/v1/suppliers" },
  checkSupplier: { method: "POST", path: "/v1/suppliers/{name}/check", isIdempotent: true },
  changeSupplier: { method: "PUT", path: "/v1/suppliers/{name}", isIdempotent: true },
  disconnectSupplier: { method: "DELETE", path: "/v1/suppliers/{name}", isIdempotent: true },
  listBookings: { method: "GET", path: "/v1/bookings" },
  createBooking: { method: "POST", path: "/v1/bookings", takesIdempotencyKey: true },
  getBooking: { method: "GET", path: "/v1/bookings/{id}" },
  cancelBooking: { method: "POST", path: "/v1/bookings/{id}/cancel", takesIdempotencyKey: true },
  acceptChange: { method: "POST", path: "/v1/bookings/{id}/changes/{changeId}/accept" },
  cancelChangedBooking: { method: "POST", path: "/v1/bookings/{id}/changes/{changeId}/cancel", takesIdempotencyKey: true },
  eraseTravelers: { method: "POST", path: "/v1/bookings/{id}/erase-travelers" },
  listOperatorBookings: { method: "GET", path: "/v1/operator/bookings" },
  settleBooking: { method: "POST", path: "/v1/operator/bookings/{id}/settle" },
  listWatches: { method: "GET", path: "/v1/watches" },
  createWatch: { method: "POST", path: "/v1/watches", takesIdempotencyKey: true },
  getWatch: { method: "GET", path: "/v1/watches/{id}" },
  changeWatch: { method: "PATCH", path: "/v1/watches/{id}" },
  deleteWatch: { method: "DELETE", path: "/v1/watches/{id}" },
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
  listCustomerAccounts: { method: "GET", path: "/v1/operator/accounts" },
  createCustomerAccount: { method: "POST", path: "/v1/operator/accounts", takesIdempotencyKey: true },
  getCustomerAccount: { method: "GET", path: "/v1/operator/accounts/{id}" },
  changeCustomerAccount: { method: "PATCH", path: "/v1/operator/accounts/{id}" },
  suspendCustomerAccount: { method: "POST", path: "/v1/operator/accounts/{id}/suspend" },
  resumeCustomerAccount: { method: "POST", path: "/v1/operator/accounts/{id}/resume" },
  closeCustomerAccount: { method: "POST", path: "/v1/operator/accounts/{id}/close" },
  setCustomerAccountPlan: { method: "POST", path: "/v1/operator/accounts/{id}/plan" },
  listOperatorPlans: { method: "GET", path: "/v1/operator/plans" },
  createPlan: { method: "POST", path: "/v1/operator/plans", takesIdempotencyKey: true },
  getOperatorPlan: { method: "GET", path: "/v1/operator/plans/{name}" },
  changePlan: { method: "PATCH", path: "/v1/operator/plans/{name}" },
  previewPlan: { method: "POST", path: "/v1/operator/plans/preview" },
  listSignUpInvitations: { method: "GET", path: "/v1/operator/sign-up-invitations" },
  createSignUpInvitation: { method: "POST", path: "/v1/operator/sign-up-invitations", takesIdempotencyKey: true },
  deleteSignUpInvitation: { method: "DELETE", path: "/v1/operator/sign-up-invitations/{id}" },
  createPasswordReset: { method: "POST", path: "/v1/operator/password-resets" },
  listOperatorAuditEvents: { method: "GET", path: "/v1/operator/audit-events" },
  getQueues: { method: "GET", path: "/v1/operator/queues" },
  listOperatorSuppliers: { method: "GET", path: "/v1/operator/suppliers" },
  getDeploymentHealth: { method: "GET", path: "/v1/operator/health" },
  eraseCustomerAccount: { method: "POST", path: "/v1/operator/accounts/{id}/erase" },
  getCustomerAccountErasure: { method: "GET", path: "/v1/operator/accounts/{id}/erase" },
  eraseCustomerUser: { method: "POST", path: "/v1/operator/accounts/{id}/users/{userId}/erase" },
  exportCustomerAccount: { method: "POST", path: "/v1/operator/accounts/{id}/export", responseType: "bytes" },
  getCustomerBilling: { method: "GET", path: "/v1/operator/accounts/{id}/billing" },
  listCustomerInvoices: { method: "GET", path: "/v1/operator/accounts/{id}/invoices" },
  getCustomerInvoicePdf: { method: "GET", path: "/v1/operator/accounts/{id}/invoices/{invoiceId}/pdf", responseType: "bytes" },
  payCustomerInvoice: { method: "POST", path: "/v1/operator/accounts/{id}/invoices/{invoiceId}/pay" },
  voidCustomerInvoice: { method: "POST", path: "/v1/operator/accounts/{id}/invoices/{invoiceId}/void" },
  creditCustomerInvoice: { method: "POST", path: "/v1/operator/accounts/{id}/invoices/{invoiceId}/credit-notes", takesIdempotencyKey: true },
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
  getBillingDetails: { method: "GET", path: "/v1/billing/details" },
  setBillingDetails: { method: "PUT", path: "/v1/billing/details" },
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
  resetTestClock: { method: "POST", path: "/v1/test/clock/reset" },
  listPlaces: { method: "GET", path: "/v1/places" },
  listPrograms: { method: "GET", path: "/v1/programs" },
  listAirlines: { method: "GET", path: "/v1/airlines" },
  listAircraft: { method: "GET", path: "/v1/aircraft" },
  listCurrencies: { method: "GET", path: "/v1/currencies" },
};
