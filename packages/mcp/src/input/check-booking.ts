import { type CreateBooking, CreateBookingSchema, isDate, namedSchemas } from "@wayfare/contract";
import { Ajv, type ValidateFunction } from "ajv";
import { describeFaults } from "./faults.ts";
import { InputError } from "./input-error.ts";

let validate: ValidateFunction<CreateBooking> | undefined;

/**
 * Checks an order with the schema of the API before it is quoted, so that a user does not confirm an order that the API rejects.
 *
 * @throws InputError
 */
export function checkBooking(order: object): CreateBooking {
  validate ??= compile();
  if (validate(order)) return order;
  throw new InputError(describeFaults(validate.errors ?? [], CreateBookingSchema));
}

function compile(): ValidateFunction<CreateBooking> {
  const options = { allErrors: true, verbose: true, strict: false, validateSchema: false, meta: false } as const;
  const ajv = new Ajv({ ...options, formats: { date: isDate, "date-time": true, uri: true, "uri-reference": true } });
  return ajv.addSchema([...namedSchemas]).compile<CreateBooking>({ $ref: "CreateBooking#" });
}
