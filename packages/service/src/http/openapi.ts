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
 * Generates the OpenAPI document from the schemas of the routes with an `operationId`.
 *
 * @param publicUrl absolute URL of the service.
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
      externalDocs: { description: "API reference with code samples", url: `${publicUrl}/docs` },
      tags: [
        {
          name: "Search",
          description: "Search flights with cash fares and award availability, rank them and reprice offers.",
        },
        { name: "Bookings", description: "Book offers and cancel bookings." },
        { name: "Watches", description: "Repeat searches and report flights that match a condition." },
        { name: "Keys", description: "Create, change, roll and revoke API keys." },
        { name: "Applications", description: "Group keys, webhooks, bookings and usage by application." },
        { name: "Webhooks", description: "Manage webhook endpoints, events and deliveries." },
        { name: "Usage", description: "Usage, requests and quota." },
        { name: "Billing", description: "Plans, subscription, invoices and credit." },
        { name: "Suppliers", description: "Connect live suppliers and read their calls, cost and results." },
        { name: "Test clock", description: "Advance the clock of test data." },
        { name: "Account", description: "Account settings and audit log." },
        { name: "Operators", description: "Create, suspend and close the accounts of the deployment." },
        { name: "Operations", description: "Health checks and metrics for operators." },
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
      if (!("openapiObject" in generated)) throw new TypeError("the generated document is not OpenAPI 3");
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
 * Renders one bearer scheme for each scope, all with the same header. OpenAPI 3.1 allows roles of a bearer scheme in `security`, but
 * linters support only OAuth 2 scopes.
 */
function renderSecuritySchemes(): Record<string, { type: "http"; scheme: "bearer"; description: string }> {
  const bearer = { type: "http", scheme: "bearer" } as const;
  const schemes = scopes.map((scope) => {
    const wider = scope.endsWith(".read") ? ` or \`${scope.replace(".read", ".write")}\`` : "";
    return [scope, { ...bearer, description: `API key with the scope \`${scope}\`${wider}.` }] as const;
  });
  const apiKey = { ...bearer, description: "API key with any scope, such as `key_test_…`." };
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

/** Marks bodies without required members as optional. The plugin declares every body as required. */
function markOptionalBody(operation: unknown): void {
  if (typeof operation !== "object" || operation === null || !("requestBody" in operation)) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin has written it
  const { requestBody } = operation as {
    requestBody: { required: boolean; content: Record<string, { schema?: object }> };
  };
  const schema = requestBody.content["application/json"]?.schema;
  if (schema !== undefined) requestBody.required = !isOptionalBody(schema);
}
