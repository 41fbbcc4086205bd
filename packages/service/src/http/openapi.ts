import swagger from "@fastify/swagger";
import { getSchemaName, namedSchemas } from "@wayfare/contract";
import type { FastifySchema } from "fastify";
import { describeAccess } from "./access-declaration.ts";
import type { App } from "./app-type.ts";
import { isOptionalBody, noBody } from "./json-body.ts";

/** Makes the OpenAPI document from the routes' own schemas. Routes without an operationId stay out of it. */
export async function registerOpenApi(app: App): Promise<void> {
  const names = new Set(namedSchemas.map(getSchemaName));
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Wayfare",
        version: "1",
        description: "Flight search in money and in miles.",
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      servers: [{ url: "/", description: "This deployment" }],
      tags: [
        { name: "Search", description: "Flights, their prices, and which is best." },
        { name: "Bookings", description: "Booking the sandbox's offers in money and in miles, and cancelling." },
        { name: "Keys", description: "Who gets in: making, changing, rolling and revoking keys." },
        { name: "Applications", description: "What keys, webhooks and usage belong to." },
        { name: "Webhooks", description: "Who is told of what happens: endpoints, events and their deliveries." },
        { name: "Usage", description: "What was asked, and what of it counts." },
        { name: "Billing", description: "Plans, what they cost, and how it is paid." },
        { name: "Test clock", description: "The clock of an account's test data, moved forward instead of waiting." },
        { name: "Account", description: "The account, and who did what in it." },
        { name: "Operations", description: "For those who run the service." },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key, such as `key_test_…`." },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === "string" && names.has(json.$id) ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url, route }) => {
      const { access = "public", ...config } = route.config ?? {};
      if (!schema || !("operationId" in schema)) return { schema: { ...schema, hide: true }, url };
      return { schema: describeSecurity(withoutEmptyBody(schema), { access, ...config }), url };
    },
    transformObject: (document) => {
      if (!("openapiObject" in document)) return document.swaggerObject;
      for (const operation of Object.values(document.openapiObject.paths ?? {}).flatMap((path) =>
        Object.values(path ?? {}),
      )) {
        markOptionalBody(operation);
      }
      return document.openapiObject;
    },
  });
}

function describeSecurity(schema: FastifySchema, route: Parameters<typeof describeAccess>[0]): FastifySchema {
  const security = route.access === "public" ? [] : [{ apiKey: [] }];
  const description = [schema.description, describeAccess(route)].filter(Boolean).join("\n\n");
  return { ...schema, description, security };
}

function withoutEmptyBody({ body, ...schema }: FastifySchema): FastifySchema {
  return body === undefined || body === noBody ? schema : { ...schema, body };
}

/** The plugin declares every body as required. */
function markOptionalBody(operation: unknown): void {
  if (typeof operation !== "object" || operation === null || !("requestBody" in operation)) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin has written it
  const { requestBody } = operation as {
    requestBody: { required: boolean; content: Record<string, { schema?: object }> };
  };
  const schema = requestBody.content["application/json"]?.schema;
  if (schema !== undefined) requestBody.required = !isOptionalBody(schema);
}
