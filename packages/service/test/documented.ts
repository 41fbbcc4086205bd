import { Ajv } from "ajv";
import type { RunningApp } from "./running-app.ts";

interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Describes how an answer differs from the OpenAPI document of the app; null if it does not. */
export type FindMismatch = (path: string, method: string, answer: Answered) => string | null;

/** Headers that the document declares wherever the service sends them. */
const declaredHeaders = [
  "Deprecation",
  "Idempotent-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Request-Id",
  "Retry-After",
  "WWW-Authenticate",
];

interface Header {
  $ref?: string;
  required?: boolean;
}

interface Response {
  $ref?: string;
  headers?: Record<string, Header>;
  content?: Record<string, { schema: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response>; headers: Record<string, Header> };
}

export async function readDocument(app: RunningApp): Promise<FindMismatch> {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const document: Document = JSON.parse((await app.call("/openapi.json")).text);
  ajv.addSchema({ ...document, $id: "api" });
  const { responses: shared, headers: sharedHeaders } = document.components;
  return (path, method, { status, headers, body }) => {
    const declared = document.paths[path]?.[method]?.responses[status];
    const response = shared[nameOf(declared?.$ref)] ?? declared;
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    const schema = response?.content?.[type]?.schema;
    if (schema === undefined) return `no ${type} is documented for ${method} ${path} with the status ${status}`;
    const validate = ajv.compile(absolute(schema));
    if (!validate(body)) return ajv.errorsText(validate.errors);
    for (const name of declaredHeaders) {
      const header = response?.headers?.[name];
      const required = (sharedHeaders[nameOf(header?.$ref)] ?? header)?.required === true;
      if (header === undefined && headers.has(name)) return `the header ${name} is not documented`;
      if (required && !headers.has(name)) return `the header ${name} is missing`;
    }
    return null;
  };
}

/** The schema with references into the document, which Ajv knows as `api`. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
}

function nameOf(reference: string | undefined): string {
  return reference?.split("/").at(-1) ?? "";
}
