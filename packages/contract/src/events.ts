import { type Static, type TSchema, Type } from "typebox";
import {
  BookingFailureSchema,
  bookingReference,
  bookingStatuses,
  cancellers,
  changeAction,
  changedSlices,
  changeInitiators,
  clientReference,
  refundTargets,
} from "./bookings.ts";
import { idPattern } from "./ids.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nullable, oneOf, orNull, ref } from "./schema.ts";
import { watchMatchedData } from "./watches.ts";
import { environmentName, instant } from "./wire-values.ts";

/** Event type, as shown in the docs and returned by `GET /v1/event-types`. */
export interface EventEntry {
  title: string;
  /** Condition for sending the event. */
  description: string;
  /** Schema of `data`. */
  data: TSchema;
  /** Member of `data` with the id of the object that the event is about; null for events without one. */
  subject: string | null;
  example: Record<string, unknown>;
}

const id = (prefix: Parameters<typeof idPattern>[0], description: string, example: string) =>
  Type.String({ pattern: `^${idPattern(prefix)}$`, description, examples: [example] });

const bookingId = "bkg_01kahz2j7p3v8c5m9n4q6r7s8t";
const endpointId = "whk_01kahz2j7p3v8c5m9n4q6r7s8t";

const bookingData = Type.Object({
  bookingId: id("bkg", "Id of the booking, readable with `GET /v1/bookings/{id}`.", bookingId),
  reference: bookingReference,
  clientReference: nullable(clientReference),
  status: oneOf(bookingStatuses, { description: "Status of the booking.", examples: ["confirmed"] }),
  kind: oneOf(["cash", "award"], { description: "Kind of payment: money or miles.", examples: ["cash"] }),
  total: ref(MoneySchema, { description: "Money part of the price." }),
  miles: nullable(
    Type.Integer({ description: "Miles for all travelers; null for a cash booking.", examples: [60_000] }),
  ),
  metadata: ref(MetadataSchema),
});

const cancelledData = Type.Object({
  ...bookingData.properties,
  cancelledBy: nullable(
    oneOf(cancellers, {
      description: "Party that cancelled; null if the supplier does not state it.",
      examples: ["customer"],
    }),
  ),
  refund: orNull(ref(MoneySchema), "Refund; null if the supplier does not state it."),
  refundTo: nullable(
    oneOf(refundTargets, {
      description:
        "Destination of the refund: `airline_credit` is not money. Null in the sandbox, and if it is not known.",
      examples: ["balance"],
    }),
  ),
  refundedMiles: nullable(
    Type.Integer({ description: "Refunded miles; null for a cash booking.", examples: [60_000] }),
  ),
});

const failedData = Type.Object({
  ...bookingData.properties,
  failure: ref(BookingFailureSchema, { description: "Reason of the failure." }),
});

const changedData = Type.Object({
  ...bookingData.properties,
  supplierReference: nullable(
    Type.String({ description: "Record locator of the airline; null before it is known.", examples: ["RZPNX8"] }),
  ),
  changeId: nullable(
    id(
      "chg",
      "Change in `changes` of the booking; null if the supplier states none.",
      "chg_01kahz2j7p3v8c5m9n4q6r7s8t",
    ),
  ),
  pending: Type.Boolean({
    description:
      "True if the change waits for the customer: the booking still has its old flights. False if the booking has the new ones.",
    examples: [true],
  }),
  initiatedBy: nullable(
    oneOf(changeInitiators, {
      description: "Party that initiated the change; null if the supplier does not state it.",
      examples: ["airline"],
    }),
  ),
  actions: Type.Array(changeAction, {
    description: "Actions that are available to the customer; empty if the change is not pending.",
  }),
  changes: changedSlices("Slices whose flights, airports or times differ. Empty if only the record locator is new."),
});

const endpointData = Type.Object({
  webhookId: id("whk", "Id of the webhook endpoint.", endpointId),
  url: Type.String({
    format: "uri",
    description: "URL of the webhook endpoint.",
    examples: ["https://example.com/webhooks"],
  }),
  firstFailureAt: instant("Time of the first failure after the last success."),
  failures: Type.Integer({ description: "Failed attempts since the last success.", examples: [20] }),
});

const booking = {
  bookingId,
  reference: "K3QX7P",
  clientReference: "order-8731",
  status: "confirmed",
  kind: "cash",
  total: { amount: "412.60", currency: "USD" },
  miles: null,
  metadata: { orderId: "8731" },
};
const failing = {
  webhookId: endpointId,
  url: "https://example.com/webhooks",
  firstFailureAt: "2026-11-21T07:33:00.000Z",
  failures: 20,
};

function changedSliceExample(time: string) {
  const departureAt = `2027-01-20T${time}:00-05:00`;
  const arrivalAt = "2027-01-21T06:40:00+00:00";
  const segment = { marketingCarrier: "BA", flightNumber: "178", origin: "JFK", destination: "LHR" };
  return { departureAt, arrivalAt, segments: [{ ...segment, departureAt, arrivalAt }] };
}

const watchMatched = {
  watchId: "wat_01kahz2j7p3v8c5m9n4q6r7s8t",
  search: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
  condition: { maxPrice: { amount: "450.00", currency: "USD" } },
  flights: [
    {
      flightId: "flt_7h2k9m4n6p8q0r1s3t5v7w9x2y",
      slices: [
        {
          origin: "JFK",
          destination: "LHR",
          departureAt: "2027-01-20T18:30:00-05:00",
          arrivalAt: "2027-01-21T06:35:00+00:00",
          stops: 0,
          flights: ["BA178"],
        },
      ],
      change: "new",
      cash: {
        offerId: "off_01kahz2j7p3v8c5m9n4q6r7s8t_0",
        total: { amount: "412.60", currency: "USD" },
        seatsRemaining: 4,
      },
      award: null,
    },
  ],
  flightCount: 1,
  matchCount: 1,
  because: [
    {
      condition: "maxPrice",
      limit: { amount: "450.00", currency: "USD" },
      previous: { amount: "486.20", currency: "USD" },
      present: { amount: "412.60", currency: "USD" },
    },
  ],
  searchedAt: "2026-11-21T07:33:00.000Z",
  metadata: {},
};

/** Event types. */
export const eventCatalog = {
  "booking.pending": {
    title: "Booking pending",
    description:
      "Sent when a booking at a live supplier is accepted. `booking.confirmed` or `booking.failed` follows. Bookings in the sandbox are confirmed at once.",
    data: bookingData,
    subject: "bookingId",
    example: { ...booking, status: "pending" },
  },
  "booking.confirmed": {
    title: "Booking confirmed",
    description: "Sent when a booking is confirmed.",
    data: bookingData,
    subject: "bookingId",
    example: booking,
  },
  "booking.failed": {
    title: "Booking failed",
    description:
      "Sent when the supplier created no order for a pending booking. Nothing was charged. If an order appears later, it is cancelled, or `booking.confirmed` follows.",
    data: failedData,
    subject: "bookingId",
    example: { ...booking, status: "failed", failure: { code: "offer_unavailable", supplierCode: null } },
  },
  "booking.changed": {
    title: "Booking changed",
    description:
      "Sent when the airline changes the flights of a confirmed booking or gives it another record locator. With `pending` true, the booking has its old flights until the change is accepted; the event is sent again then.",
    data: changedData,
    subject: "bookingId",
    example: {
      ...booking,
      supplierReference: "RZPNX8",
      changeId: "chg_01kahz2j7p3v8c5m9n4q6r7s8t",
      pending: true,
      initiatedBy: "airline",
      actions: ["accept", "cancel"],
      changes: [{ slice: 0, before: changedSliceExample("18:30"), after: changedSliceExample("19:05") }],
    },
  },
  "booking.cancelled": {
    title: "Booking cancelled",
    description: "Sent when a booking is cancelled, by the customer, the airline or at the supplier.",
    data: cancelledData,
    subject: "bookingId",
    example: {
      ...booking,
      status: "cancelled",
      cancelledBy: "customer",
      refund: { amount: "362.60", currency: "USD" },
      refundTo: "balance",
      refundedMiles: null,
    },
  },
  "watch.matched": {
    title: "Watch matched",
    description:
      "Sent when a run of a watch finds flights that match and did not before, or that match better than last reported. A run that failed sends nothing.",
    data: watchMatchedData,
    subject: "watchId",
    example: watchMatched,
  },
  "webhook.test": {
    title: "Test event",
    description: "Sent by `POST /v1/webhooks/{id}/test`, regardless of the subscribed event types.",
    data: Type.Object({ message: Type.String({ description: "Fixed text.", examples: ["It works."] }) }),
    subject: null,
    example: { message: "It works." },
  },
  "webhook.failing": {
    title: "Webhook endpoint failing",
    description:
      "Sent to the other endpoints of the account when an endpoint has failed for 1 day. After 5 days it is disabled.",
    data: endpointData,
    subject: "webhookId",
    example: failing,
  },
  "webhook.disabled": {
    title: "Webhook endpoint disabled",
    description:
      "Sent to the other endpoints of the account when an endpoint is disabled: after 5 days of failures, or when it returns 410.",
    data: Type.Object({
      ...endpointData.properties,
      reason: Type.String({ description: "Reason.", examples: ["Endpoint returned 410 Gone."] }),
    }),
    subject: "webhookId",
    example: { ...failing, reason: "All deliveries failed for 5 days." },
  },
  "key.revoked": {
    title: "API key revoked",
    description:
      "Sent when an API key is revoked: by a user or an API call, because it leaked, or at the end of the overlap after it was rolled.",
    data: Type.Object({
      keyId: id("ak", "Id of the key.", "ak_01kahz2j7p3v8c5m9n4q6r7s8t"),
      name: Type.String({ description: "Name of the key.", examples: ["Shop"] }),
      revokedAt: instant("Time of revocation."),
      graceEndsAt: instant("Time at which the key stops working."),
    }),
    subject: "keyId",
    example: {
      keyId: "ak_01kahz2j7p3v8c5m9n4q6r7s8t",
      name: "Shop",
      revokedAt: "2026-11-21T07:33:00.000Z",
      graceEndsAt: "2026-11-21T07:34:00.000Z",
    },
  },
  "invoice.finalized": {
    title: "Invoice finalized",
    description:
      "Sent when an invoice receives its number and becomes final. Read it with `GET /v1/billing/invoices/{id}`.",
    data: Type.Object({
      invoiceId: id("inv", "Id of the invoice.", "inv_01kahz2j7p3v8c5m9n4q6r7s8t"),
      number: Type.String({ description: "Invoice number.", examples: ["WF-000001"] }),
      status: oneOf(["open", "paid"], { description: "`paid` if nothing is due, else `open`.", examples: ["open"] }),
      total: ref(MoneySchema, { description: "Total with tax." }),
      due: ref(MoneySchema, { description: "Amount to be paid, after credit." }),
      dueAt: instant("Due date."),
    }),
    subject: "invoiceId",
    example: {
      invoiceId: "inv_01kahz2j7p3v8c5m9n4q6r7s8t",
      number: "WF-000001",
      status: "open",
      total: { amount: "49.00", currency: "USD" },
      due: { amount: "49.00", currency: "USD" },
      dueAt: "2026-12-05T07:33:00.000Z",
    },
  },
  "invoice.payment_failed": {
    title: "Payment failed",
    description:
      "Sent when the saved payment method could not be charged for an invoice and will not be retried. The invoice stays open: pay it on its payment page.",
    data: Type.Object({
      invoiceId: id("inv", "Id of the invoice.", "inv_01kahz2j7p3v8c5m9n4q6r7s8t"),
      number: Type.String({ description: "Invoice number.", examples: ["WF-000001"] }),
      due: ref(MoneySchema, { description: "Amount to be paid." }),
      dueAt: instant("Due date."),
      failure: Type.String({
        description:
          "Reason: code of the payment provider, or `not_charged_in_time` if the provider could not be reached for 20 hours.",
        examples: ["card_declined"],
      }),
    }),
    subject: "invoiceId",
    example: {
      invoiceId: "inv_01kahz2j7p3v8c5m9n4q6r7s8t",
      number: "WF-000001",
      due: { amount: "49.00", currency: "USD" },
      dueAt: "2026-12-05T07:33:00.000Z",
      failure: "card_declined",
    },
  },
  "usage.threshold": {
    title: "Usage threshold reached",
    description:
      "Sent to live endpoints when an account has used 80% and 100% of the searches included in its plan, once per period for each threshold.",
    data: Type.Object({
      percent: Type.Integer({ minimum: 1, maximum: 100, description: "Threshold in percent.", examples: [80] }),
      used: Type.Integer({ description: "Searches used in the current period.", examples: [800] }),
      included: Type.Integer({ description: "Searches included in the plan.", examples: [1000] }),
      periodEndsAt: instant("End of the period."),
    }),
    subject: null,
    example: { percent: 80, used: 800, included: 1000, periodEndsAt: "2026-12-01T00:00:00.000Z" },
  },
} as const satisfies Record<string, EventEntry>;

export type EventType = keyof typeof eventCatalog;

export const eventTypes: readonly EventType[] = Object.keys(eventCatalog).filter(isEventType);

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalog, text);
}

/** Patterns that an endpoint can subscribe to: an event type, a group of types (`booking.*`) or all (`*`). */
export const eventPatterns: readonly string[] = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
  ...eventTypes,
];

/** Returns true if the pattern matches the event type. */
export function matchesEventPattern(pattern: string, type: EventType): boolean {
  return pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

/** Returns the id of the object that an event is about; null for events without one. */
export function subjectOf(type: EventType, data: Record<string, unknown>): string | null {
  const member = eventCatalog[type].subject;
  const value = member === null ? undefined : data[member];
  return typeof value === "string" ? value : null;
}

/** Subject of events, as a filter of lists. */
export const eventSubject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^[\\x21-\\x7e]+$",
  examples: [bookingId],
});

/** Event as listed by the API. Deliveries add `deliveryId` and `apiVersion`. */
export const EventSchema = Type.Object(
  {
    id: id("evt", "Id of the event.", "evt_01kahz2j7p3v8c5m9n4q6r7s8t"),
    type: oneOf(eventTypes, { description: "Type of the event.", examples: ["booking.confirmed"] }),
    subject: nullable(
      Type.String({
        description:
          "Id of the object that the event is about: the booking, watch, webhook endpoint, API key or invoice; other kinds of objects may be added. Null for events without one, and for events of versions that did not record it.",
        examples: [bookingId],
      }),
    ),
    createdAt: instant("Time of the event."),
    environment: environmentName,
    applicationId: nullable(
      id(
        "app",
        "Application of the booking, key or endpoint; null for events of the account.",
        "app_01kahz2j7p3v8c5m9n4q6r7s8t",
      ),
    ),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "Data of the event. `GET /v1/event-types` returns the schema for each type.",
      },
    ),
  },
  { $id: "Event", description: "Event of the account." },
);

export type WebhookEvent = Static<typeof EventSchema>;

/** Type of `data` by event type. */
export type EventData = { [Type in EventType]: Static<(typeof eventCatalog)[Type]["data"]> };

/** Event whose `type` determines the type of `data`. */
export type EventOf<Type extends EventType = EventType> = {
  [Each in Type]: Omit<WebhookEvent, "type" | "data"> & { type: Each; data: EventData[Each] };
}[Type];
