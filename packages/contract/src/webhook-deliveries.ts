import { type Static, Type } from "typebox";
import { eventTypes } from "./events.ts";
import { nullable, oneOf, refer } from "./schema.ts";
import { deliveryId, deliveryStatuses, eventId, webhookId } from "./webhooks.ts";
import { createdRange, idOf, instant } from "./wire-values.ts";

const type = oneOf(eventTypes, { description: "Type of the event.", examples: ["booking.confirmed"] });
const status = oneOf(deliveryStatuses, {
  description: "`dead_lettered`: the last attempt of its schedule has failed. `cancelled`: its endpoint is gone.",
  examples: ["delivered"],
});

const deliveryMembers = {
  id: deliveryId,
  webhookId,
  eventId,
  type,
  applicationId: nullable(idOf("app", "Application of the endpoint.")),
  status,
  attemptCount: Type.Integer({ description: "Attempts so far, of all its schedules.", examples: [1] }),
  nextAttemptAt: nullable(instant("Time of the next attempt; null if none is due or the endpoint is paused.")),
  createdAt: instant("When it was made."),
  finishedAt: nullable(instant("When it was delivered, dead-lettered or cancelled.")),
};

export const DeliverySchema = Type.Object(deliveryMembers, {
  $id: "Delivery",
  description: "One event on its way to one endpoint.",
});

export const AttemptSchema = Type.Object(
  {
    id: idOf("att", "Id of the attempt."),
    number: Type.Integer({ description: "As `SVC-Attempt` counted it.", examples: [1] }),
    startedAt: instant("When it began."),
    status: Type.String({
      description:
        "Result in one word: `delivered`, `gone` (410), or a failure such as `failed_status`, `failed_timeout`, `failed_dns` or `failed_secret_unreadable`.",
      examples: ["failed_status"],
    }),
    reason: Type.String({ description: "The same for people.", examples: ["It answered 500."] }),
    responseStatus: nullable(Type.Integer({ description: "HTTP status; null without an answer.", examples: [500] })),
    address: nullable(Type.String({ description: "Address that was called.", examples: ["203.0.113.9"] })),
    timings: Type.Object(
      {},
      { additionalProperties: true, description: "Milliseconds of each part.", examples: [{ totalMs: 41 }] },
    ),
    requestHeaders: Type.Object(
      {},
      { additionalProperties: true, description: "As sent.", examples: [{ "svc-attempt": "1" }] },
    ),
    responseHeaders: Type.Object(
      {},
      { additionalProperties: true, description: "As received.", examples: [{ "content-type": "application/json" }] },
    ),
    responseBody: Type.String({ description: "At most the first 16 KiB.", examples: ['{"error":"down"}'] }),
    responseBodyIsBase64: Type.Boolean({ description: "Whether the body was no UTF-8.", examples: [false] }),
  },
  { $id: "Attempt", description: "One attempt to deliver." },
);

export const DeliveryDetailSchema = Type.Object(
  { ...deliveryMembers, attempts: Type.Array(refer(AttemptSchema), { description: "Every attempt, oldest first." }) },
  { $id: "DeliveryDetail", description: "A delivery with its attempts." },
);

export const EventTypeSchema = Type.Object(
  {
    type,
    title: Type.String({ description: "What happened.", examples: ["A booking was confirmed"] }),
    description: Type.String({ description: "When it is sent.", examples: ["Sent when a booking was made."] }),
    dataSchema: Type.Object(
      {},
      { additionalProperties: true, description: "JSON schema of `data`.", examples: [{ type: "object" }] },
    ),
    dataExample: Type.Object(
      {},
      { additionalProperties: true, description: "An example of `data`.", examples: [{ message: "It works." }] },
    ),
  },
  { $id: "EventTypeEntry", description: "A kind of event." },
);

export const deliveryQuery = {
  status: Type.Optional(oneOf(deliveryStatuses, { description: "Only in this state.", examples: ["dead_lettered"] })),
  webhookId: Type.Optional({ ...webhookId, description: "Only to this endpoint." }),
  eventId: Type.Optional({ ...eventId, description: "Only of this event." }),
  type: Type.Optional({ ...type, description: "Only deliveries of events of this type." }),
  ...createdRange,
};
export const eventQuery = {
  type: Type.Optional({ ...type, description: "Only events of this type." }),
  ...createdRange,
};

export const DeliveryParamsSchema = Type.Object({ id: deliveryId });
export const EventParamsSchema = Type.Object({ id: eventId });

export type Delivery = Static<typeof DeliverySchema>;
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;
export type Attempt = Static<typeof AttemptSchema>;
export type EventTypeEntry = Static<typeof EventTypeSchema>;
