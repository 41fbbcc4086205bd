import type { RunningApp } from "../running-app.ts";
import type { Stabilize } from "./stable-values.ts";

/** A value of the OpenAPI document's `examples`. */
interface Example {
  summary: string;
  value: unknown;
}

interface OperationExamples {
  /** Path parameters by name. */
  parameters?: Record<string, string>;
  request?: Example;
  /** Keyed by status. */
  responses: Record<string, Example>;
  /** Further requests with their responses of status 200, by name. */
  variants?: Record<string, { request: Example; response: Example }>;
  /** Data of a server-sent event. */
  event?: Example;
}

/** The recorded examples, in the format of packages/service/assets/openapi-examples.json. */
export interface RecordedExamples {
  operations: Record<string, OperationExamples>;
  /** By error code, followed by the status for a second status of a code, as in `SUPPLY_UNAVAILABLE_504`. */
  errors: Record<string, Example>;
}

export interface CallStep {
  summary?: string;
  /** Name of a further example of the operation. */
  variant?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Status whose response has the same schema, and this response as its example. */
  alsoStatus?: number;
  /** The app's test key by default; null for none. */
  key?: string | null;
  headers?: Record<string, string>;
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; required?: boolean }[];
  takesBody: boolean;
}

/** Calls the app by operation id and keeps requests and responses. */
export interface Recorder {
  operations: ReadonlyMap<string, DocumentedOperation>;
  /** Calls an operation that must succeed, and keeps its first response of each status as the example. */
  call<Answer = unknown>(operationId: string, step?: CallStep): Promise<Answer>;
  /** Calls an operation that fails with this code, and keeps the error as the example of the code. */
  fail(code: string, operationId: string, step?: CallStep): Promise<void>;
  recorded(): RecordedExamples;
  /** The first body of each operation, and the text of every response. */
  raw: { bodies: ReadonlyMap<string, object>; answers: readonly string[] };
}

/** Virtual time between two calls, so that lists have a fixed order. */
const stepMs = 1000;
const maxRows = 2;

interface WireOperation {
  operationId: string;
  summary?: string;
  parameters?: { $ref?: string; name: string; in: string; required?: boolean }[];
  requestBody?: object;
}

interface WireDocument {
  paths: Record<string, Record<string, WireOperation>>;
  components: { parameters?: Record<string, { name: string; in: string; required?: boolean }> };
}

export async function makeRecorder(app: RunningApp, stabilize: Stabilize): Promise<Recorder> {
  const operations = listOperations(JSON.parse((await app.call("/openapi.json", { key: null })).text));
  const recorded: RecordedExamples = { operations: {}, errors: {} };
  const bodies = new Map<string, object>();
  const answers: string[] = [];

  async function send(operationId: string, { params = {}, query = {}, body, headers, key }: CallStep) {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`the OpenAPI document has no operation ${operationId}`);
    app.clock.advance(stepMs);
    const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? `missing ${name}`);
    const search = new URLSearchParams(query).toString();
    const answer = await app.call(search === "" ? path : `${path}?${search}`, {
      method: operation.method.toUpperCase(),
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
      ...(key === undefined ? {} : { key }),
    });
    return { operation, answer };
  }

  return {
    operations,
    async call<Answer>(operationId: string, step: CallStep = {}) {
      const { operation, answer } = await send(operationId, step);
      const type = answer.headers.get("content-type") ?? "";
      if (type.includes("problem+json")) throw new Error(`${operationId} answered ${answer.status}: ${answer.text}`);
      answers.push(answer.text);
      if (typeof step.body === "object" && step.body !== null && !bodies.has(operationId)) {
        bodies.set(operationId, step.body);
      }
      const examples = (recorded.operations[operationId] ??= { responses: {} });
      const summary = step.summary ?? operation.summary;
      if (step.variant !== undefined) {
        (examples.variants ??= {})[step.variant] = {
          request: { summary, value: stabilize(step.body ?? {}) },
          response: { summary, value: stabilize(answer.body) },
        };
      }
      if (step.params !== undefined) examples.parameters ??= mapValues(step.params, stabilize);
      if (operation.takesBody) examples.request ??= { summary, value: stabilize(step.body ?? {}) };
      if (/[/+]json/.test(type)) {
        const example = { summary, value: stabilize(cutRows(answer.body)) };
        for (const status of [answer.status, step.alsoStatus ?? answer.status]) examples.responses[status] ??= example;
      }
      if (type.startsWith("text/event-stream")) {
        examples.event ??= { summary, value: stabilize(findEvent(answer.text, "supply")) };
      } else if (type.startsWith("text/"))
        examples.responses[answer.status] ??= { summary, value: cutMetrics(answer.text) };
      return answer.body as Answer;
    },
    async fail(code, operationId, step = {}) {
      const { answer } = await send(operationId, step);
      if (answer.body.code !== code) throw new Error(`${operationId} did not answer ${code}: ${answer.text}`);
      recorded.errors[code] ??= { summary: answer.body.title ?? code, value: stabilize(answer.body) };
    },
    recorded: () => recorded,
    raw: { bodies, answers },
  };
}

function listOperations({ paths, components }: WireDocument): Map<string, DocumentedOperation> {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary = operationId, parameters = [], requestBody }]) => {
      const resolved = parameters.map((each) => components.parameters?.[each.$ref?.split("/").at(-1) ?? ""] ?? each);
      const takesBody = requestBody !== undefined;
      return [operationId, { operationId, summary, method, path, parameters: resolved, takesBody }] as const;
    }),
  );
  return new Map(entries);
}

function mapValues(values: Record<string, string>, map: Stabilize): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(map(value))]));
}

/** Keeps only the first rows of a list, to keep examples short. */
function cutRows(body: object): object {
  return "data" in body && Array.isArray(body.data) ? { ...body, data: body.data.slice(0, maxRows) } : body;
}

/** Returns the data of the first event with this name. @throws Error if there is none */
function findEvent(text: string, name: string): object {
  const data = text.split(`event: ${name}\ndata: `)[1]?.split("\n")[0];
  if (data === undefined) throw new Error(`the stream has no event ${name}`);
  return JSON.parse(data);
}

/** Keeps the metrics counted by the scenario and drops measured ones. */
function cutMetrics(text: string): string {
  return `${text
    .split("\n")
    .filter((line) => line.includes("wayfare_searches_total"))
    .join("\n")}\n`;
}
