import {
  CreateKeySchema,
  DomainError,
  email,
  type FieldError,
  isDate,
  keyEnvironments,
  keyQuery,
  oneOf,
  UsageLimitSchema,
  UsageLimitsSchema,
} from "@wayfare/contract";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Static, Type } from "typebox";
import { lazyChecks } from "../../http/lazy-check.ts";
import { describeFaults } from "../../http/validation-faults.ts";
import { readAllowlist, readExpiry } from "../../keys/rules.ts";

const accountId = Type.Optional(
  Type.String({
    description: "Account id. Defaults to the oldest account.",
    examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"],
  }),
);

const members = CreateKeySchema.properties;
const CreateKeyInputSchema = Type.Object(
  {
    name: members.name,
    environment: members.environment,
    scopes: members.scopes,
    applicationId: members.applicationId,
    ipAllowlist: members.ipAllowlist,
    expiresAt: members.expiresAt,
    usageLimits: members.usageLimits,
    accountId,
  },
  { additionalProperties: false },
);
const { status, idle } = keyQuery;
const environment = Type.Optional(oneOf(keyEnvironments, { description: "Returns only keys of this environment." }));
const ListKeysInputSchema = Type.Object({ environment, status, idle, accountId }, { additionalProperties: false });

const LoginLinkInputSchema = Type.Object({ email: Type.Optional(email), accountId }, { additionalProperties: false });

const SettleQuotasInputSchema = Type.Object(
  {
    accountId: Type.Optional(Type.String({ description: "Account id. Defaults to all accounts." })),
    journalsLost: Type.Optional(
      Type.Boolean({ description: "Declares that the processes will not restart with their journals." }),
    ),
  },
  { additionalProperties: false },
);

/** Input of `wayfare quotas settle`. */
export type SettleQuotasInput = Static<typeof SettleQuotasInputSchema>;

/** Input of `wayfare keys create`. */
export type CreateKeyInput = Static<typeof CreateKeyInputSchema>;

/** Input of `wayfare keys list`. */
export type ListKeysInput = Static<typeof ListKeysInputSchema>;

/** Input of `wayfare login-link`. */
export type LoginLinkInput = Static<typeof LoginLinkInputSchema>;

const makeCheck = lazyChecks({
  allErrors: true,
  verbose: true,
  formats: { date: isDate, "date-time": fullFormats["date-time"] ?? true },
  schemas: [UsageLimitSchema, UsageLimitsSchema],
});
const isCreateKeyInput = makeCheck<CreateKeyInput>(CreateKeyInputSchema);
const isLoginLinkInput = makeCheck<LoginLinkInput>(LoginLinkInputSchema);
const isSettleQuotasInput = makeCheck<SettleQuotasInput>(SettleQuotasInputSchema);
const isListKeysInput = makeCheck<ListKeysInput>(ListKeysInputSchema);

/**
 * Validates the input for a new key, from the command line or the admin socket.
 *
 * @throws DomainError with all faults.
 */
export function parseCreateKeyInput(given: unknown, nowMs: number): CreateKeyInput {
  const fits = isCreateKeyInput(given);
  const faults = fits ? [] : describeFaults(isCreateKeyInput.errors ?? [], "body");
  const isSound = (member: string) =>
    faults.every(({ pointer }) => pointer !== `/${member}` && !pointer.startsWith(`/${member}/`));
  const { ipAllowlist, environment: kind, expiresAt } = partsOf(given);
  if (Array.isArray(ipAllowlist) && isSound("ipAllowlist")) {
    const known = keyEnvironments.find((each) => each === kind) ?? null;
    faults.push(...faultsOf(() => readAllowlist(ipAllowlist.map(String), known)));
  }
  if (typeof expiresAt === "string" && isSound("expiresAt")) {
    faults.push(...faultsOf(() => readExpiry(expiresAt, nowMs)));
  }
  if (fits && faults.length === 0) return given;
  throw invalid(faults);
}

/**
 * Validates the filters of a list of keys.
 *
 * @throws DomainError with all faults.
 */
export function parseListKeysInput(given: unknown): ListKeysInput {
  if (isListKeysInput(given)) return given;
  throw invalid(describeFaults(isListKeysInput.errors ?? [], "query"));
}

/**
 * Validates the input for a login link.
 *
 * @throws DomainError with all faults.
 */
export function parseLoginLinkInput(given: unknown): LoginLinkInput {
  if (isLoginLinkInput(given)) return given;
  throw invalid(describeFaults(isLoginLinkInput.errors ?? [], "body"));
}

/**
 * Validates the input for listing or settling quota leases.
 *
 * @throws DomainError with all faults.
 */
export function parseSettleQuotasInput(given: unknown): SettleQuotasInput {
  if (isSettleQuotasInput(given)) return given;
  throw invalid(describeFaults(isSettleQuotasInput.errors ?? [], "body"));
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}

function partsOf(given: unknown): { ipAllowlist?: unknown; environment?: unknown; expiresAt?: unknown } {
  return typeof given === "object" && given !== null ? given : {};
}

function faultsOf(read: () => unknown): FieldError[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.errors ?? [];
    throw error;
  }
}
