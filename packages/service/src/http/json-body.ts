import { DomainError, getSchemaName, namedSchemas } from "@wayfare/contract";
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from "fastify";
import { Type } from "typebox";
import { findDuplicateMember } from "./duplicate-members.ts";

/** Schema of routes without a body. They also accept `{}`; the OpenAPI document omits it. */
export const noBody = Type.Object({}, { additionalProperties: false });

/** True if the body may be omitted, because its schema or the named schema that it refers to has no required member, in every case. */
export function isOptionalBody(schema: object): boolean {
  if ("else" in schema && typeof schema.else === "object" && schema.else !== null) return isOptionalBody(schema.else);
  if (!("$ref" in schema)) return !("required" in schema) || !Array.isArray(schema.required) || !schema.required.length;
  const name = String(schema.$ref).replace(/^.*\/|#$/g, "");
  const named = namedSchemas.find((each) => getSchemaName(each) === name);
  return named !== undefined && isOptionalBody(named);
}

/** Above this size, validation stops at the first fault. Collecting thousands of faults would block the event loop. */
const largeBytes = 16 * 1024;
const largeBodies = new WeakSet<object>();

/** True if the value is the parsed body of a large request. */
export function isLargeBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && largeBodies.has(body);
}

/** Registers a strict parser for JSON in UTF-8, the only body parser. An empty body counts as absent; an absent optional body as `{}`. */
export function registerJsonBody(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const body = route.schema?.body;
    if (typeof body !== "object" || body === null || !isOptionalBody(body)) return;
    const fillIn: preValidationHookHandler = (request, _reply, done) => {
      if (request.body === undefined) request.body = {};
      done();
    };
    route.preValidation = [fillIn, ...[route.preValidation ?? []].flat()];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // Bodies of requests without a route are not parsed.
    if (request.is404) return done(null, undefined);
    try {
      done(null, parseJsonBody(request, typeof body === "string" ? Buffer.from(body) : body));
    } catch (error) {
      done(error instanceof Error ? error : new Error("failed to parse the body"), undefined);
    }
  });
}

function parseJsonBody(request: FastifyRequest, body: Buffer): unknown {
  assertEncodingSupported(request);
  if (body.length === 0) return undefined;
  const text = decodeUtf8(body);
  const value = parseJson(text);
  const repeated = findDuplicateMember(text);
  if (repeated !== undefined) {
    const problem = repeated === "__proto__" ? "is not allowed" : "appears twice in the same object";
    throw new DomainError("JSON_INVALID", { detail: `Member ${JSON.stringify(repeated.slice(0, 60))} ${problem}.` });
  }
  if (body.length > largeBytes && typeof value === "object" && value !== null) largeBodies.add(value);
  return value;
}

function assertEncodingSupported(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", {
      detail: "Unsupported charset. Send JSON in UTF-8, without a charset parameter.",
    });
  }
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", {
      detail: "Unsupported Content-Encoding. Send the body uncompressed.",
    });
  }
}

function decodeUtf8(body: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    if (!text.startsWith("\uFEFF")) return text;
  } catch {
    throw new DomainError("JSON_INVALID", { detail: "The body is not valid UTF-8." });
  }
  throw new DomainError("JSON_INVALID", { detail: "The body starts with a byte order mark. Remove it." });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const location = position === undefined ? "" : `: syntax error at character ${position}`;
    throw new DomainError("JSON_INVALID", { detail: `The body is not valid JSON${location}.` });
  }
}
