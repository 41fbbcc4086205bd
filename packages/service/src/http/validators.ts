import { isDate, namedSchemas } from "@wayfare/contract";
import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { FastifyInstance } from "fastify";
import { isLargeBody } from "./json-body.ts";

const shared: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  removeAdditional: false,
  formats: { date: isDate, "date-time": fullFormats["date-time"] ?? true, uri: true, "uri-reference": true },
};

/** Bodies are taken as they are; query strings and paths hold nothing but text, and are converted. */
export function registerValidators(app: FastifyInstance): void {
  const body = new Ajv({ ...shared, coerceTypes: false, useDefaults: false });
  const largeBody = new Ajv({ ...shared, allErrors: false, coerceTypes: false, useDefaults: false });
  const text = new Ajv({ ...shared, coerceTypes: true, useDefaults: true });
  for (const ajv of [body, largeBody, text]) ajv.addSchema([...namedSchemas]);
  for (const schema of namedSchemas) app.addSchema(schema);
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== "body") return compileLate(text, schema);
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
