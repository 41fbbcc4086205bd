import { DomainError, formatInstant, type PasswordReset } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import { createResetLink } from "../../identity/sign-in/password-reset.ts";
import { isSsoRequiredEverywhere } from "../../identity/sign-in/required-sso.ts";
import { listMemberships } from "../../identity/users/memberships.ts";
import { findUserByEmail } from "../../identity/users/store.ts";
import { findOperatorAccount } from "../../tenancy/customer-store.ts";
import { customerActor } from "./customer-audit.ts";
import type { OperatorAccountDeps } from "./customers.ts";

/** A mailed link is opened soon; one that operators pass on may take a day. */
const mailedMs = 3_600_000;
const passedOnMs = 86_400_000;

interface ResetRequest {
  email: string;
  actor: Actor;
  /** True for the command line, whose user has the database: members of the operators' account may be reset, too. */
  fromHost?: boolean;
}

/**
 * Creates a link with which a user chooses a new password. If the service sends mails, only the user gets it, so that an operator cannot
 * use it.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for a member of the operators' account, for a user who must use single sign-on, and at the
 *   limit of mails.
 */
export async function resetCustomerPassword(
  unit: UnitOfWork,
  deps: Pick<OperatorAccountDeps, "mailer" | "publicUrl">,
  { email: given, actor, fromHost = false }: ResetRequest,
): Promise<PasswordReset> {
  const user = await findUserByEmail(unit.tx, given);
  if (user === undefined || user.email === null) {
    throw new DomainError("NOT_FOUND", { detail: `No user has the email address ${JSON.stringify(given)}.` });
  }
  const { id, email } = user;
  const accounts = (await listMemberships(unit.tx, id)).map(({ accountId }) => accountId);
  const operators = await findOperatorAccount(unit.tx);
  if (!fromHost && operators !== undefined && accounts.includes(operators)) {
    const detail =
      "The user is a member of the operators' account. Run `wayfare accounts reset-password` or `wayfare login-link` on the host.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  if (await isSsoRequiredEverywhere(unit.tx, user)) {
    const detail =
      "All accounts of the user require single sign-on. If the identity provider is down, run `wayfare login-link` on the host for an owner.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  const lifeMs = deps.mailer.isEnabled ? mailedMs : passedOnMs;
  const { url, expiresAtMs, mailed } = await createResetLink(unit, deps, { user: { id, email }, lifeMs });
  if (deps.mailer.isEnabled && !mailed) {
    const detail = "The service has sent as many mails to this address as it may within an hour. Try again later.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  await auditReset(unit, { userId: id, accounts, operators, actor });
  return { email, mailed, url: mailed ? null : url, expiresAt: formatInstant(expiresAtMs) };
}

/** Writes the event in the logs of all accounts of the user and in that of the operators, without the address. */
async function auditReset(
  { tx, wallMs }: UnitOfWork,
  {
    userId,
    accounts,
    operators,
    actor,
  }: { userId: string; accounts: readonly string[]; operators: string | undefined; actor: Actor },
): Promise<void> {
  const event = {
    environment: null,
    action: "user.password_reset_created",
    subject: { kind: "user", id: userId },
    nowMs: wallMs,
  } as const;
  for (const accountId of accounts) {
    if (accountId !== operators) await writeAuditEvent(tx, { ...event, accountId, actor: customerActor(actor) });
  }
  if (operators !== undefined) await writeAuditEvent(tx, { ...event, accountId: operators, actor });
}
