import { type EventEntry, EventSchema, eventCatalog, isEventType, subjectOf } from "@wayfare/contract";
import { Type } from "typebox";
import { type JsonObject, recordOf } from "./openapi-json.ts";

const deliveryHeaders: readonly [name: string, description: string, example: string][] = [
  [
    "SVC-Signature",
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 of `<t>.<body>` under the endpoint's secret. Verify it before you use the body.",
    "t=1795246380,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ],
  [
    "SVC-Delivery-Id",
    "Id of the delivery, the same for every attempt. Use it to detect duplicates.",
    "dlv_01kahz2j7p3v8c5m9n4q6r7s8t",
  ],
  ["SVC-Attempt", "Number of the attempt, starting at 1.", "1"],
  ["webhook-id", "Id of the delivery, for Standard Webhooks libraries.", "dlv_01kahz2j7p3v8c5m9n4q6r7s8t"],
  ["webhook-timestamp", "Unix time of the signature, for Standard Webhooks libraries.", "1795246380"],
  [
    "webhook-signature",
    "Signature of [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the base64 of the HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded secret (the base64 after `whsec_`). During a rotation it has one value for each valid secret, separated by a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
];

/** Returns `SVCSignature` for `SVC-Signature`, and `StandardWebhookId` for `webhook-id`: `WebhookId` is the parameter of paths. */
function nameOfHeader(name: string): string {
  const joined = name.replace(/(?:^|-)([a-zA-Z])/g, (_match, letter: string) => letter.toUpperCase());
  return name.startsWith("webhook-") ? `Standard${joined}` : joined;
}

/** Returns `BookingConfirmedEvent` for `booking.confirmed`. */
function nameOfEvent(type: string): string {
  return `${type.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Event`;
}

/** Renders the schema of events in lists, whose `type` determines the schema of `data`. */
function renderEventUnion(): JsonObject {
  const { type: _type, data: _data, ...members } = EventSchema.properties;
  const types = Object.entries<EventEntry>(eventCatalog);
  const schemas = types.map(([type, { title }]) => [
    nameOfRecord(type),
    toReferences({
      ...Type.Object({
        ...members,
        type: Type.Unsafe({ type: "string", const: type, description: "Type of the event." }),
        data: refToData(type),
      }),
      description: `${title}.`,
    }),
  ]);
  const reference = (type: string) => `#/components/schemas/${nameOfRecord(type)}`;
  const union = {
    description: "Event of the account. `type` determines the schema of `data`.",
    "x-extensible": true,
    oneOf: types.map(([type]) => ({ $ref: reference(type) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(types.map(([type]) => [type, reference(type)])),
    },
  };
  return { ...Object.fromEntries(schemas), Event: union };
}

/** Returns `BookingConfirmedRecord` for `booking.confirmed`: the event in lists, without the members of its delivery. */
function nameOfRecord(type: string): string {
  return nameOfEvent(type).replace(/Event$/, "Record");
}

/** Parameters of every delivery by component name. */
const deliveryParameters: JsonObject = Object.fromEntries(
  deliveryHeaders.map(([name, description, example]) => [
    nameOfHeader(name),
    { in: "header", name, required: true, description, schema: { type: "string" }, example },
  ]),
);

/** Renders the schemas of deliveries, one for each event type. */
function renderEventSchemas(): JsonObject {
  const { id, subject, createdAt, environment } = EventSchema.properties;
  return Object.fromEntries(
    Object.entries<EventEntry>(eventCatalog).map(([type, { title }]) => [
      nameOfEvent(type),
      toReferences({
        ...Type.Object({
          id,
          type: Type.Unsafe({ type: "string", const: type, description: "Type of the event." }),
          createdAt,
          environment,
          apiVersion: Type.Unsafe({ type: "string", const: "v1", description: "Version of the API." }),
          deliveryId: Type.String({
            description: "Id of the delivery, the same for every attempt.",
            examples: ["dlv_01kahz2j7p3v8c5m9n4q6r7s8t"],
          }),
          subject,
          data: refToData(type),
        }),
        description: `${title}.`,
      }),
    ]),
  );
}

/** Renders the schemas of `data`, which deliveries and lists share. */
function renderDataSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries<EventEntry>(eventCatalog).map(([type, { title, data }]) => [
      nameOfData(type),
      toReferences({ ...data, description: `Data of the event: ${title}.` }),
    ]),
  );
}

/** Returns `BookingConfirmedData` for `booking.confirmed`. */
function nameOfData(type: string): string {
  return nameOfEvent(type).replace(/Event$/, "Data");
}

const refToData = (type: string) => Type.Unsafe({ $ref: `${nameOfData(type)}#` });

/** Renders the webhooks of the document, one for each event type. */
function renderWebhooks(): JsonObject {
  return Object.fromEntries(
    Object.entries<EventEntry>(eventCatalog).map(([type, entry]) => [type, { post: renderWebhook(type, entry) }]),
  );
}

function renderWebhook(type: string, { title, description, example }: EventEntry): JsonObject {
  const name = nameOfEvent(type);
  const value = {
    id: "evt_01kahz2j7p3v8c5m9n4q6r7s8t",
    type,
    createdAt: "2026-11-21T07:33:00.000Z",
    environment: "test",
    apiVersion: "v1",
    deliveryId: "dlv_01kahz2j7p3v8c5m9n4q6r7s8t",
    subject: isEventType(type) ? subjectOf(type, example) : null,
    data: example,
  };
  return {
    operationId: `on${name}`,
    tags: ["Webhooks"],
    summary: title,
    description: `${description} Delivered at least once: duplicates have the same \`deliveryId\`.`,
    security: [],
    parameters: Object.keys(deliveryParameters).map((each) => ({ $ref: `#/components/parameters/${each}` })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          examples: { event: { summary: title, value } },
        },
      },
    },
    responses: {
      "2XX": { $ref: "#/components/responses/DeliveryAccepted" },
      "410": { $ref: "#/components/responses/DeliveryGone" },
      default: { $ref: "#/components/responses/DeliveryFailed" },
    },
  };
}

/** Responses of an endpoint by component name. */
const deliveryResponses: JsonObject = {
  DeliveryAccepted: {
    description: "The event was accepted. The body must be JSON, such as `{}`; otherwise the delivery fails.",
    content: { "application/json": { schema: {} } },
  },
  DeliveryGone: {
    description: "The endpoint no longer accepts events. It is disabled, and the delivery is cancelled.",
  },
  DeliveryFailed: { description: "Any other response, or none within 15 seconds. The delivery is retried later." },
};

/** Converts references between named schemas to references of the document. */
function toReferences(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === "$ref" && typeof value === "string" ? `#/components/schemas/${value.replace(/#$/, "")}` : value,
  );
}

/** Adds the webhooks and their schemas to a document. */
export function addWebhooks(document: JsonObject): JsonObject {
  const components = recordOf(document.components);
  const add = (kind: string, parts: JsonObject): JsonObject => {
    const existing = recordOf(components[kind]);
    const repeated = Object.keys(parts).find((name) => Object.hasOwn(existing, name));
    if (repeated !== undefined) throw new Error(`component ${kind}/${repeated} is defined twice`);
    return { ...existing, ...parts };
  };
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...add("schemas", { ...renderDataSchemas(), ...renderEventSchemas() }), ...renderEventUnion() },
      parameters: add("parameters", deliveryParameters),
      responses: add("responses", deliveryResponses),
    },
    webhooks: renderWebhooks(),
  };
}
