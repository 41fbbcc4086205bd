import { isDate, namedSchemas } from "@wayfare/contract";
import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FastifyInstance } from "fastify";
import { isLargeBody } from "./json-body.ts";

const isDateTime = fullFormats["date-time"] ?? true;
const validateDateTime = new Ajv({ formats: { "date-time": isDateTime } }).compile({
  type: "string",
  format: "date-time",
});
const isDateOrDateTime = (text: string): boolean => isDate(text) || validateDateTime(text);

const shared: Options = {
  // The schemas are ours, and `check:openapi` validates them: doing it in three instances took half of an app's start.
  meta: false,
  validateSchema: false,
  allErrors: true,
  verbose: true,
  strict: false,
  removeAdditional: false,
  formats: {
    date: isDate,
    "date-time": isDateTime,
    "date-or-date-time": isDateOrDateTime,
    uri: true,
    "uri-reference": true,
  },
};

/** Bodies are taken as they are; query strings and paths hold nothing but text, which is converted by its schema. */
export function registerValidators(app: FastifyInstance): void {
  const body = new Ajv({ ...shared, coerceTypes: false, useDefaults: false });
  const largeBody = new Ajv({ ...shared, allErrors: false, coerceTypes: false, useDefaults: false });
  const text = new Ajv({ ...shared, coerceTypes: false, useDefaults: true });
  for (const ajv of [body, largeBody, text]) ajv.addSchema([...namedSchemas]);
  for (const schema of namedSchemas) app.addSchema(schema);
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== "body") return compileText(text, schema);
    const [any, large] = [compileLate(body, schema), compileLate(largeBody, schema)];
    const validate: typeof any = (data) => {
      const chosen = isLargeBody(data) ? large : any;
      const isValid = chosen(data);
      validate.errors = chosen.errors ?? null;
      return isValid;
    };
    return validate;
  });
}

/** Converts the members of a query string before they are checked. Ajv would take `1e2`, `0x5` and ` 7` for whole numbers. */
function compileText(ajv: Ajv, schema: AnySchema): ReturnType<typeof compileLate> {
  const validate = compileLate(ajv, schema);
  const types = typesOf(schema);
  const late: ReturnType<typeof compileLate> = (data) => {
    if (isRecord(data)) {
      for (const [name, type] of types) if (name in data) data[name] = fromText(type, data[name]);
    }
    const isValid = validate(data);
    late.errors = validate.errors ?? null;
    return isValid;
  };
  return late;
}

/** Text that is not written as its type is left as it is, and so refused. */
function fromText(type: unknown, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (type === "integer" && /^-?(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The types of the members of an object's schema. */
function typesOf(schema: AnySchema): [string, unknown][] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, member]) => [name, isRecord(member) ? member.type : undefined]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Compiles a schema when it is first needed: compiled ahead for every part of every route, they took a third of a start. */
function compileLate(ajv: Ajv, schema: AnySchema): Pick<ValidateFunction, "errors"> & ((data: unknown) => boolean) {
  let validate: ValidateFunction | undefined;
  const late: ReturnType<typeof compileLate> = (data) => {
    validate ??= ajv.compile(schema);
    const isValid = validate(data);
    late.errors = validate.errors ?? null;
    return isValid;
  };
  return late;
}
