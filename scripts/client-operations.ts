/** Writes the client's table of operations from the OpenAPI document. */

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | null)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

interface Parameter {
  in: string;
  name: string;
  required: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Types of the contract that are not called as their schema is. */
const contractNames: Readonly<Record<string, string>> = {
  Event: "EventOf",
  EventType: "EventTypeEntry",
  Plan: "WirePlan",
};

/**
 * The source of packages/sdk/src/client/operations.ts.
 *
 * @param document the OpenAPI document as JSON
 * @throws Error for what the document holds and the client could not say
 */
export function renderClientOperations(document: string): string {
  const { paths }: Document = JSON.parse(document);
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const imported = new Set<string>();
  const types = operations.map(({ operation }) => renderTypes(operation, imported));
  const entries = operations.map(({ path, method, operation }) => renderEntry(path, method, operation));
  const names = [...imported].toSorted().map((name) => `  ${name},`);
  return `// Made from docs/reference/openapi.json by npm run generate.

import type {
${names.join("\n")}
} from "@wayfare/contract";
import type { OperationEntry } from "./operation-entry.ts";

/** What each operation takes and answers. */
export interface Operations {
${types.join("\n")}
}

export type OperationId = keyof Operations;

export type AnswerOf<Id extends OperationId> = Operations[Id]["answer"];

/** The query of an operation that has one. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query?: infer Query } ? Query : never;

/** Every operation of the API. */
export const operations: Readonly<Record<OperationId, OperationEntry>> = {
${entries.join("\n")}
};
`;
}

function renderTypes(operation: Operation, imported: Set<string>): string {
  const parameters = operation.parameters ?? [];
  const path = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const members = [
    path.length > 0 && `path: { ${path.map(({ name }) => `${name}: string`).join("; ")} }`,
    query.length > 0 && `query${query.some((each) => each.required) ? "" : "?"}: ${renderQuery(query, imported)}`,
    body && `body${operation.requestBody?.required ? "" : "?"}: ${renderType(body, imported)}`,
    `answer: ${renderType(answerOf(operation), imported)}`,
  ];
  const lines = members.filter(Boolean).map((member) => `    ${member};`);
  const summary = operation.summary ? [`  /** ${operation.summary}. */`] : [];
  return [...summary, `  ${operation.operationId}: {`, ...lines, "  };"].join("\n");
}

function renderQuery(query: readonly Parameter[], imported: Set<string>): string {
  const members = query.map(({ name, required, schema }) => {
    const type = renderType(schema, imported);
    return `      ${name}${required ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${members.join("\n")}\n    }`;
}

function renderEntry(path: string, method: string, operation: Operation): string {
  const takesKey = operation.parameters?.some((each) => each.in === "header" && each.name === "idempotency-key");
  const other = Object.entries(operation.responses).find(
    ([status, { content }]) => !status.startsWith("2") && content?.["application/json"],
  );
  const members = [
    `method: "${method}"`,
    `path: "${path}"`,
    takesKey && "takesIdempotencyKey: true",
    other && `alsoAnswers: ${other[0]}`,
    isBytes(answerOf(operation)) ? 'answers: "bytes"' : answerOf(operation).type === "string" && 'answers: "text"',
  ];
  return `  ${operation.operationId}: { ${members.filter(Boolean).join(", ")} },`;
}

function answerOf(operation: Operation): Schema {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const [media] = Object.values(answer?.content ?? {});
  if (!media) throw new Error(`${operation.operationId} answers nothing`);
  return media.schema;
}

function isBytes({ format }: Schema): boolean {
  return format === "binary";
}

function renderType(schema: Schema, imported: Set<string>): string {
  if (schema.$ref !== undefined) return refer(schema.$ref, imported);
  if (isBytes(schema)) return "Uint8Array";
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  return [schema.type ?? []]
    .flat()
    .map((type) => renderPlain(type, schema, imported))
    .join(" | ");
}

function renderPlain(type: string, schema: Schema, imported: Set<string>): string {
  if (type === "array" && schema.items) {
    const row = renderType(schema.items, imported);
    return row.includes(" ") ? `(${row})[]` : `${row}[]`;
  }
  if (type === "object") {
    const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
      const optional = schema.required?.includes(name) ? "" : "?";
      return `${name}${optional}: ${renderType(member, imported)}`;
    });
    return `{ ${members.join("; ")} }`;
  }
  if (type === "integer") return "number";
  if (["string", "number", "boolean", "null"].includes(type)) return type;
  throw new Error(`no type can be written for ${JSON.stringify(schema)}`);
}

function refer(reference: string, imported: Set<string>): string {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const type = contractNames[name] ?? name;
  imported.add(type);
  return type;
}
