import {
  ChangePlanSchema,
  CreatePlanSchema,
  DomainError,
  type FieldError,
  MoneySchema,
  planName,
} from "@wayfare/contract";
import { type Static, Type } from "typebox";
import { type Check, lazyChecks } from "../../http/lazy-check.ts";
import { describeFaults } from "../../http/validation-faults.ts";

const strict = { additionalProperties: false };
const name = planName("Name of the plan.");

const schemas = {
  list: Type.Object({ do: Type.Literal("list") }, strict),
  show: Type.Object({ do: Type.Literal("show"), name }, strict),
  create: Type.Object({ do: Type.Literal("create"), plan: Type.Object(CreatePlanSchema.properties, strict) }, strict),
  preview: Type.Object({ do: Type.Literal("preview"), plan: Type.Object(CreatePlanSchema.properties, strict) }, strict),
  change: Type.Object({ do: Type.Literal("change"), name, ...ChangePlanSchema.properties }, strict),
};

/** Command of `wayfare plans`. */
export type PlanCommand = { [Name in keyof typeof schemas]: Static<(typeof schemas)[Name]> }[keyof typeof schemas];

const makeCheck = lazyChecks({ allErrors: true, verbose: true, schemas: [MoneySchema] });
const checks = new Map<string, Check<PlanCommand>>(
  Object.entries(schemas).map(([command, schema]) => [command, makeCheck<PlanCommand>(schema)]),
);

/**
 * Validates a command about plans from the command line or the admin socket.
 *
 * @throws DomainError with all faults.
 */
export function parsePlanInput(given: unknown): PlanCommand {
  const command = typeof given === "object" && given !== null && "do" in given ? String(given.do) : "";
  const check = checks.get(command);
  if (check === undefined) throw invalid([{ pointer: "/do", code: "ENUM", detail: "Unknown plan command." }]);
  if (check(given)) return given;
  throw invalid(describeFaults(check.errors ?? [], "body"));
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}
