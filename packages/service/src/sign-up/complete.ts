import { type CompletedSignUp, type CompleteSignUp, DomainError, freePlan } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { getClientAddress } from "@wayfare/egress";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { requestLogger } from "../http/request-log.ts";
import { assertStrongPassword } from "../identity/credentials/password-strength.ts";
import { hashPassword, isPassword } from "../identity/credentials/passwords.ts";
import { type BrowserExchange, createSession } from "../identity/sign-in/create-session.ts";
import { SignInFailure } from "../identity/sign-in/failure.ts";
import { isForcedDomain } from "../identity/sign-in/required-sso.ts";
import { updatePassword, updateProfile } from "../identity/users/credentials.ts";
import { findUserByEmail, insertUser } from "../identity/users/store.ts";
import { createFirstKey } from "../operator/accounts/create-customer.ts";
import type { OperatorAccountDeps } from "../operator/accounts/customers.ts";
import { createAccount } from "../tenancy/account-store.ts";
import { findOperatorAccount } from "../tenancy/customer-store.ts";
import { findPlanProblem, type SignUpTerms, startPlan } from "./plan.ts";
import { consumeSignUp, type PendingSignUpRecord, type SignUpValues } from "./store.ts";

/** Returns the failure of a link that is unknown, expired or used. */
export function unknownSignUp(): SignInFailure {
  return new SignInFailure("unknown_link", { detail: "This link is unknown, expired or already used. Sign up again." });
}

/**
 * Returns the values of a new account. To confirm a sign-up needs its password: the owner of an address must not confirm a sign-up of
 * another person, who would know the password of the account.
 *
 * @throws DomainError SIGN_IN_FAILED for a wrong password, REQUEST_INVALID for a weak one or missing names
 */
export async function readSignUpValues(
  pending: PendingSignUpRecord,
  { password, name, accountName }: CompleteSignUp,
): Promise<SignUpValues> {
  if (pending.values !== null) {
    if (await isPassword(pending.values.passwordHash, password)) return pending.values;
    throw new SignInFailure("wrong_password", { detail: "This is not the password of the sign-up." });
  }
  if (name === undefined || accountName === undefined) {
    throw new DomainError("REQUEST_INVALID", { detail: "`name` and `accountName` are required.", errors: [] });
  }
  await assertStrongPassword(password, { name, email: pending.email });
  return { name, accountName, passwordHash: await hashPassword(password) };
}

/**
 * Creates the account of a sign-up with its owner, its plan and its first test key, and signs the owner in. The link works once.
 *
 * @throws DomainError NOT_FOUND, CONFLICT if the address has a user by now, or SSO_REQUIRED if its domain is forced by now
 */
export async function completeSignUp(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  browser: BrowserExchange,
  { token, values, terms: wanted }: { token: string; values: SignUpValues; terms: SignUpTerms },
): Promise<CompletedSignUp> {
  const pending = await consumeSignUp(unit.tx, token, unit.wallMs);
  if (pending === undefined) throw unknownSignUp();
  const { email } = pending;
  if ((await findUserByEmail(unit.tx, email)) !== undefined) throw addressInUse();
  // The domain may be forced since the link was sent. Operators may invite such an address to a separate account.
  if (pending.values !== null && (await isForcedDomain(unit.tx, email))) throw new SignInFailure("sso_required");
  const { name, accountName, passwordHash } = values;
  const terms = await availableTerms(unit, browser, wanted);
  const accountId = await createAccount(unit.tx, accountName, unit.wallMs, { currency: terms.currency });
  const { id: userId } = await insertUser(unit.tx, { accountId, role: "owner", email }, unit.wallMs);
  await updateProfile(unit.tx, { id: userId }, { name, email });
  await updatePassword(unit.tx, { id: userId }, passwordHash);
  const address = getClientAddress(browser.request);
  const actor: Actor = { kind: "user", id: userId, address, requestId: browser.request.id };
  await auditSignUp(unit, actor, { accountId, userId, accountName, pending, terms });
  await startPlan(unit, deps, { accountId, plan: terms.plan });
  const key = await createFirstKey(unit, deps, { accountId, environment: "test", actor });
  const session = await createSession(unit, browser, { userId, accountId, method: "sign_up" });
  return { session, key: { id: key.id, secret: key.secret } };
}

/** Replaces a plan that was retired since the start by `free`: a sign-up must not fail because of it. */
async function availableTerms(
  { tx }: UnitOfWork,
  { request }: BrowserExchange,
  terms: SignUpTerms,
): Promise<SignUpTerms> {
  const problem = await findPlanProblem(tx, terms);
  if (problem === undefined) return terms;
  requestLogger(request).warn({ plan: terms.plan, problem }, "plan of sign-ups not available");
  return { ...terms, plan: freePlan };
}

/** Returns the conflict of an address that got a user after the sign-up. The holder of the link owns the address and may know it. */
export function addressInUse(): DomainError {
  return new DomainError("CONFLICT", { detail: "This email address has a user already. Sign in instead." });
}

/**
 * Writes the audit events of a sign-up. That of the operators has no address and no name of a person, and the id of the invitation, if
 * there was one.
 */
async function auditSignUp(
  { tx, wallMs }: UnitOfWork,
  actor: Actor,
  { accountId, userId, accountName, pending: { id, email, values }, terms }: SignedUp,
): Promise<void> {
  const common = { environment: null, nowMs: wallMs } as const;
  const opened = {
    ...common,
    action: "account.created",
    subject: { kind: "account", id: accountId },
    details: { name: accountName, ...terms, ...(values === null ? { invitationId: id } : {}) },
  } as const;
  await writeAuditEvent(tx, { ...opened, accountId, actor });
  const operators = await findOperatorAccount(tx);
  if (operators !== undefined) {
    await writeAuditEvent(tx, { ...opened, accountId: operators, actor: { ...actor, address: null } });
  }
  const details = { email, role: "owner" };
  const subject = { kind: "user", id: userId } as const;
  await writeAuditEvent(tx, { ...common, accountId, actor, action: "user.joined", subject, details });
}

interface SignedUp {
  accountId: string;
  userId: string;
  accountName: string;
  pending: PendingSignUpRecord;
  terms: SignUpTerms;
}
