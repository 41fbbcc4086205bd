import { type Static, type TSchema, Type } from "typebox";
import { bookingReference, clientReference } from "./bookings.ts";
import { idPattern } from "./ids.ts";
import { MetadataSchema } from "./metadata.ts";
import { MoneySchema } from "./price.ts";
import { nullable, oneOf, refer } from "./schema.ts";
import { environmentName, instant } from "./wire-values.ts";

/** One kind of event, as the catalogue, the docs and `GET /v1/event-types` show it. */
export interface EventEntry {
  title: string;
  /** When it happens. */
  description: string;
  /** What `data` holds. */
  data: TSchema;
  example: Record<string, unknown>;
}

const id = (prefix: Parameters<typeof idPattern>[0], description: string, example: string) =>
  Type.String({ pattern: `^${idPattern(prefix)}$`, description, examples: [example] });

const bookingId = "bkg_01kahz2j7p3v8c5m9n4q6r7s8t";
const endpointId = "whk_01kahz2j7p3v8c5m9n4q6r7s8t";

const bookingData = Type.Object({
  bookingId: id("bkg", "The booking; read it with `GET /v1/bookings/{id}`.", bookingId),
  reference: bookingReference,
  clientReference: nullable(clientReference),
  status: oneOf(["confirmed", "cancelled"], { description: "What it is now.", examples: ["confirmed"] }),
  kind: oneOf(["cash", "award"], { description: "Paid in money or in miles.", examples: ["cash"] }),
  total: refer(MoneySchema, { description: "Money part of the price." }),
  miles: nullable(
    Type.Integer({ description: "Miles of all travelers; null where it was paid in money.", examples: [60_000] }),
  ),
  metadata: refer(MetadataSchema),
});

const cancelledData = Type.Object({
  ...bookingData.properties,
  cancelledBy: oneOf(["customer", "airline"], { description: "Who cancelled.", examples: ["customer"] }),
  refund: refer(MoneySchema, { description: "Money that is given back." }),
  refundedMiles: nullable(Type.Integer({ description: "Miles that are given back.", examples: [60_000] })),
});

const endpointData = Type.Object({
  webhookId: id("whk", "The endpoint.", endpointId),
  url: Type.String({ format: "uri", description: "Where it is.", examples: ["https://example.com/webhooks"] }),
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

/** Every event. */
export const eventCatalogue = {
  "booking.confirmed": {
    title: "A booking was confirmed",
    description: "Sent when `POST /v1/bookings` has made a booking.",
    data: bookingData,
    example: booking,
  },
  "booking.cancelled": {
    title: "A booking was cancelled",
    description: "Sent when the customer or the airline has cancelled a booking.",
    data: cancelledData,
    example: {
      ...booking,
      status: "cancelled",
      cancelledBy: "customer",
      refund: { amount: "362.60", currency: "USD" },
      refundedMiles: null,
    },
  },
  "webhook.test": {
    title: "A test",
    description: "Sent by `POST /v1/webhooks/{id}/test`, whatever the endpoint subscribes to.",
    data: Type.Object({ message: Type.String({ description: "A greeting.", examples: ["It works."] }) }),
    example: { message: "It works." },
  },
  "webhook.failing": {
    title: "An endpoint fails",
    description: "Sent to the account's other endpoints when one has failed for a day. After five days it is disabled.",
    data: endpointData,
    example: failing,
  },
  "webhook.disabled": {
    title: "An endpoint was disabled",
    description:
      "Sent to the account's other endpoints when one was disabled: after five days of failure, or by answering 410.",
    data: Type.Object({
      ...endpointData.properties,
      reason: Type.String({ description: "Why.", examples: ["It answered 410 Gone."] }),
    }),
    example: { ...failing, reason: "Nothing could be delivered for five days." },
  },
  "key.revoked": {
    title: "A key was revoked",
    description:
      "Sent when a key was revoked, by whomever, ended because it had leaked, or was rolled: then it is revoked when the overlap is over.",
    data: Type.Object({
      keyId: id("ak", "The key.", "ak_01kahz2j7p3v8c5m9n4q6r7s8t"),
      name: Type.String({ description: "Its name.", examples: ["Shop"] }),
      revokedAt: instant("When."),
      graceEndsAt: instant("From when on it is refused."),
    }),
    example: {
      keyId: "ak_01kahz2j7p3v8c5m9n4q6r7s8t",
      name: "Shop",
      revokedAt: "2026-11-21T07:33:00.000Z",
      graceEndsAt: "2026-11-21T07:34:00.000Z",
    },
  },
  "invoice.finalized": {
    title: "An invoice was finalised",
    description:
      "Sent when an invoice has its number and will not change any more; read it with `GET /v1/billing/invoices/{id}`.",
    data: Type.Object({
      invoiceId: id("inv", "The invoice.", "inv_01kahz2j7p3v8c5m9n4q6r7s8t"),
      number: Type.String({ description: "Its number.", examples: ["WF-000001"] }),
      status: oneOf(["open", "paid"], { description: "`paid` where nothing is due.", examples: ["open"] }),
      total: refer(MoneySchema, { description: "What it comes to, with tax." }),
      due: refer(MoneySchema, { description: "What is left to be paid, once credit was used." }),
      dueAt: instant("By when it is to be paid."),
    }),
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
    title: "A payment failed",
    description:
      "Sent when the saved payment method could not be charged for an invoice and will not be charged again. The invoice stays open: pay it on the payment page.",
    data: Type.Object({
      invoiceId: id("inv", "The invoice.", "inv_01kahz2j7p3v8c5m9n4q6r7s8t"),
      number: Type.String({ description: "Its number.", examples: ["WF-000001"] }),
      due: refer(MoneySchema, { description: "Amount to be paid." }),
      dueAt: instant("When the invoice is due."),
      failure: Type.String({
        description:
          "Why: the payment provider's code, or `not_charged_in_time` when the provider could not be reached for 20 hours.",
        examples: ["card_declined"],
      }),
    }),
    example: {
      invoiceId: "inv_01kahz2j7p3v8c5m9n4q6r7s8t",
      number: "WF-000001",
      due: { amount: "49.00", currency: "USD" },
      dueAt: "2026-12-05T07:33:00.000Z",
      failure: "card_declined",
    },
  },
  "usage.threshold": {
    title: "A share of the quota is used up",
    description:
      "Sent when an account has used 80 and 100 percent of the searches that its plan includes, once a period for each; to live endpoints.",
    data: Type.Object({
      percent: Type.Integer({ minimum: 1, maximum: 100, description: "The share that was reached.", examples: [80] }),
      used: Type.Integer({ description: "Searches of the period so far.", examples: [800] }),
      included: Type.Integer({ description: "Searches that the plan includes.", examples: [1000] }),
      periodEndsAt: instant("When the period ends."),
    }),
    example: { percent: 80, used: 800, included: 1000, periodEndsAt: "2026-12-01T00:00:00.000Z" },
  },
} as const satisfies Record<string, EventEntry>;

export type EventType = keyof typeof eventCatalogue;

export const eventTypes: readonly EventType[] = Object.keys(eventCatalogue).filter(isEventType);

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalogue, text);
}

/** What an endpoint may subscribe to: a type, every type of a group, or everything. */
export const eventPatterns: readonly string[] = [
  "*",
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
  ...eventTypes,
];

/** Whether a pattern covers a type. */
export function coversEvent(pattern: string, type: EventType): boolean {
  return pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

/** An event as it is listed, and without `deliveryId` and `apiVersion` as it is delivered. */
export const EventSchema = Type.Object(
  {
    id: id("evt", "Id of the event.", "evt_01kahz2j7p3v8c5m9n4q6r7s8t"),
    type: oneOf(eventTypes, { description: "What happened.", examples: ["booking.confirmed"] }),
    createdAt: instant("When it happened."),
    environment: environmentName,
    applicationId: nullable(
      id(
        "app",
        "Application of the booking, key or endpoint that the event is about; null for events of the account.",
        "app_01kahz2j7p3v8c5m9n4q6r7s8t",
      ),
    ),
    data: Type.Object({}, { additionalProperties: true, description: "As the catalogue says of the type." }),
  },
  { $id: "Event", description: "Something that happened." },
);

export type WebhookEvent = Static<typeof EventSchema>;

/** What `data` holds, by the type of its event. */
export type EventData = { [Type in EventType]: Static<(typeof eventCatalogue)[Type]["data"]> };

/** An event whose `type` says what its `data` holds. */
export type EventOf<Type extends EventType = EventType> = {
  [Each in Type]: Omit<WebhookEvent, "type" | "data"> & { type: Each; data: EventData[Each] };
}[Type];
