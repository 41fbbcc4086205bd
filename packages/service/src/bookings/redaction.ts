import type { FastifySchemaValidationError } from "fastify/types/schema.js";

/** JSON pointers of personal data in a booking request. */
const personal = /^\/(travelers|contact)\/(?!.*\/type$)/;

/**
 * Removes personal data from validation errors, as the `schemaErrorFormatter` of a route. Callers log and forward error responses, which
 * must not contain travelers' data.
 */
export function redactPersonalData(faults: FastifySchemaValidationError[]): Error {
  for (const fault of faults) {
    if (!personal.test(fault.instancePath) || !("data" in fault)) continue;
    if (typeof fault.data === "string") fault.data = "[hidden]";
    else if (typeof fault.data === "number") fault.data = 0;
  }
  return new Error("the body does not match its schema");
}
