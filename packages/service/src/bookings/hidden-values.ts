import type { FastifySchemaValidationError } from "fastify/types/schema.js";

/** Where travelers' data stands in a body. */
const personal = /^\/(travelers|contact)\/(?!.*\/type$)/;

/**
 * A route's `schemaErrorFormatter` whose faults do not repeat what was sent of travelers: problems are logged and forwarded by callers,
 * where such data has no business.
 */
export function hidePersonalValues(faults: FastifySchemaValidationError[]): Error {
  for (const fault of faults) {
    if (!personal.test(fault.instancePath) || !("data" in fault)) continue;
    if (typeof fault.data === "string") fault.data = "[hidden]";
    else if (typeof fault.data === "number") fault.data = 0;
  }
  return new Error("the body does not match its schema");
}
