/** Writes the client's table of operations from the OpenAPI document. */

import { renderType } from "./client-types.ts";
import { answerOf, type Document, isBytes, type Operation, type Parameter, resolveParameter } from "./openapi-model.ts";

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
  "changeSupplier",
  "checkSupplier",
  "disconnectSupplier",
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
  const types = operations.map(({ operation }) => renderTypes(operation, imported));
  const entries = operations.map(({ path, method, operation }) => renderEntry(path, method, operation));
  const names = [...imported].toSorted().map((name) => `  ${name},`);
  return `// Generated from docs/reference/openapi.json by npm run generate.

import type {
${names.join("\n")}
} from "../generated/types.ts";
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

function renderTypes(operation: ResolvedOperation, imported: Set<string>): string {
  const { parameters } = operation;
  const path = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const members = [
    path.length > 0 && `path: { ${path.map(({ name }) => `${name}: string`).join("; ")} }`,
    query.length > 0 &&
      `query${query.some((each) => each.required === true) ? "" : "?"}: ${renderQuery(query, imported)}`,
    body && `body${operation.requestBody?.required === true ? "" : "?"}: ${renderType(body, imported)}`,
    `response: ${renderType(answerOf(operation), imported)}`,
  ];
  const lines = members.filter(Boolean).map((member) => `    ${member};`);
  const summary = operation.summary ? [`  /** ${operation.summary}. */`] : [];
  return [...summary, `  ${operation.operationId}: {`, ...lines, "  };"].join("\n");
}

function renderQuery(query: readonly Parameter[], imported: Set<string>): string {
  const members = query.map(({ name, required, schema }) => {
    const type = renderType(schema, imported);
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
