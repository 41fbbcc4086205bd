import { headerComponents, headersOf } from "./openapi-headers.ts";
import { isRecord, type JsonObject, recordOf, recordsOf } from "./openapi-json.ts";
import { nameSchema, nameSubschemas, renderNamedEnums } from "./openapi-schemas.ts";

const problemType = "application/problem+json";

/** Names and descriptions of the shared error responses, by status. */
const problemNames: Readonly<Record<string, [name: string, description: string]>> = {
  400: ["BadRequest", "The request is malformed or does not match its schema."],
  401: ["Unauthorized", "The credentials are missing, unknown, revoked or expired."],
  402: ["PaymentRequired", "The quota is used up, or an invoice is overdue."],
  403: ["Forbidden", "The caller is not allowed to do this."],
  404: ["NotFound", "The object does not exist, or belongs to another account or environment."],
  405: ["MethodNotAllowed", "The path does not support this method."],
  409: ["Conflict", "The request conflicts with the state of the object."],
  410: ["Gone", "The object is no longer available."],
  413: ["PayloadTooLarge", "The body is too large."],
  415: ["UnsupportedMediaType", "The body is not JSON in UTF-8."],
  422: ["Unprocessable", "The request is well-formed but cannot be processed."],
  429: ["RateLimited", "Too many requests. Retry after the seconds in `Retry-After`."],
  500: ["InternalError", "The service failed. The request was not at fault."],
  503: ["Unavailable", "The service cannot handle the request now. Retry after the seconds in `Retry-After`."],
  504: ["GatewayTimeout", "No supplier answered in time."],
};

interface OperationEntry {
  path: string;
  operation: JsonObject;
}

/** Replaces repeated parts of a document by references to components, and names nested schemas. */
export function shareComponents(document: JsonObject): JsonObject {
  const components = recordOf(document.components);
  const schemas: JsonObject = renderNamedEnums();
  for (const [name, schema] of recordsOf(components.schemas)) schemas[name] = nameSubschemas(schema, schemas, name);
  const operations = recordsOf(document.paths).flatMap(([path, methods]) =>
    recordsOf(methods).map(([, operation]) => ({ path, operation })),
  );
  for (const { operation } of operations) nameContents(operation, schemas);
  const responses = { ...shareProblems(operations), ...recordOf(components.responses) };
  const parameters = { ...shareParameters(operations, schemas), ...recordOf(components.parameters) };
  const used = keepUsed(schemas, [document.paths, document.webhooks, responses, parameters]);
  return {
    ...document,
    components: { ...components, schemas: used, responses, parameters, headers: headerComponents },
  };
}

/** Keeps the named schemas that the document refers to. */
function keepUsed(schemas: JsonObject, users: readonly unknown[]): JsonObject {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit(users);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function nameContents(operation: JsonObject, schemas: JsonObject): void {
  const bodies = [operation.requestBody, ...recordsOf(operation.responses).map(([, response]) => response)];
  for (const body of bodies) {
    if (!isRecord(body)) continue;
    for (const [, media] of recordsOf(body.content)) {
      if (!isRecord(media.schema)) continue;
      const { description: _description, ...named } = nameSchema(media.schema, { schemas });
      media.schema = named;
    }
  }
}

/** Adds the headers to every response, and replaces the errors by references to the most common response of their status and schema. */
function shareProblems(entries: readonly OperationEntry[]): JsonObject {
  const problems: { operation: JsonObject; status: string; response: JsonObject }[] = [];
  for (const { operation } of entries) {
    for (const [status, response] of recordsOf(operation.responses)) {
      const isProblem = isRecord(response.content) && problemType in response.content;
      if (isProblem) problems.push({ operation, status, response });
      else {
        const requiresKey = Array.isArray(operation.security) && operation.security.length > 0;
        response.headers = headersOf({
          status: Number(status),
          isProblem,
          requiresKey,
          replays: isIdempotent(operation),
        });
      }
    }
  }
  const shared: JsonObject = {};
  for (const [key, rows] of Map.groupBy(problems, ({ status, response }) => `${status} ${schemaNameOf(response)}`)) {
    const [status = "", schemaName = ""] = key.split(" ");
    const [statusName, statusDescription] = problemNames[status] ?? [];
    if (statusName === undefined) throw new Error(`the error status ${status} has no name`);
    const name = schemaName === "Problem" ? statusName : schemaName;
    const common = mostCommon(rows.map(({ response }) => String(response.description)));
    shared[name] = {
      description: `${statusDescription} ${common}`,
      headers: headersOf({ status: Number(status), isProblem: true, requiresKey: true, replays: false }),
      content: { [problemType]: { schema: { $ref: `#/components/schemas/${schemaName}` } } },
    };
    for (const { operation, response } of rows) {
      const note = response.description === common ? {} : { description: response.description };
      if (isRecord(operation.responses)) {
        operation.responses[status] = { $ref: `#/components/responses/${name}`, ...note };
      }
    }
  }
  return shared;
}

/** Returns the schema name of an error response: `Problem` or a schema that extends it. */
function schemaNameOf(response: JsonObject): string {
  const { schema } = recordOf(recordOf(response.content)[problemType]);
  return String(recordOf(schema).$ref).replace("#/components/schemas/", "");
}

function isIdempotent({ parameters }: JsonObject): boolean {
  return Array.isArray(parameters) && parameters.some((each) => isRecord(each) && each.name === "idempotency-key");
}

/** Replaces parameters that several operations share by references. */
function shareParameters(entries: readonly OperationEntry[], schemas: JsonObject): JsonObject {
  const rows = entries.flatMap(({ path, operation }) => {
    const { parameters } = operation;
    if (!Array.isArray(parameters)) return [];
    return parameters.filter(isRecord).map((parameter, at) => {
      const shaped = shapeParameter(parameter, schemas);
      parameters[at] = shaped;
      return { path, parameters, at, shaped };
    });
  });
  const shared: JsonObject = {};
  for (const [, same] of Map.groupBy(rows, ({ shaped }) => JSON.stringify(shaped))) {
    const [first] = same;
    if (first === undefined || same.length === 1) continue;
    const name = freeName(nameOfParameter(first.path, first.shaped), shared);
    shared[name] = first.shaped;
    for (const { parameters, at } of same) parameters[at] = { $ref: `#/components/parameters/${name}` };
  }
  return Object.fromEntries(Object.entries(shared).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Writes header names as in HTTP. Keeps defaults, because code generators handle them correctly in parameters. */
function shapeParameter({ schema, ...parameter }: JsonObject, schemas: JsonObject): JsonObject {
  const { default: fallback, ...rest } = isRecord(schema) ? nameSchemaWithDefault(schema, schemas) : {};
  const name = parameter.name === "idempotency-key" ? "Idempotency-Key" : parameter.name;
  if (parameter.required === false) delete parameter.required;
  return { ...parameter, name, schema: fallback === undefined ? rest : { ...rest, default: fallback } };
}

function nameSchemaWithDefault({ default: fallback, ...schema }: JsonObject, schemas: JsonObject): JsonObject {
  const named = nameSchema(schema, { schemas });
  return fallback === undefined ? named : { ...named, default: fallback };
}

/** Returns `KeyId` for `id` in `/v1/keys/{id}`, else the name of the parameter. */
function nameOfParameter(path: string, { in: location, name }: JsonObject): string {
  if (location !== "path" || name !== "id") return toPascal(String(name));
  const resource = path.split("/").findLast((_step, at, steps) => steps[at + 1] === "{id}") ?? "";
  return `${toPascal(resource.replace(/ies$/, "y").replace(/s$/, ""))}Id`;
}

function freeName(name: string, taken: JsonObject): string {
  let free = name;
  for (let n = 2; free in taken; n++) free = `${name}${n}`;
  return free;
}

function toPascal(name: string): string {
  return name.replace(/(?:^|-)([a-zA-Z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the most frequent text, the first one if several are. */
function mostCommon(texts: readonly string[]): string {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => ({ text, length }));
  return counts.reduce((best, each) => (each.length > best.length ? each : best), { text: "", length: 0 }).text;
}
