import { readFileSync } from "node:fs";
import { DomainError, type ErrorCode, errorCodes, getErrorEntry } from "@wayfare/contract";
import { renderProblem } from "./problem.ts";

interface Example {
  summary: string;
  value: unknown;
}

interface OperationExamples {
  /** Path parameters by name. */
  parameters?: Record<string, string>;
  request?: Example;
  /** By status. */
  responses: Record<string, Example>;
}

/** The contents of openapi-examples.json, which scripts/generate.ts records from a run of the service. */
export interface RecordedExamples {
  /** By operation id. */
  operations: Record<string, OperationExamples>;
  /** By error code. */
  errors: Record<string, Example>;
}

interface MediaType {
  examples?: Record<string, object>;
}

interface ResponseObject {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
}

interface OperationObject {
  operationId?: string;
  parameters?: { name?: string; in?: string; example?: unknown }[];
  requestBody?: { content?: Record<string, MediaType> };
  responses?: Record<string, ResponseObject>;
}

/** The parts of an OpenAPI document that examples belong to. */
export interface ExemplifiedDocument {
  paths?: Record<string, Record<string, OperationObject>>;
  components?: { responses?: Record<string, ResponseObject>; examples?: Record<string, Example> };
}

/** Reads the recorded examples. Only the OpenAPI document needs them, so a start does not pay for them. */
export function readRecordedExamples(): RecordedExamples {
  return JSON.parse(readFileSync(new URL("openapi-examples.json", import.meta.url), "utf8"));
}

/** Adds the recorded examples to path parameters, request bodies and responses, and to each error response an example of each of its codes. */
export function addExamples(document: ExemplifiedDocument, recorded: RecordedExamples): void {
  const components = (document.components ??= {});
  const errorExamples = new Map<string, Example>();
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const examples = recorded.operations[operation.operationId ?? ""];
    for (const parameter of operation.parameters ?? []) {
      const value = examples?.parameters?.[parameter.name ?? ""];
      if (parameter.in === "path" && value !== undefined) parameter.example = value;
    }
    addExample(operation.requestBody?.content, examples?.request);
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      addExample(response.content, examples?.responses[status]);
      const shared = components.responses?.[response.$ref?.split("/").at(-1) ?? ""];
      const problem = (shared ?? response).content?.["application/problem+json"];
      if (problem === undefined) continue;
      // A reference to a shared response can name codes of its own beside it.
      const codes = listCodes(`${shared?.description} ${response.description}`, Number(status));
      for (const code of codes) {
        const name = nameErrorExample(code, Number(status));
        errorExamples.set(name, recorded.errors[name] ?? makeErrorExample(code, Number(status)));
        (problem.examples ??= {})[name] = { $ref: `#/components/examples/${name}` };
      }
    }
  }
  components.examples = Object.fromEntries([...errorExamples].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function addExample(content: Record<string, MediaType> | undefined, example: Example | undefined): void {
  const media = content?.["application/json"] ?? content?.["text/plain"];
  if (media !== undefined && example !== undefined) media.examples = { recorded: example };
}

/** The error codes that a response's description names, of those with this status. */
function listCodes(description: string, status: number): ErrorCode[] {
  const named = new Set([...description.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name));
  return errorCodes.filter((code) => {
    const entry = getErrorEntry(code);
    return named.has(code) && (entry.status === status || entry.alternativeStatus === status);
  });
}

function nameErrorExample(code: ErrorCode, status: number): string {
  return getErrorEntry(code).status === status ? code : `${code}_${status}`;
}

/** An error that a test run does not reach, such as a database outage, as the catalog describes it. */
function makeErrorExample(code: ErrorCode, status: number): Example {
  const timedOut = getErrorEntry(code).status !== status;
  const context = { requestId: "req_01kahz2j7p3v8c5m9n4q6r7s8t", publicUrl: "http://localhost:8080" };
  return { summary: getErrorEntry(code).title, value: renderProblem(new DomainError(code, { timedOut }), context) };
}
