import {
  CreateKeySchema,
  DomainError,
  email,
  type Fault,
  isDate,
  keyEnvironments,
  keyQuery,
  oneOf,
} from "@wayfare/contract";
import { Ajv } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Static, Type } from "typebox";
import { describeFaults } from "../../http/validation-faults.ts";
import { readAllowlist, readExpiry } from "../../keys/rules.ts";

const accountId = Type.Optional(
  Type.String({ description: "The oldest account without it.", examples: ["acct_01kahz2j7p3v8c5m9n4q6r7s8t"] }),
);

const members = CreateKeySchema.properties;
const KeyOrderSchema = Type.Object(
  {
    name: members.name,
    environment: members.environment,
    scopes: members.scopes,
    applicationId: members.applicationId,
    ipAllowlist: members.ipAllowlist,
    expiresAt: members.expiresAt,
    accountId,
  },
  { additionalProperties: false },
);
const { status, idle } = keyQuery;
const environment = Type.Optional(oneOf(keyEnvironments, { description: "Only keys of this kind." }));
const KeyQuestionSchema = Type.Object({ environment, status, idle, accountId }, { additionalProperties: false });

const LoginOrderSchema = Type.Object({ email: Type.Optional(email), accountId }, { additionalProperties: false });

const QuotaOrderSchema = Type.Object(
  {
    accountId: Type.Optional(Type.String({ description: "All accounts without it." })),
    journalsLost: Type.Optional(Type.Boolean({ description: "The processes will not restart with their journals." })),
  },
  { additionalProperties: false },
);

/** Which lost quota leases the operator lists or settles. */
export type QuotaOrder = Static<typeof QuotaOrderSchema>;

/** A key that the operator asks for. */
export type KeyOrder = Static<typeof KeyOrderSchema>;

/** Which keys the operator wants to see. */
export type KeyQuestion = Static<typeof KeyQuestionSchema>;

/** Whom the operator wants to sign in. */
export type LoginOrder = Static<typeof LoginOrderSchema>;

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  formats: { date: isDate, "date-time": fullFormats["date-time"] ?? true },
});
const isKeyOrder = ajv.compile<KeyOrder>(KeyOrderSchema);
const isLoginOrder = ajv.compile<LoginOrder>(LoginOrderSchema);
const isQuotaOrder = ajv.compile<QuotaOrder>(QuotaOrderSchema);
const isKeyQuestion = ajv.compile<KeyQuestion>(KeyQuestionSchema);

/**
 * Checks what was given for a new key, from the command line or the admin socket.
 *
 * @throws DomainError with every fault at once.
 */
export function parseKeyOrder(given: unknown, nowMs: number): KeyOrder {
  const fits = isKeyOrder(given);
  const faults = fits ? [] : describeFaults(isKeyOrder.errors ?? [], "body");
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
 * Checks what was given to choose keys by.
 *
 * @throws DomainError with every fault at once.
 */
export function parseKeyQuestion(given: unknown): KeyQuestion {
  if (isKeyQuestion(given)) return given;
  throw invalid(describeFaults(isKeyQuestion.errors ?? [], "query"));
}

/**
 * Checks what was given to say who is to sign in.
 *
 * @throws DomainError with every fault at once.
 */
export function parseLoginOrder(given: unknown): LoginOrder {
  if (isLoginOrder(given)) return given;
  throw invalid(describeFaults(isLoginOrder.errors ?? [], "body"));
}

/**
 * Checks which quota leases to list or settle.
 *
 * @throws DomainError with every fault at once.
 */
export function parseQuotaOrder(given: unknown): QuotaOrder {
  if (isQuotaOrder(given)) return given;
  throw invalid(describeFaults(isQuotaOrder.errors ?? [], "body"));
}

function invalid(errors: Fault[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}

function partsOf(given: unknown): { ipAllowlist?: unknown; environment?: unknown; expiresAt?: unknown } {
  return typeof given === "object" && given !== null ? given : {};
}

function faultsOf(read: () => unknown): Fault[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.errors ?? [];
    throw error;
  }
}
