import { readFileSync } from "node:fs";
import { DomainError, type ErrorCode, errorCodes, getErrorEntry } from "@wayfare/contract";
import { renderProblem } from "@wayfare/listener";
import { resourceUrl } from "@wayfare/resources";

interface Example {
  summary: string;
  value: unknown;
}

interface OperationExamples {
  /** Path parameters by name. */
  parameters?: Record<string, string>;
  request?: Example;
  /** Responses by status. */
  responses: Record<string, Example>;
  /** Further requests with their responses of status 200, by name. */
  variants?: Record<string, { request: Example; response: Example }>;
  /** Data of a server-sent event. */
  event?: Example;
}

/** Contents of assets/openapi-examples.json, which scripts/generate.ts records from a run of the service. */
export interface RecordedExamples {
  /** Examples by operation id. */
  operations: Record<string, OperationExamples>;
  /** Examples by error code. */
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

/** Parts of an OpenAPI document that have examples. */
export interface DocumentWithExamples {
  paths?: Record<string, Record<string, OperationObject>>;
  components?: { responses?: Record<string, ResponseObject>; examples?: Record<string, Example> };
}

/** Reads the recorded examples. Called only when the OpenAPI document is generated, to keep the start fast. */
export function readRecordedExamples(): RecordedExamples {
  return JSON.parse(readFileSync(resourceUrl("service/assets/openapi-examples.json"), "utf8"));
}

/** Adds recorded examples to path parameters, request bodies and responses, and an example of each error code to error responses. */
export function addExamples(document: DocumentWithExamples, recorded: RecordedExamples): void {
  const components = (document.components ??= {});
  const errorExamples = new Map<string, Example>();
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const examples = recorded.operations[operation.operationId ?? ""];
    for (const parameter of operation.parameters ?? []) {
      const value = examples?.parameters?.[parameter.name ?? ""];
      if (parameter.in === "path" && value !== undefined) parameter.example = value;
    }
    addExample(operation.requestBody?.content, "recorded", examples?.request);
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      addExample(response.content, "recorded", examples?.responses[status]);
      const shared = components.responses?.[response.$ref?.split("/").at(-1) ?? ""];
      const problem = (shared ?? response).content?.["application/problem+json"];
      if (problem === undefined) continue;
      // A reference to a shared response can name additional codes in its description.
      const codes = listCodes(`${shared?.description} ${response.description}`, Number(status));
      for (const code of codes) {
        const name = nameErrorExample(code, Number(status));
        errorExamples.set(name, recorded.errors[name] ?? makeErrorExample(code, Number(status)));
        (problem.examples ??= {})[name] = { $ref: `#/components/examples/${name}` };
      }
    }
    const events = operation.responses?.["200"]?.content?.["text/event-stream"];
    if (events !== undefined && examples?.event !== undefined) events.examples = { recorded: examples.event };
    for (const [name, { request, response }] of Object.entries(examples?.variants ?? {})) {
      addExample(operation.requestBody?.content, name, request);
      addExample(operation.responses?.["200"]?.content, name, response);
    }
  }
  components.examples = Object.fromEntries([...errorExamples].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function addExample(content: Record<string, MediaType> | undefined, name: string, example: Example | undefined): void {
  const media = content?.["application/json"] ?? content?.["text/plain"];
  if (media !== undefined && example !== undefined) (media.examples ??= {})[name] = example;
}

/** Returns the error codes with this status that a response description names. */
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

/** Creates an example from the catalog for an error that the recorded run does not produce, such as a database outage. */
function makeErrorExample(code: ErrorCode, status: number): Example {
  const timedOut = getErrorEntry(code).status !== status;
  const context = { requestId: "req_01kahz2j7p3v8c5m9n4q6r7s8t", publicUrl: "http://localhost:8080" };
  return { summary: getErrorEntry(code).title, value: renderProblem(new DomainError(code, { timedOut }), context) };
}
