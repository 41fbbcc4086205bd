import { DomainError, getSchemaName, namedSchemas } from "@wayfare/contract";
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from "fastify";
import { Type } from "typebox";
import { findRepeatedMember } from "./repeated-members.ts";

/** The body of a route that takes none: `{}` is accepted too, and the OpenAPI document leaves it out. */
export const noBody = Type.Object({}, { additionalProperties: false });

/** Whether a request may come without a body: its schema, or the named one it refers to, has no required member. */
export function isOptionalBody(schema: object): boolean {
  if (!("$ref" in schema)) return !("required" in schema) || !Array.isArray(schema.required) || !schema.required.length;
  const name = String(schema.$ref).replace(/^.*\/|#$/g, "");
  const named = namedSchemas.find((each) => getSchemaName(each) === name);
  return named !== undefined && isOptionalBody(named);
}

/** Past this, validation stops at the first fault: collecting thousands of them would hold the event loop up. */
const largeBytes = 16 * 1024;
const largeBodies = new WeakSet<object>();

/** Whether a value is the parsed body of a large request. */
export function isLargeBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && largeBodies.has(body);
}

/** The one body parser: JSON in UTF-8, strictly. An empty body is no body; where the body is optional, no body is `{}`. */
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
    // Anybody can send a body to a path that has no route; nothing reads it.
    if (request.is404) return done(null, undefined);
    try {
      done(null, parseJsonBody(request, typeof body === "string" ? Buffer.from(body) : body));
    } catch (error) {
      done(error instanceof Error ? error : new Error("body cannot be parsed"), undefined);
    }
  });
}

function parseJsonBody(request: FastifyRequest, body: Buffer): unknown {
  refuseEncodings(request);
  if (body.length === 0) return undefined;
  const text = decodeUtf8(body);
  const value = parseJson(text);
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) {
    const what = repeated === "__proto__" ? "is not allowed" : "appears twice in one object";
    throw new DomainError("JSON_INVALID", { detail: `The member ${JSON.stringify(repeated.slice(0, 60))} ${what}.` });
  }
  if (body.length > largeBytes && typeof value === "object" && value !== null) largeBodies.add(value);
  return value;
}

function refuseEncodings(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", { detail: "JSON is sent in UTF-8; leave the charset out." });
  }
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", { detail: "Send the body without a Content-Encoding." });
  }
}

function decodeUtf8(body: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    if (!text.startsWith("\uFEFF")) return text;
  } catch {
    throw new DomainError("JSON_INVALID", { detail: "The body is not UTF-8." });
  }
  throw new DomainError("JSON_INVALID", { detail: "The body starts with a byte order mark; leave it out." });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? "" : ` at character ${position}`;
    throw new DomainError("JSON_INVALID", { detail: `The body is not valid JSON${where}.` });
  }
}
