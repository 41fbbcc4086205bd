import {
  type CustomerAccount,
  closingDays,
  DomainError,
  type Erasure,
  type NewCustomerAccount,
  type NewSignUpInvitation,
  type PasswordReset,
  type SignUpInvitation,
} from "@wayfare/contract";
import { type Database, isUniqueViolation, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { operatorActor, writeAuditEvent } from "../../audit/store.ts";
import { eraseAccount, previewAccountErasure } from "../../erasure/account-erasure.ts";
import { notifySessionChange } from "../../identity/sessions/store.ts";
import { releaseDomain, verifyDomain } from "../../identity/sso/operated-domains.ts";
import { findUser, findUserByEmail, markOperator } from "../../identity/users/store.ts";
import {
  type InvitationDeps,
  inviteToSignUp,
  readSignUpInvitations,
  withdrawSignUpInvitation,
} from "../../sign-up/invitations.ts";
import { findOperatorAccount, listCustomers, markOperatorAccount } from "../../tenancy/customer-store.ts";
import { createCustomer } from "../accounts/create-customer.ts";
import {
  closeCustomer,
  getCustomer,
  type OperatorAccountDeps,
  resumeCustomer,
  suspendCustomer,
} from "../accounts/customers.ts";
import { resetCustomerPassword } from "../accounts/password-reset.ts";
import { changeCustomerPlan } from "../accounts/plan.ts";
import type { AccountCommand } from "./account-input.ts";

/** A user who is an operator of the deployment. */
interface AddedOperator {
  id: string;
  email: string;
  accountId: string;
}

/** Result of a command about accounts: an account, a list, an invitation, a link to reset a password, an erasure, or an operator. */
export type AccountCommandResult =
  | CustomerAccount
  | NewCustomerAccount
  | { data: CustomerAccount[] }
  | { data: SignUpInvitation[] }
  | NewSignUpInvitation
  | { id: string; deletedAt: string }
  | PasswordReset
  | Erasure
  | AddedOperator;

type CommandDeps = OperatorAccountDeps & InvitationDeps;

const defaultLimit = 50;

/**
 * Runs a command about the accounts of the deployment.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, CONFLICT, PAYMENT_REQUIRED.
 */
export async function runAccountCommand(
  deps: CommandDeps & { database: Database; nowMs: number },
  command: AccountCommand,
): Promise<AccountCommandResult> {
  const { database, nowMs } = deps;
  if (command.do === "list") {
    const { search, status, plan, limit = defaultLimit } = command;
    return { data: await listCustomers(database, { filter: { search, status, plan }, afterId: null, limit, nowMs }) };
  }
  if (command.do === "invitations") {
    const { limit = defaultLimit } = command;
    return { data: await readSignUpInvitations(database, { afterId: null, limit, nowMs }) };
  }
  if (command.do === "show") return getCustomer({ tx: database, wallMs: nowMs }, command.id);
  if (command.do === "erase" && command.dryRun === true) {
    return previewAccountErasure({ tx: database, wallMs: nowMs }, command.id);
  }
  return runUnitOfWork(database, nowMs, (unit) => applyCommand(unit, deps, command));
}

async function applyCommand(
  unit: UnitOfWork,
  deps: CommandDeps,
  command: Exclude<AccountCommand, { do: "list" | "show" | "invitations" }>,
): Promise<AccountCommandResult> {
  const actor = operatorActor;
  if (command.do === "create") {
    const { do: _do, ...input } = command;
    const { account, secrets } = await createCustomer(unit, deps, input, actor);
    return { ...account, ...secrets };
  }
  if (command.do === "add_operator") return addOperator(unit, command.email);
  if (command.do === "invite") {
    const { invitation, secrets } = await inviteToSignUp(unit, deps, { email: command.email, actor });
    return { ...invitation, ...secrets };
  }
  if (command.do === "withdraw_invitation") return withdrawSignUpInvitation(unit, { id: command.id, actor });
  if (command.do === "reset_password") {
    return resetCustomerPassword(unit, deps, { email: command.email, actor, fromHost: true });
  }
  const customer = { accountId: command.id, actor };
  if (command.do === "verify_domain" || command.do === "release_domain") {
    await (command.do === "verify_domain" ? verifyDomain : releaseDomain)(unit, {
      ...customer,
      domain: command.domain,
    });
    return getCustomer(unit, command.id);
  }
  if (command.do === "suspend") return suspendCustomer(unit, deps, customer, command.reason);
  if (command.do === "resume") return resumeCustomer(unit, deps, customer);
  if (command.do === "close") return closeCustomer(unit, deps, customer, command.graceDays ?? closingDays.default);
  if (command.do === "erase") return eraseAccount(unit, deps, customer, { confirmName: command.confirmName });
  return changeCustomerPlan(unit, deps, { ...customer, plan: command.plan });
}

/**
 * Makes a user of the operators' account an operator. If there is no operators' account, as after an upgrade, the account of the user
 * becomes it.
 */
async function addOperator(unit: UnitOfWork, email: string): Promise<AddedOperator> {
  const { tx, wallMs } = unit;
  const user = await findUserByEmail(tx, email);
  if (user === undefined) {
    throw new DomainError("NOT_FOUND", { detail: `No user has the email address ${JSON.stringify(email)}.` });
  }
  const { id } = user;
  const operators = await findOperatorAccount(tx);
  const accountId = operators ?? user.accountId;
  if ((await findUser(tx, { accountId, userId: id }, { lock: true })) === undefined) {
    const detail = `Operators must be members of the operators' account ${accountId}. Invite this user there.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  if (operators === undefined) await makeOperatorAccount(unit, accountId);
  await markOperator(tx, { accountId, userId: id }, wallMs);
  await notifySessionChange(tx, id);
  await writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "user.operator_added",
    actor: operatorActor,
    subject: { kind: "user", id },
    details: { email: user.email },
    nowMs: wallMs,
  });
  return { id, email: user.email ?? email, accountId };
}

async function makeOperatorAccount({ tx, wallMs }: UnitOfWork, accountId: string): Promise<void> {
  const { status, suspendedAt } = await getCustomer({ tx, wallMs }, accountId);
  if (status !== "active" || suspendedAt !== null) {
    const detail = "The account of this user is suspended or closed. Resume it first.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  try {
    await markOperatorAccount(tx, accountId);
  } catch (error) {
    if (!isUniqueViolation(error, "accounts_operator")) throw error;
    throw new DomainError("CONFLICT", { detail: "Another command made another account the operators' account." });
  }
}
