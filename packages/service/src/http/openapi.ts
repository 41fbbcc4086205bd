import swagger from "@fastify/swagger";
import { getSchemaName, namedSchemas, scopes } from "@wayfare/contract";
import type { FastifyContextConfig, FastifySchema } from "fastify";
import { describeAccess, isSessionAccess } from "./access-declaration.ts";
import type { App } from "./app-type.ts";
import { describeDeprecation } from "./deprecation.ts";
import { isOptionalBody, noBody } from "./json-body.ts";
import { shareComponents } from "./openapi-components.ts";
import { addExamples, readRecordedExamples } from "./openapi-examples.ts";
import { apiDescription } from "./openapi-info.ts";
import { addWebhooks } from "./openapi-webhooks.ts";

/**
 * Generates the OpenAPI document from the schemas of the routes. Routes without an operationId stay out of it.
 *
 * @param publicUrl absolute URL of the service
 */
export async function registerOpenApi(app: App, publicUrl: string): Promise<void> {
  const names = new Set(namedSchemas.map(getSchemaName));
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Wayfare",
        version: "1",
        description: apiDescription,
        contact: { name: "Wayfare", url: `${publicUrl}/docs` },
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      servers: [{ url: publicUrl, description: "This deployment" }],
      externalDocs: { description: "API reference with samples", url: `${publicUrl}/docs` },
      tags: [
        { name: "Search", description: "Search flights in money and in miles, rank them and price offers again." },
        { name: "Bookings", description: "Book offers and cancel bookings." },
        { name: "Keys", description: "Create, change, roll and revoke API keys." },
        { name: "Applications", description: "Group keys, webhooks and usage by application." },
        { name: "Webhooks", description: "Register endpoints, and read events and their deliveries." },
        { name: "Usage", description: "Read requests and the usage that counts." },
        { name: "Billing", description: "Plans, subscription, invoices and credit." },
        { name: "Test clock", description: "Move the clock of test data forward instead of waiting." },
        { name: "Account", description: "The account and its audit log." },
        { name: "Operations", description: "Health and metrics, for operators of the service." },
      ],
      components: {
        securitySchemes: renderSecuritySchemes(),
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === "string" && names.has(json.$id) ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url, route }) => {
      const { access = "public", ...config } = route.config ?? {};
      if (!schema || !("operationId" in schema)) return { schema: { ...schema, hide: true }, url };
      return { schema: describeRoute(withoutEmptyBody(schema), { access, ...config }), url };
    },
    transformObject: (generated) => {
      if (!("openapiObject" in generated)) throw new TypeError("the document is an OpenAPI 3 document");
      for (const operation of Object.values(generated.openapiObject.paths ?? {}).flatMap((path) =>
        Object.values(path ?? {}),
      )) {
        markOptionalBody(operation);
      }
      const document = shareComponents(addWebhooks(JSON.parse(JSON.stringify(generated.openapiObject))));
      addExamples(document, readRecordedExamples());
      return document;
    },
  });
}

/**
 * A scheme for each scope, all of them the same header: OpenAPI 3.1 lets a bearer scheme name roles in `security`, but linters know the
 * scopes of OAuth 2 only.
 */
function renderSecuritySchemes(): Record<string, { type: "http"; scheme: "bearer"; description: string }> {
  const bearer = { type: "http", scheme: "bearer" } as const;
  const schemes = scopes.map((scope) => {
    const wider = scope.endsWith(".read") ? ` or \`${scope.replace(".read", ".write")}\`` : "";
    return [scope, { ...bearer, description: `An API key with the scope \`${scope}\`${wider}.` }] as const;
  });
  const apiKey = { ...bearer, description: "An API key with any scope, such as `key_test_…`." };
  return { apiKey, ...Object.fromEntries(schemes) };
}

function describeRoute(schema: FastifySchema, config: FastifyContextConfig): FastifySchema {
  const { access = "public" } = config;
  const needed = access === "public" || isSessionAccess(access) ? [] : access;
  const alternatives = needed.length === 0 ? [{ apiKey: [] }] : needed.map((scope) => ({ [scope]: [] }));
  const notes = config.deprecated === undefined ? undefined : describeDeprecation(config.deprecated);
  return {
    ...schema,
    ...(notes === undefined ? {} : { deprecated: true }),
    description: [schema.description, notes, describeAccess(config)].filter(Boolean).join("\n\n"),
    security: access === "public" ? [] : alternatives,
  };
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
