import { type Static, Type } from "typebox";
import { MetadataSchema } from "./metadata.ts";
import { nullable, oneOf, orNull, ref, storableTextPattern } from "./schema.ts";
import { dateOrInstant, environmentName, idOf, instant, searchText } from "./wire-values.ts";

/** `disabled`: after 5 days of failures or a 410 response, until the endpoint is verified again. */
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

export const webhookId = idOf("whk", "Id of the webhook endpoint.");
export const eventId = idOf("evt", "Id of the event.");
export const deliveryId = idOf("dlv", "Id of the delivery, the same for all attempts.");
const replayId = idOf("rpl", "Id of the replay.");
const applicationId = idOf(
  "app",
  "Application of the endpoint. The endpoint receives only events of this application; without an application it receives all events of the account in its environment. A key of an application creates endpoints of that application.",
);

/** Conditions on the data of events, by path: a value, a list of values, or bounds. */
export type WebhookFilter = Readonly<Record<string, unknown>>;

/** The service validates the URL and returns a reason if it is not allowed. */
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: storableTextPattern,
  description: "URL that receives deliveries: absolute, https, port 443 or 8443.",
  examples: ["https://example.com/webhooks"],
});
/** The service validates each pattern and returns an error for each invalid one. */
const events = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: 100,
  description: "Event types, groups such as `booking.*`, or `*` for all. `GET /v1/event-types` lists the types.",
  examples: [["booking.*", "key.revoked"]],
});
const description = Type.String({
  maxLength: 500,
  pattern: storableTextPattern,
  description: "Display text.",
  examples: ["Bookings of the web shop"],
});

const maxPerSecond = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: "Maximum deliveries per second, not counting challenges; null for no limit.",
    examples: [50],
  }),
);

/** The service compiles the conditions and returns an error for each invalid one. */
const filter = Type.Unsafe<WebhookFilter>({
  type: "object",
  additionalProperties: true,
  description:
    "Conditions on `data`, all of which an event must meet, by member (`status`, `total.amount`): a value, a list of values of which one must match, or bounds (`gt`, `gte`, `lt`, `lte`). Numeric bounds compare decimal strings too. Up to 10 conditions.",
  examples: [{ kind: ["cash", "award"], "total.amount": { gte: 500 } }],
});
const ordered = Type.Boolean({
  description:
    "True to receive the deliveries of one `subject`, such as a booking, in order: each is sent when those before it were delivered, dead-lettered or cancelled. Deliveries of other subjects do not wait. Set for events after the change; false also ends the order of waiting deliveries.",
  examples: [false],
});
const headers = Type.Record(Type.String(), Type.String({ maxLength: 1024 }), {
  description:
    "Headers added to challenges and deliveries, up to 10, for example a token of your gateway. They are stored encrypted and not returned. Host, headers of the connection and those of deliveries are refused.",
  examples: [{ "x-gateway-token": "token-8731" }],
});
export const WebhookBasicAuthSchema = Type.Object(
  {
    type: oneOf(["basic"], { description: "HTTP Basic authentication.", examples: ["basic"] }),
    username: Type.String({
      maxLength: 200,
      pattern: storableTextPattern,
      description: "User name, without colons.",
      examples: ["wayfare"],
    }),
    password: Type.String({
      maxLength: 500,
      pattern: storableTextPattern,
      description: "Password.",
      examples: ["gateway-password"],
    }),
  },
  {
    $id: "WebhookBasicAuth",
    additionalProperties: false,
    description: "User name and password of HTTP Basic authentication.",
  },
);

export const WebhookOAuth2Schema = Type.Object(
  {
    type: oneOf(["oauth2"], { description: "OAuth 2.0 client credentials.", examples: ["oauth2"] }),
    tokenUrl: Type.String({
      maxLength: 2000,
      pattern: storableTextPattern,
      description:
        "URL from which tokens are requested, with the client id and secret in HTTP Basic authentication. The rules for the URL of an endpoint apply.",
      examples: ["https://auth.example.com/oauth2/token"],
    }),
    clientId: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: storableTextPattern,
      description: "Client id.",
      examples: ["wayfare"],
    }),
    clientSecret: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: storableTextPattern,
      description: "Client secret.",
      examples: ["client-secret-8731"],
    }),
    scope: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$",
        description: "Scopes to request, separated by spaces; absent for the default of the server.",
        examples: ["webhooks:write"],
      }),
    ),
  },
  {
    $id: "WebhookOAuth2",
    additionalProperties: false,
    description: "OAuth 2.0 client credentials, which are exchanged for the bearer token of challenges and deliveries.",
  },
);

/** The service parses the certificate and the key, and returns an error that says what is wrong with them. */
export const WebhookMtlsSchema = Type.Object(
  {
    type: oneOf(["mtls"], { description: "Client certificate of mutual TLS.", examples: ["mtls"] }),
    certificate: Type.String({
      minLength: 1,
      maxLength: 32_768,
      pattern: storableTextPattern,
      description:
        "Certificate in PEM, followed by those of its issuers, up to 10. It must allow client authentication.",
      examples: ["-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n"],
    }),
    privateKey: Type.String({
      minLength: 1,
      maxLength: 16_384,
      pattern: storableTextPattern,
      description: "Private key of the certificate in PEM, without a passphrase.",
      examples: ["-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"],
    }),
  },
  {
    $id: "WebhookMtls",
    additionalProperties: false,
    description: "Client certificate that is presented to the server of an https URL.",
  },
);

export const WebhookAuthSchema = Type.Unsafe<
  Static<typeof WebhookBasicAuthSchema> | Static<typeof WebhookOAuth2Schema> | Static<typeof WebhookMtlsSchema>
>({
  $id: "WebhookAuth",
  anyOf: [ref(WebhookBasicAuthSchema), ref(WebhookOAuth2Schema), ref(WebhookMtlsSchema)],
  description: "Credentials for challenges and deliveries, by `type`. They are stored encrypted and not returned.",
});

const auth = orNull(ref(WebhookAuthSchema), "Credentials for challenges and deliveries; null for none.");

const webhookMembers = {
  id: webhookId,
  environment: environmentName,
  url,
  pendingUrl: nullable({ ...url, description: "New URL that is not verified yet." }),
  events,
  description,
  status: oneOf(webhookStatuses, {
    description:
      "Status of the endpoint. Only `active` endpoints receive deliveries. Deliveries of a `paused` endpoint are kept and sent when it is resumed.",
    examples: ["active"],
  }),
  applicationId: nullable(applicationId),
  maxPerSecond,
  challengeFailure: nullable(
    Type.String({
      description: "Reason why the last challenge failed; null if it did not.",
      examples: ["Endpoint returned 404 instead of 200."],
    }),
  ),
  secretCreatedAt: instant("Time of creation of the secret that signs deliveries."),
  previousSecretCreatedAt: nullable(
    instant("Time of creation of the previous secret; null if there is none or the time is unknown."),
  ),
  previousSecretEndsAt: nullable(instant("Time until which the previous secret is valid; null if there is none.")),
  firstFailureAt: nullable(
    instant("Time of the first failure since the last success; null if the last attempt succeeded."),
  ),
  failures: Type.Integer({ description: "Failed attempts since the last success.", examples: [0] }),
  disabledReason: nullable(
    Type.String({
      description: "Reason why the endpoint is disabled; null if it is not.",
      examples: ["Endpoint returned 410 Gone."],
    }),
  ),
  headerNames: Type.Array(Type.String(), {
    description: "Names of the custom headers. Their values are not returned.",
    examples: [["x-gateway-token"]],
  }),
  authType: nullable(
    Type.String({
      description: "Type of the credentials, `basic`, `oauth2` or `mtls`; null for none.",
      examples: ["basic"],
    }),
  ),
  certificateExpiresAt: nullable(
    instant("Time at which the client certificate expires; null if the credentials are of another type."),
  ),
  filter: nullable(filter),
  ordered,
  metadata: ref(MetadataSchema),
  createdAt: instant("Time of creation."),
};

export const WebhookSchema = Type.Object(webhookMembers, {
  $id: "Webhook",
  description: "Webhook endpoint without its secret.",
});

export const NewWebhookSchema = Type.Object(
  {
    ...webhookMembers,
    secret: Type.Optional(
      Type.String({ description: "Signing secret. Returned only in this response.", examples: ["whsec_…"] }),
    ),
    secretOmitted: Type.Optional(
      Type.Boolean({
        description: "True on an idempotent replay, which cannot return the secret. If you lost it, rotate it.",
        examples: [true],
      }),
    ),
  },
  { $id: "NewWebhook", description: "Webhook endpoint with its new secret." },
);

const missedEvents = Type.Object({
  from: instant("Time of the oldest of them."),
  matched: Type.Integer({ description: "Their number; a lower bound if `matchedIsMinimum` is true.", examples: [12] }),
  matchedIsMinimum: Type.Boolean({
    description: "True if only the oldest 10,000 events were examined.",
    examples: [false],
  }),
});

export const VerificationStartedSchema = Type.Object(
  {
    ...webhookMembers,
    missedEvents: orNull(
      missedEvents,
      "Events that match the subscriptions and were not delivered to this endpoint; null if there are none, or if the endpoint is active. When it is active again, replay them with `POST /v1/webhooks/{id}/replay` and this `from`.",
    ),
  },
  { $id: "VerificationStarted", description: "Webhook endpoint whose challenge was sent again." },
);

export const CreateWebhookSchema = Type.Object(
  {
    url,
    events,
    description: Type.Optional(description),
    applicationId: Type.Optional(nullable(applicationId)),
    maxPerSecond: Type.Optional(maxPerSecond),
    headers: Type.Optional(headers),
    auth: Type.Optional(auth),
    filter: Type.Optional(nullable(filter)),
    ordered: Type.Optional(ordered),
    metadata: Type.Optional(ref(MetadataSchema)),
  },
  { $id: "CreateWebhook", additionalProperties: false, description: "Parameters of a new webhook endpoint." },
);

export const ChangeWebhookSchema = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    maxPerSecond: Type.Optional(maxPerSecond),
    headers: Type.Optional({ ...headers, description: "Replaces all custom headers; `{}` removes them." }),
    auth: Type.Optional(auth),
    filter: Type.Optional(nullable(filter)),
    ordered: Type.Optional(ordered),
    paused: Type.Optional(
      Type.Boolean({ description: "True pauses deliveries; false resumes them.", examples: [false] }),
    ),
    metadata: Type.Optional(ref(MetadataSchema, { description: "Replaces all metadata; `{}` removes it." })),
  },
  { $id: "ChangeWebhook", additionalProperties: false, description: "Changes to a webhook endpoint." },
);

export const RotateWebhookSchema = Type.Object(
  {
    expirePrevious: Type.Optional(
      Type.Boolean({
        description:
          "True ends the current secret immediately, for example because it leaked. Default: it stays valid for 24 hours.",
        examples: [false],
      }),
    ),
  },
  { $id: "RotateWebhook", additionalProperties: false, description: "Options for rotating a signing secret." },
);

export const DeletedWebhookSchema = Type.Object(
  {
    id: webhookId,
    deletedAt: instant("Time of deletion."),
    cancelledDeliveries: Type.Integer({ description: "Pending deliveries that were cancelled.", examples: [0] }),
  },
  { $id: "DeletedWebhook", description: "Deleted webhook endpoint." },
);

export const WebhookTestSchema = Type.Object(
  { eventId, deliveryId },
  { $id: "WebhookTest", description: "Test event and its delivery." },
);

export const ReplayWebhookSchema = Type.Object(
  {
    from: dateOrInstant(
      "Only events created at or after this time: a date-time, or a date for its start in UTC.",
      "2026-11-21",
    ),
    to: Type.Optional(
      dateOrInstant(
        "Only events created before this time: a date-time, or a date for its start in UTC. Default: now.",
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
      description: "Only these event types or groups. Default: those that the endpoint subscribes to.",
      examples: [["booking.*"]],
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: "True counts the matching events without delivering them.", examples: [false] }),
    ),
  },
  { $id: "ReplayWebhook", additionalProperties: false, description: "Selection of events to deliver again." },
);

export const ReplayStartedSchema = Type.Object(
  {
    id: nullable(replayId),
    matched: Type.Integer({
      description: "Matching events; a lower bound if `matchedIsMinimum` is true.",
      examples: [12],
    }),
    matchedIsMinimum: Type.Boolean({
      description:
        "True if the range has more than 100,000 events of these types. Only the first 100,000 are counted, so more than `matched` can match.",
      examples: [false],
    }),
    status: oneOf([...replayStatuses, "dry_run"], { description: "Status of the replay.", examples: ["running"] }),
  },
  { $id: "ReplayStarted", description: "Started replay. `id` is null for a dry run." },
);

export const ReplaySchema = Type.Object(
  {
    id: replayId,
    webhookId,
    matched: ReplayStartedSchema.properties.matched,
    matchedIsMinimum: ReplayStartedSchema.properties.matchedIsMinimum,
    replayed: Type.Integer({ description: "Deliveries created so far.", examples: [12] }),
    status: oneOf(replayStatuses, {
      description: "`cancelled` if the endpoint was deleted or disabled before the replay finished.",
      examples: ["finished"],
    }),
    createdAt: instant("Time of creation."),
    finishedAt: nullable(instant("Time at which it ended; null while it is running.")),
  },
  { $id: "Replay", description: "Replay of past events as new deliveries." },
);

export const WebhookParamsSchema = Type.Object({ id: webhookId });
export const ReplayParamsSchema = Type.Object({ id: webhookId, replayId });

export const webhookQuery = {
  search: Type.Optional(
    searchText("Only endpoints whose URL, description or id contains this text. Case-insensitive."),
  ),
};

export type Webhook = Static<typeof WebhookSchema>;
export type NewWebhook = Static<typeof NewWebhookSchema>;
export type CreateWebhook = Static<typeof CreateWebhookSchema>;
export type ChangeWebhook = Static<typeof ChangeWebhookSchema>;
export type VerificationStarted = Static<typeof VerificationStartedSchema>;
export type RotateWebhook = Static<typeof RotateWebhookSchema>;
export type WebhookAuth = Static<typeof WebhookAuthSchema>;
export type DeletedWebhook = Static<typeof DeletedWebhookSchema>;
export type WebhookTest = Static<typeof WebhookTestSchema>;
export type ReplayWebhook = Static<typeof ReplayWebhookSchema>;
export type ReplayStarted = Static<typeof ReplayStartedSchema>;
export type Replay = Static<typeof ReplaySchema>;
