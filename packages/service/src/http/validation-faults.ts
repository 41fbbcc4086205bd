import type { FieldError, FieldErrorCode } from "@wayfare/contract";
import { maxFaults } from "@wayfare/listener";
import { closestWord } from "./closest-word.ts";

/** Schema fault as Fastify passes it. With `verbose`, Ajv adds the data and the schema around the keyword. */
interface SchemaFault {
  keyword: string;
  instancePath: string;
  /** Set if the fault concerns the name of a member. */
  propertyName?: string;
  params: Record<string, unknown>;
  data?: unknown;
  parentSchema?: Record<string, unknown>;
}

const codes: Record<string, FieldErrorCode> = {
  type: "TYPE",
  required: "REQUIRED",
  additionalProperties: "UNKNOWN_MEMBER",
  enum: "ENUM",
  const: "ENUM",
  format: "FORMAT",
  pattern: "PATTERN",
  minimum: "RANGE",
  maximum: "RANGE",
  exclusiveMinimum: "RANGE",
  exclusiveMaximum: "RANGE",
  multipleOf: "RANGE",
  minLength: "LENGTH",
  maxLength: "LENGTH",
  minItems: "LENGTH",
  maxItems: "LENGTH",
  minProperties: "LENGTH",
  maxProperties: "LENGTH",
  uniqueItems: "DUPLICATE",
};

/** Converts schema faults to rows with pointer, code and detail. A value of the wrong type gets only one row. */
export function describeFaults(faults: readonly SchemaFault[], part: string): FieldError[] {
  // Faults of member names and of conditional schemas are reported separately.
  const own = mergeAlternatives(faults.filter(({ keyword }) => keyword !== "propertyNames" && keyword !== "if"));
  const rows = own.slice(0, maxFaults).map((fault) => describeFault(fault, part));
  return rows.filter((row, at) => {
    const first = rows.findIndex((other) => other.pointer === row.pointer && other.code === "TYPE");
    return first === -1 ? rows.findIndex((other) => other.detail === row.detail) === at : first === at;
  });
}

/** Reduces the faults of an `anyOf`, which include those of all alternatives, to those of the alternative with the type of the value. */
function mergeAlternatives(faults: readonly SchemaFault[]): SchemaFault[] {
  let merged = [...faults];
  for (const anyOf of faults.filter(({ keyword }) => keyword === "anyOf")) {
    const { instancePath } = anyOf;
    const alternatives = merged.filter((fault) => fault !== anyOf && isAt(fault, instancePath));
    const types = alternatives.filter((fault) => fault.instancePath === instancePath && fault.keyword === "type");
    const type = types.flatMap((fault) => fault.params.type);
    const dropped = new Set([anyOf, ...types]);
    const kept = merged.filter((fault) => !dropped.has(fault));
    merged = alternatives.length > types.length ? kept : [...kept, { ...anyOf, keyword: "type", params: { type } }];
  }
  return merged;
}

function isAt({ instancePath }: SchemaFault, path: string): boolean {
  return instancePath === path || instancePath.startsWith(`${path}/`);
}

function describeFault(fault: SchemaFault, part: string): FieldError {
  const code = codes[fault.keyword] ?? "INVALID";
  const pointer = fault.instancePath + extraStep(fault);
  const name = pointer === "" ? `The ${part === "body" ? "body" : "query string"}` : `\`${readablePath(pointer)}\``;
  if (pointer === "" && (fault.data === undefined || fault.data === null)) {
    return { pointer, code: "REQUIRED", detail: "A request body is required: a JSON object." };
  }
  return { pointer, code, detail: explain(fault, fault.propertyName === undefined ? name : `The member name ${name}`) };
}

const formatWords: Record<string, string> = {
  date: "a valid date (YYYY-MM-DD)",
  "date-time": "a timestamp (RFC 3339)",
  "date-or-date-time": "a date (YYYY-MM-DD) or timestamp",
};

function explain(fault: SchemaFault, name: string): string {
  const { keyword, params, data } = fault;
  const schema = fault.parentSchema ?? {};
  switch (keyword) {
    case "type":
      return `${name} must be ${describeTypes(schema.type ?? params.type)}${example(schema)}, not ${describeValue(data)}.`;
    case "required":
      return `${name} is required.${descriptionOf(schema, String(params.missingProperty))}`;
    case "additionalProperties":
      return unknownMember(name, String(params.additionalProperty), schema);
    case "enum":
      return `${name} must be ${describeChoice(params.allowedValues)}, not ${quote(data)}.`;
    case "format":
      return `${name} must be ${formatWords[String(params.format)] ?? `a ${String(params.format)}`}${example(schema)}, not ${quote(data)}.`;
    case "pattern":
      return `${name} has an invalid format. Expected ${describePattern(schema, params)}, got ${quote(data)}.`;
    case "minimum":
    case "exclusiveMinimum":
      return `${name} must be at least ${String(params.limit)}, not ${quote(data)}.`;
    case "maximum":
    case "exclusiveMaximum":
      return `${name} must be at most ${String(params.limit)}, not ${quote(data)}.`;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return `${name} must have at ${keyword.startsWith("min") ? "least" : "most"} ${count(params.limit, countedWords[keyword.slice(3)] ?? "character")}.`;
    case "uniqueItems":
      return `${name} must not contain duplicates.`;
    default:
      return `${name} is invalid (${keyword}).`;
  }
}

function count(limit: unknown, word: string): string {
  return `${String(limit)} ${word}${limit === 1 ? "" : "s"}`;
}

const countedWords: Record<string, string> = { Items: "item", Properties: "member" };

/** Returns the pointer step of a missing or unknown member. Ajv reports such faults at the object. */
function extraStep({ keyword, params, propertyName }: SchemaFault): string {
  if (propertyName !== undefined) return stepOf(propertyName);
  if (keyword === "required") return `/${escapeStep(String(params.missingProperty))}`;
  if (keyword === "additionalProperties") return stepOf(String(params.additionalProperty));
  return "";
}

/** Returns a pointer step with a name from the request, shortened. */
function stepOf(name: string): string {
  return `/${escapeStep(name.slice(0, 100).toWellFormed())}`;
}

function unknownMember(path: string, member: string, schema: Record<string, unknown>): string {
  const known = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const closest = closestWord(member, known);
  const hint = closest === undefined ? "" : ` Did you mean \`${closest}\`?`;
  return `Unknown member ${path}.${hint}`;
}

function descriptionOf(schema: Record<string, unknown>, member: string): string {
  const property = isRecord(schema.properties) ? schema.properties[member] : undefined;
  if (!isRecord(property) || typeof property.description !== "string") return "";
  return ` ${property.description}`;
}

function describeTypes(types: unknown): string {
  const words = [types].flat().map((type) => articles[String(type)] ?? String(type));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}

const articles: Record<string, string> = {
  object: "an object",
  array: "an array",
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return Number.isFinite(value) ? `a number (${value})` : "a number that is too large";
  if (typeof value === "boolean") return String(value);
  return `the string ${quote(value)}`;
}

function describeChoice(values: unknown): string {
  const choices = Array.isArray(values) ? values.map((value) => (value === null ? "null" : String(value))) : [];
  return choices.length > 60 ? `one of ${choices.length} values such as ${choices[0]}` : `one of ${choices.join(", ")}`;
}

function example(schema: Record<string, unknown>): string {
  const value = exampleValue(schema);
  return value === undefined ? "" : ` such as ${value}`;
}

function describePattern(schema: Record<string, unknown>, { pattern }: Record<string, unknown>): string {
  const value = exampleValue(schema);
  return value === undefined ? `a match of ${String(pattern)}` : `a value such as ${value}`;
}

function exampleValue(schema: Record<string, unknown>): string | undefined {
  return Array.isArray(schema.examples) && schema.examples.length > 0 ? JSON.stringify(schema.examples[0]) : undefined;
}

/** Quotes a value from the request, shortened. Objects are only named, because JSON.stringify may overflow the stack. */
function quote(value: unknown): string {
  if (typeof value !== "string")
    return typeof value === "number" && Number.isFinite(value) ? String(value) : describeValue(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;
}

function readablePath(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
