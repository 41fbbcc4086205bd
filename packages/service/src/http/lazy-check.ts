import { Ajv, type ErrorObject, type Options, type Schema, type ValidateFunction } from "ajv";

/** Checks data against a schema, and holds the faults of the last check. */
export interface Check<Data> {
  (data: unknown): data is Data;
  errors: ErrorObject[] | null | undefined;
}

/**
 * Returns a function that creates checks. A check compiles its schema at its first call, and the schemas are not validated: together that
 * took a third of the start.
 *
 * @param options those of Ajv, shared by the checks
 */
export function lazyChecks(options: Options): <Data>(schema: Schema) => Check<Data> {
  let ajv: Ajv | undefined;
  return <Data>(schema: Schema) => {
    let validate: ValidateFunction<Data> | undefined;
    const check = (data: unknown): data is Data => {
      ajv ??= new Ajv({ meta: false, validateSchema: false, strict: false, ...options });
      validate ??= ajv.compile<Data>(schema);
      const isValid = validate(data);
      lazy.errors = validate.errors;
      return isValid;
    };
    const lazy: Check<Data> = Object.assign(check, { errors: undefined });
    return lazy;
  };
}
