import { auditActorTypes, auditEventTypes, auditSubjectTypes } from "./accounts.ts";
import { couponTypes, subscriptionStatuses, taxIdTypes } from "./billing.ts";
import {
  bookingStatuses,
  cancellers,
  changeActions,
  changeStatuses,
  pendingReasons,
  refundTargets,
} from "./bookings.ts";
import { errorCodes } from "./errors.ts";
import { eventTypes } from "./events.ts";
import { invoiceLineTypes, invoiceStatuses } from "./invoices.ts";
import { keyEnvironments, keyStatuses } from "./keys.ts";
import { currencies } from "./money.ts";
import { travelerData } from "./offer.ts";
import { offerStatuses } from "./offer-response.ts";
import { operations } from "./operations.ts";
import { accountStatuses } from "./operator-accounts.ts";
import { orderReportTypes } from "./operator-bookings.ts";
import { queueNames } from "./operator-status.ts";
import { planVisibilities, quotaBehaviors } from "./plans.ts";
import { taxBases } from "./price.ts";
import { fieldErrorCodes } from "./problem.ts";
import { alliances } from "./reference.ts";
import { callerTypes } from "./requests.ts";
import { scopes } from "./scopes.ts";
import { cabinMatches, cabins, profiles, searchViews, sorts } from "./search-request.ts";
import { credentialOwners } from "./suppliers.ts";
import { travelerTypes } from "./travelers.ts";
import { usageGranularities, usageGroups } from "./usage.ts";
import { limitPeriods } from "./usage-limits.ts";
import { warningCodes } from "./warnings.ts";
import { watchConditions, watchRunReasons, watchRunStatuses, watchStatuses } from "./watches.ts";
import { deliveryStatuses, replayStatuses, webhookStatuses } from "./webhooks.ts";

export interface NamedEnum {
  readonly description: string;
  readonly values: readonly string[];
  /** True if values can be added within an API version. Clients must accept unknown values. */
  readonly open?: true;
}

/** Enums with a named schema in the OpenAPI document, by schema name. */
export const namedEnums: Readonly<Record<string, NamedEnum>> = {
  AccountStatus: { description: "Status of an account.", values: accountStatuses, open: true },
  Alliance: { description: "Airline alliance.", values: alliances, open: true },
  AuditEventType: { description: "Change recorded in the audit log.", values: auditEventTypes, open: true },
  AuditActorType: { description: "Kind of actor in the audit log.", values: auditActorTypes, open: true },
  AuditSubjectType: { description: "Kind of object that was changed.", values: auditSubjectTypes, open: true },
  AwardChartBasis: { description: "Origin of an award chart.", values: ["published", "modelled"] },
  AwardLevel: { description: "Level of an award price.", values: ["saver", "standard", "dynamic"] },
  BookingStatus: { description: "Status of a booking.", values: bookingStatuses, open: true },
  Cabin: { description: "Cabin of an aircraft.", values: cabins },
  CabinMatch: { description: "Segments that must be in the requested cabin or a higher one.", values: cabinMatches },
  CallerType: { description: "Kind of caller: an API key or a signed-in portal user.", values: callerTypes },
  CancelledBy: { description: "Party that cancelled a booking.", values: cancellers, open: true },
  ChangeAction: { description: "Action of a customer on a pending change.", values: changeActions, open: true },
  ChangeStatus: { description: "Status of a change of a booking.", values: changeStatuses, open: true },
  CouponType: { description: "Kind of discount.", values: couponTypes, open: true },
  CreditEntryType: {
    description: "Reason for a change of the credit balance.",
    values: ["invoice", "payment", "void", "credit_note", "credit_grant"],
    open: true,
  },
  CredentialOwner: { description: "Owner of a supplier credential.", values: credentialOwners },
  Currency: { description: "Currency code (ISO 4217).", values: currencies, open: true },
  DeliveryStatus: { description: "Status of a webhook delivery.", values: deliveryStatuses },
  Environment: { description: "Partition of the data.", values: ["test", "live"] },
  ErrorCode: { description: "Stable error code.", values: errorCodes, open: true },
  EventType: { description: "Type of an event.", values: eventTypes, open: true },
  FieldErrorCode: { description: "Kind of error in a member of a request.", values: fieldErrorCodes, open: true },
  InvoiceType: { description: "Occasion of an invoice.", values: ["period", "change"], open: true },
  InvoiceLineType: { description: "Kind of invoice line.", values: invoiceLineTypes, open: true },
  InvoiceStatus: { description: "Status of an invoice.", values: invoiceStatuses },
  KeyEnvironment: { description: "Kind of API key.", values: keyEnvironments },
  KeyStatus: { description: "Status of an API key.", values: keyStatuses },
  OfferKind: { description: "Kind of offer: money or miles.", values: ["cash", "award"] },
  OfferStatus: { description: "Status of a repriced offer.", values: offerStatuses },
  OrderReportType: {
    description: "Kind of report about an order at a supplier.",
    values: orderReportTypes,
    open: true,
  },
  Operation: { description: "Operation that counts toward usage.", values: operations, open: true },
  PaymentProvider: { description: "Provider that collects payments.", values: ["manual", "stripe"], open: true },
  PendingReason: { description: "Why a booking is pending.", values: pendingReasons, open: true },
  PlaceKind: { description: "Kind of place.", values: ["airport", "city"] },
  PlanVisibility: { description: "Visibility of a plan for customers.", values: planVisibilities },
  RefundTarget: { description: "Destination of a refund.", values: refundTargets, open: true },
  QueueName: { description: "Queue of the deployment.", values: queueNames, open: true },
  QuotaBehavior: {
    description: "Behavior when the included searches are used.",
    values: quotaBehaviors,
    open: true,
  },
  ReplayStartedStatus: { description: "Status of a replay request.", values: [...replayStatuses, "dry_run"] },
  ReplayStatus: { description: "Status of a replay.", values: replayStatuses },
  RevocationStatus: { description: "Status of a revoked key.", values: ["revoking", "revoked"] },
  Scope: { description: "Permission of an API key.", values: scopes, open: true },
  SearchProfile: { description: "Traveler profile that sets the weights of the score.", values: profiles },
  SearchSort: { description: "Order of flights.", values: sorts },
  SearchView: { description: "Representation of a search response.", values: searchViews },
  SubscriptionStatus: { description: "Status of a subscription.", values: subscriptionStatuses },
  SupplyStatus: { description: "Result of a supplier.", values: ["ok", "timeout", "error", "skipped"] },
  TakesEffect: { description: "Time at which a plan change takes effect.", values: ["now", "period_end"] },
  TaxBasis: { description: "Basis of the amount of a tax.", values: taxBases },
  TaxIdType: { description: "Type of a tax id.", values: taxIdTypes, open: true },
  TravelerData: {
    description:
      "Data of a traveler that some sellers need: title, gender, an identity document, or the exact age in the search.",
    values: travelerData,
    open: true,
  },
  TravelerType: { description: "Type of traveler.", values: travelerTypes },
  UsageGranularity: { description: "Length of the time buckets.", values: usageGranularities },
  UsageGroup: { description: "Grouping of usage counts.", values: usageGroups },
  UsageLimitPeriod: { description: "Period of a usage limit, in UTC.", values: limitPeriods },
  WarningCode: { description: "Code of a warning in a response.", values: warningCodes, open: true },
  WatchConditionName: { description: "Condition of a watch.", values: watchConditions, open: true },
  WatchRunReason: {
    description: "Reason of a run of a watch that did not succeed.",
    values: watchRunReasons,
    open: true,
  },
  WatchRunStatus: { description: "Result of a run of a watch.", values: watchRunStatuses, open: true },
  WatchStatus: { description: "Status of a watch.", values: watchStatuses, open: true },
  WebhookStatus: { description: "Status of a webhook endpoint.", values: webhookStatuses },
};
