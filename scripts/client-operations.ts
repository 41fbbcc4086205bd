/** Writes the client's table of operations from the OpenAPI document. */

import { getSchemaName, namedSchemas } from "@wayfare/contract";

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | null)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
  };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The schemas of the document, and the types that have been referred to. */
interface Types {
  schemas: Readonly<Record<string, Schema>>;
  imported: Set<string>;
}

/** Schemas that have a type in the contract; all other types are written inline. */
const contractTypes: ReadonlySet<string> = new Set(namedSchemas.map(getSchemaName));

/** Contract types whose name differs from their schema's. */
const contractNames: Readonly<Record<string, string>> = {
  Event: "EventOf",
  Plan: "WirePlan",
};

/** Operations other than GET that are idempotent without an `Idempotency-Key`. */
export const idempotentOperations: ReadonlySet<string> = new Set([
  "changeKey",
  "revokeKey",
  "revokeLeakedKey",
  "changeApplication",
  "changeAccount",
  "changeWebhook",
  "verifyWebhook",
  "previewSubscription",
]);

/**
 * Generates packages/sdk/src/client/operations.ts.
 *
 * @param document the OpenAPI document as JSON
 * @throws Error if the document has a construct that the client does not support
 */
export function renderClientOperations(document: string): string {
  const { paths, components }: Document = JSON.parse(document);
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map((each) => resolveParameter(each, components.parameters));
      return { path, method: method.toUpperCase(), operation: { ...operation, parameters } };
    }),
  );
  const imported = new Set<string>();
  const parts = { schemas: components.schemas, imported };
  const types = operations.map(({ operation }) => renderTypes(operation, parts));
  const entries = operations.map(({ path, method, operation }) => renderEntry(path, method, operation));
  const names = [...imported].toSorted().map((name) => `  ${name},`);
  return `// Generated from docs/reference/openapi.json by npm run generate.

import type {
${names.join("\n")}
} from "@wayfare/contract";
import type { OperationEntry } from "./operation-entry.ts";

/** Parameters, request body and response of each operation. */
export interface Operations {
${types.join("\n")}
}

export type OperationId = keyof Operations;

export type ResponseOf<Id extends OperationId> = Operations[Id]["response"];

/** The query of an operation that has one. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query?: infer Query } ? Query : never;

/** Every operation of the API. */
export const operations: Readonly<Record<OperationId, OperationEntry>> = {
${entries.join("\n")}
};
`;
}

type ResolvedOperation = Omit<Operation, "parameters"> & { parameters: readonly Parameter[] };

function resolveParameter(
  parameter: Parameter | { $ref: string },
  parameters: Readonly<Record<string, Parameter>>,
): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const resolved = parameters[nameOf(parameter.$ref)];
  if (resolved === undefined) throw new Error(`unknown parameter ${parameter.$ref}`);
  return resolved;
}

function renderTypes(operation: ResolvedOperation, types: Types): string {
  const { parameters } = operation;
  const path = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const members = [
    path.length > 0 && `path: { ${path.map(({ name }) => `${name}: string`).join("; ")} }`,
    query.length > 0 && `query${query.some((each) => each.required === true) ? "" : "?"}: ${renderQuery(query, types)}`,
    body && `body${operation.requestBody?.required === true ? "" : "?"}: ${renderType(body, types)}`,
    `response: ${renderType(answerOf(operation), types)}`,
  ];
  const lines = members.filter(Boolean).map((member) => `    ${member};`);
  const summary = operation.summary ? [`  /** ${operation.summary}. */`] : [];
  return [...summary, `  ${operation.operationId}: {`, ...lines, "  };"].join("\n");
}

function renderQuery(query: readonly Parameter[], types: Types): string {
  const members = query.map(({ name, required, schema }) => {
    const type = renderType(schema, types);
    return `      ${name}${required === true ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${members.join("\n")}\n    }`;
}

function renderEntry(path: string, method: string, operation: ResolvedOperation): string {
  const takesKey = operation.parameters.some((each) => each.in === "header" && each.name === "Idempotency-Key");
  const other = Object.entries(operation.responses).find(
    ([status, { content }]) => !status.startsWith("2") && content?.["application/json"],
  );
  const members = [
    `method: "${method}"`,
    `path: "${path}"`,
    takesKey && "takesIdempotencyKey: true",
    idempotentOperations.has(operation.operationId) && "isIdempotent: true",
    other && `extraStatus: ${other[0]}`,
    isBytes(answerOf(operation))
      ? 'responseType: "bytes"'
      : answerOf(operation).type === "string" && 'responseType: "text"',
  ];
  return `  ${operation.operationId}: { ${members.filter(Boolean).join(", ")} },`;
}

function answerOf(operation: ResolvedOperation): Schema {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const [media] = Object.values(answer?.content ?? {});
  if (!media) throw new Error(`${operation.operationId} has no response body`);
  return media.schema;
}

function isBytes({ format }: Schema): boolean {
  return format === "binary";
}

function renderType(schema: Schema, types: Types): string {
  if (schema.$ref !== undefined) return renderReference(schema.$ref, types);
  if (isBytes(schema)) return "Uint8Array";
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((each) => renderType(each, types)).join(" | ");
  return [schema.type ?? []]
    .flat()
    .map((type) => renderPlain(type, schema, types))
    .join(" | ");
}

function renderPlain(type: string, schema: Schema, types: Types): string {
  if (type === "array" && schema.items) {
    const row = renderType(schema.items, types);
    return row.includes(" ") ? `(${row})[]` : `${row}[]`;
  }
  if (type === "object") {
    const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
      const optional = schema.required?.includes(name) ? "" : "?";
      return `${name}${optional}: ${renderType(member, types)}`;
    });
    return `{ ${members.join("; ")} }`;
  }
  if (type === "integer") return "number";
  if (["string", "number", "boolean", "null"].includes(type)) return type;
  throw new Error(`unsupported schema ${JSON.stringify(schema)}`);
}

function renderReference(reference: string, types: Types): string {
  const name = nameOf(reference);
  if (!contractTypes.has(name)) {
    const schema = types.schemas[name];
    if (schema === undefined) throw new Error(`unknown schema ${reference}`);
    return renderType(schema, types);
  }
  const type = contractNames[name] ?? name;
  types.imported.add(type);
  return type;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
