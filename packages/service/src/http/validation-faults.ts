import type { Fault, FaultCode } from "@wayfare/contract";
import { closestWord } from "./closest-word.ts";
import { maxFaults } from "./problem.ts";

/** What Fastify hands on of a schema fault; with `verbose`, ajv adds the data and the schema around the keyword. */
interface SchemaFault {
  keyword: string;
  instancePath: string;
  /** Set if the fault is in the name of a member. */
  propertyName?: string;
  params: Record<string, unknown>;
  data?: unknown;
  parentSchema?: Record<string, unknown>;
}

const codes: Record<string, FaultCode> = {
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

/** One row for each fault, and of a value of the wrong type one alone: where it is, what was found and what belongs there. */
export function describeFaults(faults: readonly SchemaFault[], part: string): Fault[] {
  // Faults of a member's name are there by themselves, too.
  const own = faults.filter(({ keyword }) => keyword !== "propertyNames");
  const rows = own.slice(0, maxFaults).map((fault) => describeFault(fault, part));
  return rows.filter((row, at) => {
    const first = rows.findIndex((other) => other.pointer === row.pointer && other.code === "TYPE");
    return first === -1 ? rows.findIndex((other) => other.detail === row.detail) === at : first === at;
  });
}

function describeFault(fault: SchemaFault, part: string): Fault {
  const code = codes[fault.keyword] ?? "INVALID";
  const pointer = fault.instancePath + extraStep(fault);
  const name = pointer === "" ? `The ${part === "body" ? "body" : "query"}` : readablePath(pointer);
  if (pointer === "" && (fault.data === undefined || fault.data === null)) {
    return { pointer, code: "REQUIRED", detail: "A body is needed: an object in JSON." };
  }
  return { pointer, code, detail: explain(fault, fault.propertyName === undefined ? name : `The name of ${name}`) };
}

const formatWords: Record<string, string> = {
  date: "a day that exists, as YYYY-MM-DD",
  "date-or-date-time": "a date (YYYY-MM-DD) or a date-time",
};

function explain(fault: SchemaFault, name: string): string {
  const { keyword, params, data } = fault;
  const schema = fault.parentSchema ?? {};
  switch (keyword) {
    case "type":
      return `${name} is ${describeTypes(schema.type ?? params.type)}${example(schema)}, not ${describeValue(data)}.`;
    case "required":
      return `${name} is missing.${descriptionOf(schema, String(params.missingProperty))}`;
    case "additionalProperties":
      return unknownMember(name, String(params.additionalProperty), schema);
    case "enum":
      return `${name} is ${describeChoice(params.allowedValues)}, not ${quote(data)}.`;
    case "format":
      return `${name} is ${formatWords[String(params.format)] ?? `a ${String(params.format)}`}${example(schema)}, not ${quote(data)}.`;
    case "pattern":
      return `${name} does not have the form of ${exampleValue(schema) ?? String(params.pattern)}; found ${quote(data)}.`;
    case "minimum":
    case "exclusiveMinimum":
      return `${name} is at least ${String(params.limit)}, not ${quote(data)}.`;
    case "maximum":
    case "exclusiveMaximum":
      return `${name} is at most ${String(params.limit)}, not ${quote(data)}.`;
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "maxProperties":
      return `${name} holds at ${keyword.startsWith("min") ? "least" : "most"} ${String(params.limit)} ${countedWords[keyword.slice(3)] ?? "characters"}.`;
    default:
      return `${name} does not match its schema (${keyword}).`;
  }
}

const countedWords: Record<string, string> = { Items: "items", Properties: "members" };

/** Faults about a member are found at the object that should (not) hold it. */
function extraStep({ keyword, params, propertyName }: SchemaFault): string {
  if (propertyName !== undefined) return stepOf(propertyName);
  if (keyword === "required") return `/${escapeStep(String(params.missingProperty))}`;
  if (keyword === "additionalProperties") return stepOf(String(params.additionalProperty));
  return "";
}

/** A step with a name of the caller's, shortened. */
function stepOf(name: string): string {
  return `/${escapeStep(name.slice(0, 100).toWellFormed())}`;
}

function unknownMember(path: string, member: string, schema: Record<string, unknown>): string {
  const known = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const closest = closestWord(member, known);
  const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
  return `There is no member ${path}.${hint}`;
}

function descriptionOf(schema: Record<string, unknown>, member: string): string {
  const property = isRecord(schema.properties) ? schema.properties[member] : undefined;
  if (!isRecord(property) || typeof property.description !== "string") return "";
  return ` ${property.description}`;
}

function describeTypes(types: unknown): string {
  return [types]
    .flat()
    .map((type) => articles[String(type)] ?? String(type))
    .join(" or ");
}

const articles: Record<string, string> = {
  object: "an object",
  array: "an array",
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return Number.isFinite(value) ? `a number (${value})` : "a number too large";
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

function exampleValue(schema: Record<string, unknown>): string | undefined {
  return Array.isArray(schema.examples) && schema.examples.length > 0 ? JSON.stringify(schema.examples[0]) : undefined;
}

/** A value of the caller's, short enough to be repeated. Objects are only named: JSON.stringify may run out of stack on them. */
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
