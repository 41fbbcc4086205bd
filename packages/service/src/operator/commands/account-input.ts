import {
  AddSsoDomainSchema,
  CloseAccountSchema,
  CreateCustomerAccountSchema,
  CreatePasswordResetSchema,
  CreateSignUpInvitationSchema,
  customerAccountQuery,
  DomainError,
  EraseAccountSchema,
  email,
  type FieldError,
  idOf,
  idPattern,
  isDate,
  SetAccountPlanSchema,
  SuspendAccountSchema,
} from "@wayfare/contract";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Static, Type } from "typebox";
import { type Check, lazyChecks } from "../../http/lazy-check.ts";
import { describeFaults } from "../../http/validation-faults.ts";

const strict = { additionalProperties: false };
const id = Type.String({
  pattern: `^${idPattern("acct")}$`,
  description: "Id of the account.",
  examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"],
});
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1000, description: "Maximum number of rows.", examples: [50] }),
);

const schemas = {
  create: Type.Object({ do: Type.Literal("create"), ...CreateCustomerAccountSchema.properties }, strict),
  list: Type.Object({ do: Type.Literal("list"), ...customerAccountQuery, limit }, strict),
  show: Type.Object({ do: Type.Literal("show"), id }, strict),
  suspend: Type.Object({ do: Type.Literal("suspend"), id, ...SuspendAccountSchema.properties }, strict),
  resume: Type.Object({ do: Type.Literal("resume"), id }, strict),
  close: Type.Object({ do: Type.Literal("close"), id, ...CloseAccountSchema.properties }, strict),
  set_plan: Type.Object({ do: Type.Literal("set_plan"), id, ...SetAccountPlanSchema.properties }, strict),
  verify_domain: Type.Object({ do: Type.Literal("verify_domain"), id, ...AddSsoDomainSchema.properties }, strict),
  release_domain: Type.Object({ do: Type.Literal("release_domain"), id, ...AddSsoDomainSchema.properties }, strict),
  erase: Type.Object({ do: Type.Literal("erase"), id, ...EraseAccountSchema.properties }, strict),
  invite: Type.Object({ do: Type.Literal("invite"), ...CreateSignUpInvitationSchema.properties }, strict),
  invitations: Type.Object({ do: Type.Literal("invitations"), limit }, strict),
  withdraw_invitation: Type.Object(
    { do: Type.Literal("withdraw_invitation"), id: idOf("sgn", "Id of the invitation.") },
    strict,
  ),
  reset_password: Type.Object({ do: Type.Literal("reset_password"), ...CreatePasswordResetSchema.properties }, strict),
  add_operator: Type.Object({ do: Type.Literal("add_operator"), email }, strict),
};

/** Command of `wayfare accounts` and `wayfare operators`. */
export type AccountCommand = {
  [Name in keyof typeof schemas]: Static<(typeof schemas)[Name]>;
}[keyof typeof schemas];

const makeCheck = lazyChecks({
  allErrors: true,
  verbose: true,
  formats: { date: isDate, "date-time": fullFormats["date-time"] ?? true },
});
const checks = new Map<string, Check<AccountCommand>>(
  Object.entries(schemas).map(([name, schema]) => [name, makeCheck<AccountCommand>(schema)]),
);

/**
 * Validates a command about accounts from the command line or the admin socket.
 *
 * @throws DomainError with all faults.
 */
export function parseAccountInput(given: unknown): AccountCommand {
  const name = typeof given === "object" && given !== null && "do" in given ? String(given.do) : "";
  const check = checks.get(name);
  if (check === undefined) throw invalid([{ pointer: "/do", code: "ENUM", detail: "Unknown account command." }]);
  if (check(given)) return given;
  throw invalid(describeFaults(check.errors ?? [], "body"));
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}
