import { isDate, namedSchemas } from "@wayfare/contract";
import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FastifyInstance } from "fastify";
import { isLargeBody } from "./json-body.ts";
import { lazyChecks } from "./lazy-check.ts";

const isDateTime = fullFormats["date-time"] ?? true;
const validateDateTime = lazyChecks({ formats: { "date-time": isDateTime } })<string>({
  type: "string",
  format: "date-time",
});
/** Returns true for a date or an RFC 3339 timestamp. */
export const isDateOrDateTime = (text: string): boolean => isDate(text) || validateDateTime(text);

const shared: Options = {
  // `check:openapi` validates the schemas. Validating them here, in three instances, took half of the startup time.
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

/** Compiled validators by the JSON text of their schema, which many routes share. */
interface Validators {
  ajv: Ajv;
  compiled: Map<string, ValidateFunction>;
}

function makeValidators(options: Options): Validators {
  const ajv = new Ajv({ ...shared, ...options, coerceTypes: false });
  ajv.addSchema([...namedSchemas]);
  return { ajv, compiled: new Map() };
}

const bodyValidators = makeValidators({ useDefaults: false });
const largeBodyValidators = makeValidators({ allErrors: false, useDefaults: false });
const textValidators = makeValidators({ useDefaults: true });

/** Registers validators. Bodies are validated without conversion; text in query strings and paths is converted by its schema. */
export function registerValidators(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== "body") return compileText(textValidators, schema);
    const [any, large] = [compileLazily(bodyValidators, schema), compileLazily(largeBodyValidators, schema)];
    const validate: typeof any = (data) => {
      const chosen = isLargeBody(data) ? large : any;
      const isValid = chosen(data);
      validate.errors = chosen.errors ?? null;
      return isValid;
    };
    return validate;
  });
}

/** Converts the members of a query string before validation. Ajv would accept `1e2`, `0x5` and ` 7` as integers. */
function compileText(validators: Validators, schema: AnySchema): ReturnType<typeof compileLazily> {
  const validate = compileLazily(validators, schema);
  const types = typesOf(schema);
  const lazy: ReturnType<typeof compileLazily> = (data) => {
    if (isRecord(data)) {
      for (const [name, type] of types) if (name in data) data[name] = fromText(type, data[name]);
    }
    const isValid = validate(data);
    lazy.errors = validate.errors ?? null;
    return isValid;
  };
  return lazy;
}

/** Converts text to its type. Text that is not in canonical form stays text, which validation rejects. */
function fromText(type: unknown, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (type === "integer" && /^-?(0|[1-9][0-9]{0,14})$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns the types of the members of an object schema. */
function typesOf(schema: AnySchema): [string, unknown][] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, member]) => [name, isRecord(member) ? member.type : undefined]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Compiles a schema on first use. Compiling the schemas of all routes up front took a third of the startup time. */
function compileLazily(
  validators: Validators,
  schema: AnySchema,
): Pick<ValidateFunction, "errors"> & ((data: unknown) => boolean) {
  let validate: ValidateFunction | undefined;
  const lazy: ReturnType<typeof compileLazily> = (data) => {
    validate ??= findValidator(validators, schema);
    const isValid = validate(data);
    lazy.errors = validate.errors ?? null;
    return isValid;
  };
  return lazy;
}

function findValidator({ ajv, compiled }: Validators, schema: AnySchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const made = ajv.compile(schema);
  compiled.set(text, made);
  return made;
}
