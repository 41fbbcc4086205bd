import { DatabaseError } from "../port/errors.ts";
import type { JsonParameter, Parameter } from "../port/port.ts";
import { formatArray, type Nested } from "./array-literal.ts";

/** A parameter in wire format: text, bytes, or NULL. */
export type EncodedParameter = string | Uint8Array | null;

class JsonDocument implements JsonParameter {
  readonly jsonText: string;

  constructor(jsonText: string) {
    this.jsonText = jsonText;
  }
}

/**
 * Binds a value as a JSON document. Required for arrays, which otherwise become PostgreSQL arrays, and for objects.
 *
 * @throws TypeError if the value cannot be serialized as JSON.
 */
export function json(value: unknown): JsonParameter {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`json() cannot serialize a value of type ${typeof value}`);
  return new JsonDocument(text);
}

/**
 * Encodes the values of `$1…$n`, in the same way for both engines. The encodings of the two drivers differ, so they are not used.
 *
 * @throws TypeError for an unsupported value.
 * @throws DatabaseError for text that PostgreSQL cannot store.
 */
export function encodeParameters(values: readonly Parameter[]): EncodedParameter[] {
  return values.map((value, index) => encode(value, index + 1));
}

function encode(value: Parameter, position: number): EncodedParameter {
  if (value instanceof Uint8Array) return value;
  return isArray(value)
    ? formatArray(value.map((each) => encodeElement(each, position)))
    : encodeScalar(value, position);
}

function encodeElement(value: Parameter, position: number): Nested<string> {
  if (isArray(value)) return value.map((each) => encodeElement(each, position));
  return value instanceof Uint8Array ? hexOf(value) : encodeScalar(value, position);
}

function encodeScalar(value: Exclude<Parameter, Uint8Array | readonly Parameter[]>, position: number): string | null {
  if (value === null) return null;
  if (typeof value === "string") return storable(value, value.includes("\0"), position);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return instantOf(value, position);
  if (value instanceof JsonDocument) return storable(value.jsonText, holdsEscapedNul(value.jsonText), position);
  throw new TypeError(
    `$${position} is ${describe(value)}, which is not an SQL parameter: wrap JSON documents in json()`,
  );
}

/** Returns true if JSON text contains `\u0000` whose backslash is not itself escaped. */
function holdsEscapedNul(text: string): boolean {
  return text.includes("\\u0000") && /(?<!\\)(?:\\\\)*\\u0000/.test(text);
}

function storable(text: string, holdsNul: boolean, position: number): string {
  if (!holdsNul) return text;
  // PostgreSQL's own SQLSTATE, character_not_in_repertoire. PGlite would truncate the text instead.
  throw new DatabaseError("22021", `$${position} contains a NUL character, which PostgreSQL cannot store in text`);
}

function instantOf(value: Date, position: number): string {
  if (Number.isNaN(value.getTime())) throw new TypeError(`$${position} is an invalid Date`);
  return value.toISOString();
}

/** Formats bytes in the hexadecimal text form of bytea. */
export function hexOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}

function isArray(value: Parameter): value is readonly Parameter[] {
  return Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "undefined";
  return typeof value === "object" ? "a plain object" : `a ${typeof value}`;
}
