import { DomainError, type FieldError, operatorAuditQuery } from "@wayfare/contract";
import { type Static, Type } from "typebox";
import { type Check, lazyChecks } from "../../http/lazy-check.ts";
import { describeFaults } from "../../http/validation-faults.ts";
import { isDateOrDateTime } from "../../http/validators.ts";

const strict = { additionalProperties: false };
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1000, description: "Maximum number of events.", examples: [50] }),
);

const schemas = {
  audit: Type.Object({ do: Type.Literal("audit"), ...operatorAuditQuery, limit }, strict),
  queues: Type.Object({ do: Type.Literal("queues") }, strict),
  suppliers: Type.Object({ do: Type.Literal("suppliers") }, strict),
  health: Type.Object({ do: Type.Literal("health") }, strict),
};

/** Command of `wayfare audit`, `queues`, `suppliers list` and `health`. */
export type StatusCommand = { [Name in keyof typeof schemas]: Static<(typeof schemas)[Name]> }[keyof typeof schemas];

const formats = { "date-or-date-time": isDateOrDateTime };
const makeCheck = lazyChecks({ allErrors: true, verbose: true, formats });
const checks = new Map<string, Check<StatusCommand>>(
  Object.entries(schemas).map(([command, schema]) => [command, makeCheck<StatusCommand>(schema)]),
);

/**
 * Validates a command about the state of the deployment from the command line or the admin socket.
 *
 * @throws DomainError with all faults.
 */
export function parseStatusInput(given: unknown): StatusCommand {
  const command = typeof given === "object" && given !== null && "do" in given ? String(given.do) : "";
  const check = checks.get(command);
  if (check === undefined) throw invalid([{ pointer: "/do", code: "ENUM", detail: "Unknown status command." }]);
  if (check(given)) return given;
  throw invalid(describeFaults(check.errors ?? [], "body"));
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}
