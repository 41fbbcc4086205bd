import { type Static, Type } from "typebox";
import { eventSubject, eventTypes } from "./events.ts";
import { nullable, oneOf, ref } from "./schema.ts";
import { deliveryId, deliveryStatuses, eventId, webhookId } from "./webhooks.ts";
import { createdRange, idOf, instant } from "./wire-values.ts";

const type = oneOf(eventTypes, { description: "Type of the event.", examples: ["booking.confirmed"] });
const status = oneOf(deliveryStatuses, {
  description:
    "Status of the delivery. `dead_lettered`: all attempts of the retry schedule failed. `cancelled`: the endpoint was deleted.",
  examples: ["delivered"],
});

const deliveryMembers = {
  id: deliveryId,
  webhookId,
  eventId,
  type,
  applicationId: nullable(idOf("app", "Application of the endpoint.")),
  status,
  attemptCount: Type.Integer({ description: "Attempts so far, including manual retries.", examples: [1] }),
  nextAttemptAt: nullable(instant("Time of the next attempt; null if none is due or the endpoint is paused.")),
  createdAt: instant("Time of creation."),
  finishedAt: nullable(
    instant("Time at which it was delivered, dead-lettered or cancelled; null while it is pending."),
  ),
};

export const DeliverySchema = Type.Object(deliveryMembers, {
  $id: "Delivery",
  description: "Delivery of an event to a webhook endpoint.",
});

export const AttemptSchema = Type.Object(
  {
    id: idOf("att", "Id of the attempt."),
    number: Type.Integer({ description: "Number of the attempt, as in the `SVC-Attempt` header.", examples: [1] }),
    startedAt: instant("Start of the attempt."),
    status: Type.String({
      description:
        "Result: `delivered`, `gone` (410), or a failure such as `failed_status`, `failed_timeout`, `failed_dns`, `failed_token` or `failed_secret_unreadable`.",
      examples: ["failed_status"],
    }),
    reason: Type.String({ description: "Human-readable explanation.", examples: ["Endpoint returned 500."] }),
    responseStatus: nullable(Type.Integer({ description: "HTTP status; null without a response.", examples: [500] })),
    address: nullable(Type.String({ description: "IP address of the endpoint.", examples: ["203.0.113.9"] })),
    timings: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "Duration of each phase in milliseconds.",
        examples: [{ totalMs: 41 }],
      },
    ),
    requestHeaders: Type.Object(
      {},
      { additionalProperties: true, description: "Request headers.", examples: [{ "svc-attempt": "1" }] },
    ),
    responseHeaders: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "Response headers.",
        examples: [{ "content-type": "application/json" }],
      },
    ),
    responseBody: Type.String({ description: "Response body, up to 16 KiB.", examples: ['{"error":"down"}'] }),
    responseBodyIsBase64: Type.Boolean({
      description: "True if `responseBody` is base64 because it was not valid UTF-8.",
      examples: [false],
    }),
  },
  { $id: "Attempt", description: "Delivery attempt." },
);

export const DeliveryDetailSchema = Type.Object(
  { ...deliveryMembers, attempts: Type.Array(ref(AttemptSchema), { description: "Attempts, oldest first." }) },
  { $id: "DeliveryDetail", description: "Delivery with its attempts." },
);

export const EventTypeSchema = Type.Object(
  {
    type,
    title: Type.String({ description: "Title of the event type.", examples: ["Booking confirmed"] }),
    description: Type.String({
      description: "Condition for sending the event.",
      examples: ["Sent when `POST /v1/bookings` creates a booking."],
    }),
    dataSchema: Type.Object(
      {},
      { additionalProperties: true, description: "JSON Schema of `data`.", examples: [{ type: "object" }] },
    ),
    dataExample: Type.Object(
      {},
      { additionalProperties: true, description: "Example of `data`.", examples: [{ message: "It works." }] },
    ),
  },
  { $id: "EventTypeEntry", description: "Event type." },
);

export const RetryScheduleSchema = Type.Object(
  {
    delaysSeconds: Type.Array(Type.Integer({ minimum: 1 }), {
      description: "Seconds from the end of each failed attempt to the next attempt, in order.",
      examples: [[60, 300, 1800, 7200, 21_600, 86_400]],
    }),
    attempts: Type.Integer({
      description: "Attempts until a delivery is dead-lettered, including the first.",
      examples: [7],
    }),
    totalSeconds: Type.Integer({
      description: "Seconds from the first to the last attempt, not counting the attempts themselves.",
      examples: [117_360],
    }),
  },
  { $id: "RetrySchedule", description: "Retry schedule of webhook deliveries." },
);

export const deliveryQuery = {
  status: Type.Optional(
    oneOf(deliveryStatuses, { description: "Only deliveries with this status.", examples: ["dead_lettered"] }),
  ),
  webhookId: Type.Optional({ ...webhookId, description: "Only deliveries to this webhook endpoint." }),
  eventId: Type.Optional({ ...eventId, description: "Only deliveries of this event." }),
  type: Type.Optional({ ...type, description: "Only deliveries of events of this type." }),
  subject: Type.Optional({
    ...eventSubject,
    description: "Only deliveries of events about this object, such as a booking: of its newest 1,000 events.",
  }),
  ...createdRange,
};
export const eventQuery = {
  type: Type.Optional({ ...type, description: "Only events of this type." }),
  subject: Type.Optional({ ...eventSubject, description: "Only events about this object, such as a booking." }),
  ...createdRange,
  order: Type.Optional(
    oneOf(["newest", "oldest"], {
      description:
        "`newest` (default) is a list. `oldest` is a feed: it returns each event once, in the order in which events became visible, and skips none, however late it was committed. `nextCursor` of the feed is never null; pass it as `after`.",
      default: "newest",
      examples: ["newest"],
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "With `order=oldest`: `nextCursor` of the previous response, with the same `type` and `subject`. Omit it to start with the oldest retained event; `now` returns the cursor of the end of the feed and no events. A cursor is valid for the retention of events, 30 days by default.",
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30,
      description:
        "With `order=oldest`: seconds to wait for an event if there is none after the cursor. The response can be empty and earlier than that.",
      examples: [20],
    }),
  ),
};

export const TriggerEventSchema = Type.Object(
  { type },
  { $id: "TriggerEvent", additionalProperties: false, description: "Type of an example event." },
);

export const DeliveryParamsSchema = Type.Object({ id: deliveryId });
export const EventParamsSchema = Type.Object({ id: eventId });

export type Delivery = Static<typeof DeliverySchema>;
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;
export type Attempt = Static<typeof AttemptSchema>;
export type TriggerEvent = Static<typeof TriggerEventSchema>;
export type RetrySchedule = Static<typeof RetryScheduleSchema>;
export type EventTypeEntry = Static<typeof EventTypeSchema>;
