import { type Static, Type } from "typebox";
import { MetadataSchema } from "./metadata.ts";
import { nullable, oneOf, refer, storableText } from "./schema.ts";
import { dateOrInstant, environmentName, idOf, instant } from "./wire-values.ts";

/** `disabled`: by five days of failure or an answer 410, until it is verified again. */
export const webhookStatuses = ["pending_verification", "active", "paused", "verification_failed", "disabled"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const deliveryStatuses = [
  "pending",
  "delivering",
  "awaiting_retry",
  "delivered",
  "dead_lettered",
  "cancelled",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const replayStatuses = ["running", "finished", "cancelled"] as const;
export type ReplayStatus = (typeof replayStatuses)[number];

export const webhookId = idOf("whk", "Id of the endpoint.");
export const eventId = idOf("evt", "Id of the event.");
export const deliveryId = idOf("dlv", "Id of the delivery, the same in every attempt.");
const replayId = idOf("rpl", "Id of the replay.");
const applicationId = idOf(
  "app",
  "Application of the endpoint, which then receives only events of that application. An endpoint without one receives all events of the account in its environment. A key with an application creates endpoints of that application.",
);

/** What a URL may be, the service checks with a reason. */
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: storableText,
  description: "Where deliveries are posted: absolute, https, on port 443 or 8443.",
  examples: ["https://example.com/webhooks"],
});
/** On the way in, the service checks each with a fault of its own. */
const events = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: 100,
  description: "Event types, groups such as `booking.*`, or `*`; `GET /v1/event-types` lists the types.",
  examples: [["booking.*", "key.revoked"]],
});
const description = Type.String({
  maxLength: 500,
  pattern: storableText,
  description: "For people.",
  examples: ["Bookings of the web shop"],
});

const maxPerSecond = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: "The most deliveries a second, challenges apart; null where the endpoint takes whatever comes.",
    examples: [50],
  }),
);

const webhookMembers = {
  id: webhookId,
  environment: environmentName,
  url,
  pendingUrl: nullable({ ...url, description: "A new URL that has not answered the challenge yet." }),
  events,
  description,
  status: oneOf(webhookStatuses, {
    description: "Only `active` endpoints are sent to; a `paused` one gets what was due when it goes on.",
    examples: ["active"],
  }),
  applicationId: nullable(applicationId),
  maxPerSecond,
  challengeFailure: nullable(
    Type.String({
      description: "Why the last challenge was not answered.",
      examples: ["It answered 404 instead of 200."],
    }),
  ),
  previousSecretEndsAt: nullable(instant("Until when the secret before the last rotation is valid too.")),
  firstFailureAt: nullable(
    instant("Time of the first failure after the last success; null if the last attempt succeeded."),
  ),
  failures: Type.Integer({ description: "Failed attempts since the last success.", examples: [0] }),
  disabledReason: nullable(Type.String({ description: "Why it is disabled.", examples: ["It answered 410 Gone."] })),
  metadata: refer(MetadataSchema),
  createdAt: instant("When the endpoint was made."),
};

export const WebhookSchema = Type.Object(webhookMembers, {
  $id: "Webhook",
  description: "A webhook endpoint, without its secret.",
});

export const NewWebhookSchema = Type.Object(
  {
    ...webhookMembers,
    secret: Type.Optional(
      Type.String({ description: "Signs deliveries. Shown in this answer and nowhere again.", examples: ["whsec_…"] }),
    ),
    secretOmitted: Type.Optional(
      Type.Boolean({
        description: "True on an idempotent replay, which cannot show the secret: rotate it if it is lost.",
        examples: [true],
      }),
    ),
  },
  { $id: "NewWebhook", description: "A webhook endpoint with a secret that has just been made." },
);

export const CreateWebhookSchema = Type.Object(
  {
    url,
    events,
    description: Type.Optional(description),
    applicationId: Type.Optional(nullable(applicationId)),
    maxPerSecond: Type.Optional(maxPerSecond),
    metadata: Type.Optional(refer(MetadataSchema)),
  },
  { $id: "CreateWebhook", additionalProperties: false, description: "A webhook endpoint to make." },
);

export const ChangeWebhookSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    maxPerSecond: Type.Optional(maxPerSecond),
    paused: Type.Optional(Type.Boolean({ description: "True holds what is due, false sends it.", examples: [false] })),
    metadata: Type.Optional(refer(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeWebhook", additionalProperties: false, description: "What to change of a webhook endpoint." },
);

export const DeletedWebhookSchema = Type.Object(
  {
    id: webhookId,
    deletedAt: instant("When the endpoint was deleted."),
    cancelledDeliveries: Type.Integer({ description: "Deliveries that were open and are cancelled.", examples: [0] }),
  },
  { $id: "DeletedWebhook", description: "A webhook endpoint that has been deleted." },
);

export const WebhookTestSchema = Type.Object(
  { eventId, deliveryId },
  { $id: "WebhookTest", description: "A test event and its delivery." },
);

export const ReplayWebhookSchema = Type.Object(
  {
    from: dateOrInstant(
      "Events created at or after this time, a date-time or a date (its start in UTC).",
      "2026-11-21",
    ),
    to: Type.Optional(
      dateOrInstant(
        "Events created before this time, a date-time or a date (its start in UTC); now by default.",
        "2026-11-22T00:00:00.000Z",
      ),
    ),
    status: Type.Optional(
      oneOf(deliveryStatuses, {
        description: "Only events whose last delivery to this endpoint has this status.",
        examples: ["dead_lettered"],
      }),
    ),
    types: Type.Optional({
      ...events,
      description: "Only these types or groups, in place of what the endpoint subscribes to.",
      examples: [["booking.*"]],
    }),
    dryRun: Type.Optional(Type.Boolean({ description: "Only count.", examples: [false] })),
  },
  { $id: "ReplayWebhook", additionalProperties: false, description: "Which events to deliver once more." },
);

export const ReplayStartedSchema = Type.Object(
  {
    id: nullable(replayId),
    matched: Type.Integer({ description: "Events that match; the fewest where `matchedIsMinimum`.", examples: [12] }),
    matchedIsMinimum: Type.Boolean({
      description:
        "True where the period holds more than 100,000 events of these types: only the first 100,000 were counted, and more than `matched` may match.",
      examples: [false],
    }),
    status: oneOf([...replayStatuses, "dry_run"], { description: "Status of the replay.", examples: ["running"] }),
  },
  { $id: "ReplayStarted", description: "A replay that has begun; one that only counts has no id." },
);

export const ReplaySchema = Type.Object(
  {
    id: replayId,
    webhookId,
    matched: ReplayStartedSchema.properties.matched,
    matchedIsMinimum: ReplayStartedSchema.properties.matchedIsMinimum,
    replayed: Type.Integer({ description: "New deliveries so far.", examples: [12] }),
    status: oneOf(replayStatuses, {
      description: "`cancelled` if the endpoint was deleted or disabled before the replay finished.",
      examples: ["finished"],
    }),
    createdAt: instant("When it was asked for."),
    finishedAt: nullable(instant("When it ended.")),
  },
  { $id: "Replay", description: "A replay: new deliveries of events of the past." },
);

export const WebhookParamsSchema = Type.Object({ id: webhookId });
export const ReplayParamsSchema = Type.Object({ id: webhookId, replayId });

export type Webhook = Static<typeof WebhookSchema>;
export type NewWebhook = Static<typeof NewWebhookSchema>;
export type CreateWebhook = Static<typeof CreateWebhookSchema>;
export type ChangeWebhook = Static<typeof ChangeWebhookSchema>;
export type DeletedWebhook = Static<typeof DeletedWebhookSchema>;
export type WebhookTest = Static<typeof WebhookTestSchema>;
export type ReplayWebhook = Static<typeof ReplayWebhookSchema>;
export type ReplayStarted = Static<typeof ReplayStartedSchema>;
export type Replay = Static<typeof ReplaySchema>;
