import { isDate } from "@wayfare/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";

export interface StrictSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, StrictSchema>;
  patternProperties?: Record<string, StrictSchema>;
  additionalProperties?: boolean | StrictSchema;
  unevaluatedProperties?: boolean | StrictSchema;
  items?: StrictSchema;
  prefixItems?: StrictSchema[];
  allOf?: StrictSchema[];
  anyOf?: StrictSchema[];
  oneOf?: StrictSchema[];
}

interface MediaType {
  schema?: StrictSchema;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

interface Response {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, MediaType>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema: StrictSchema;
}

interface DocumentOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
}

interface Components {
  schemas: Record<string, StrictSchema>;
  responses?: Record<string, Response>;
  parameters?: Record<string, Parameter>;
  headers?: Record<string, { required?: boolean }>;
  examples?: Record<string, { value: unknown }>;
}

/** Parts of an OpenAPI document that responses are checked against. */
export interface DescribedDocument {
  paths: Record<string, Record<string, DocumentOperation>>;
  components: Components;
}

export interface OperationEntry {
  path: string;
  method: string;
  operation: DocumentOperation;
  parameters: Parameter[];
}

interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Creates a validator from an OpenAPI document that also rejects undocumented members, statuses and media types. */
export interface StrictDocument {
  operations: readonly OperationEntry[];
  /** Resolves the reference of a response or example. */
  resolve<T extends { $ref?: string }>(value: T): T;
  /** Describes how a response differs from its documentation; null if it does not. */
  findMismatch(path: string, method: string, answer: Answered): string | null;
  /** Describes how a request body differs from its schema; null if it does not. */
  findBodyMismatch(path: string, method: string, body: unknown): string | null;
  /** The same for the body of a response with this status and media type. */
  findResponseMismatch(
    at: { path: string; method: string; status: string; type: string },
    body: unknown,
  ): string | null;
}

const isDateTime = fullFormats["date-time"] ?? true;
const validateDateTime = new Ajv2020({ formats: { "date-time": isDateTime } }).compile({
  type: "string",
  format: "date-time",
});

/** Throws if a schema has a format that is not listed here and would not be checked. */
function makeAjv(): Ajv2020 {
  const refuse = (message: unknown) => {
    throw new Error(String(message));
  };
  return new Ajv2020({
    strict: false,
    allErrors: true,
    logger: { log: refuse, warn: refuse, error: refuse },
    formats: {
      date: isDate,
      "date-time": isDateTime,
      "date-or-date-time": (text: string) => isDate(text) || validateDateTime(text),
      uri: fullFormats.uri ?? true,
      "uri-reference": fullFormats["uri-reference"] ?? true,
      email: fullFormats.email ?? true,
      binary: true,
    },
  });
}

export function makeStrictDocument(document: DescribedDocument): StrictDocument {
  const ajv = makeAjv();
  ajv.addSchema({ ...closeDocument(document), $id: "api" });

  const validate = (steps: readonly string[], value: unknown): string | null => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const check = ajv.getSchema(`api#/${pointer}`);
    if (!check) return `nothing is documented at ${pointer}`;
    return check(value) ? null : ajv.errorsText(check.errors);
  };
  const resolve: StrictDocument["resolve"] = (value) => {
    if (value.$ref === undefined) return value;
    return stepsOf(value.$ref).reduce<unknown>(
      (node, step) => (node as Record<string, unknown>)[step],
      document,
    ) as typeof value;
  };
  const findResponseMismatch: StrictDocument["findResponseMismatch"] = ({ path, method, status, type }, body) => {
    const response = document.paths[path]?.[method]?.responses[status];
    if (response === undefined) return `status ${status} is not documented`;
    const steps = response.$ref === undefined ? ["paths", path, method, "responses", status] : stepsOf(response.$ref);
    return validate([...steps, "content", type, "schema"], body);
  };

  const findHeaderFault = (declared: Response["headers"], sent: Headers): string | null => {
    if (declared === undefined) return null;
    const undocumented = declaredHeaders.find((name) => sent.has(name) && declared[name] === undefined);
    if (undocumented !== undefined) return `the header ${undocumented} is not documented`;
    const missing = Object.entries(declared).find(
      ([name, header]) => resolve(header).required === true && !sent.has(name),
    );
    return missing === undefined ? null : `the header ${missing[0]} is missing`;
  };

  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter));
        return { path, method, operation, parameters };
      }),
    ),
    resolve,
    findResponseMismatch,
    findBodyMismatch: (path, method, body) =>
      validate(["paths", path, method, "requestBody", "content", "application/json", "schema"], body),
    findMismatch(path, method, { status, headers, body }) {
      const type = headers.get("content-type")?.split(";")[0] ?? "";
      const response = document.paths[path]?.[method]?.responses[String(status)];
      const headerFault = findHeaderFault(response && resolve(response).headers, headers);
      if (headerFault !== null) return headerFault;
      const isJson = type.includes("json");
      const described = response && resolve(response).content?.[type];
      if (!isJson && described !== undefined) return null;
      return findResponseMismatch({ path, method, status: String(status), type }, body);
    },
  };
}

/** Headers that a document with headers must declare for every response. */
const declaredHeaders = [
  "Deprecation",
  "Idempotent-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Request-Id",
  "Retry-After",
  "WWW-Authenticate",
];

function stepsOf(reference: string): string[] {
  return reference.split("/").slice(1);
}

/** Adds `unevaluatedProperties: false` wherever a schema with listed members is used. */
function closeDocument(document: DescribedDocument): DescribedDocument {
  const { schemas } = document.components;

  function isFree(schema: StrictSchema): boolean {
    if (schema.$ref !== undefined) return isFree(schemas[stepsOf(schema.$ref).at(-1) ?? ""] ?? {});
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return branches.some(isFree);
    if (schema.allOf !== undefined) return schema.allOf.every(isFree);
    if (schema.enum !== undefined || schema.const !== undefined) return false;
    const takesObjects = schema.type === undefined || [schema.type].flat().includes("object");
    const listsMembers =
      schema.properties !== undefined ||
      schema.patternProperties !== undefined ||
      schema.additionalProperties !== undefined;
    return takesObjects && !listsMembers;
  }

  const closeAll = (members: Record<string, StrictSchema>) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, close(member)]));

  /** Closes nested schemas; the schema itself can still be part of an `allOf`. */
  function closeInside(schema: StrictSchema): StrictSchema {
    const { properties, patternProperties, additionalProperties, items, prefixItems, allOf, anyOf, oneOf } = schema;
    return {
      ...schema,
      ...(properties && { properties: closeAll(properties) }),
      ...(patternProperties && { patternProperties: closeAll(patternProperties) }),
      ...(typeof additionalProperties === "object" && { additionalProperties: close(additionalProperties) }),
      ...(items && { items: close(items) }),
      ...(prefixItems && { prefixItems: prefixItems.map(close) }),
      ...(allOf && { allOf: allOf.map(closeInside) }),
      ...(anyOf && { anyOf: anyOf.map(closeInside) }),
      ...(oneOf && { oneOf: oneOf.map(closeInside) }),
    };
  }

  function close(schema: StrictSchema): StrictSchema {
    return isFree(schema) ? closeInside(schema) : { ...closeInside(schema), unevaluatedProperties: false };
  }

  const closeContent = <T extends { content?: Record<string, MediaType> }>(holder: T): T => ({
    ...holder,
    ...(holder.content && {
      content: Object.fromEntries(
        Object.entries(holder.content).map(([type, media]) => [
          type,
          { ...media, ...(media.schema && { schema: close(media.schema) }) },
        ]),
      ),
    }),
  });
  const closeResponses = (responses: Record<string, Response>) =>
    Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, closeContent(response)]));
  const closeOperation = (operation: DocumentOperation): DocumentOperation => ({
    ...operation,
    ...(operation.requestBody && { requestBody: closeContent(operation.requestBody) }),
    responses: closeResponses(operation.responses),
  });

  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, closeOperation(operation)])),
      ]),
    ),
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closeInside(schema)])),
      ...(document.components.responses && { responses: closeResponses(document.components.responses) }),
    },
  };
}
