import {
  accountScopes,
  billingCurrency,
  type CreateCustomerAccount,
  formatInstant,
  freePlan,
  type NewCustomerAccount,
} from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import { signInUrl } from "../../identity/sign-in/links.ts";
import { insertInvitation } from "../../identity/users/invitations.ts";
import { createKey } from "../../keys/rules.ts";
import { createAccount } from "../../tenancy/account-store.ts";
import { auditCustomerChange, customerActor } from "./customer-audit.ts";
import { getCustomer, type OperatorAccountDeps } from "./customers.ts";
import { changeCustomerPlan } from "./plan.ts";

type FirstKeys = NonNullable<NewCustomerAccount["keys"]>;

/**
 * Creates an account, the invitation of its first owner and, if requested, its first keys. This is the only way in which a service key
 * creates keys.
 *
 * @returns the account, and separately what is returned only once.
 * @throws DomainError REQUEST_INVALID or STATE_INVALID for a plan that the account cannot have.
 */
export async function createCustomer(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  input: CreateCustomerAccount,
  actor: Actor,
): Promise<{ account: NewCustomerAccount; secrets: Pick<NewCustomerAccount, "invitation" | "keys"> }> {
  const { name, ownerEmail, plan = freePlan, currency = billingCurrency } = input;
  const accountId = await createAccount(unit.tx, name, unit.wallMs, { currency });
  await auditCustomerChange(unit, actor, { accountId, action: "account.created", details: { name, plan, currency } });
  const invitation = await inviteOwner(unit, deps, { accountId, accountName: name, email: ownerEmail, actor });
  if (plan !== freePlan) await changeCustomerPlan(unit, deps, { accountId, plan, actor });
  const keys: FirstKeys = [];
  for (const environment of input.keys ?? [])
    keys.push(await createFirstKey(unit, deps, { accountId, environment, actor: customerActor(actor) }));
  const account = await getCustomer(unit, accountId);
  return { account, secrets: { invitation, ...(input.keys === undefined ? {} : { keys }) } };
}

async function inviteOwner(
  unit: UnitOfWork,
  { publicUrl, mailer }: OperatorAccountDeps,
  { accountId, accountName, email, actor }: { accountId: string; accountName: string; email: string; actor: Actor },
) {
  const { tx, wallMs } = unit;
  const input = { accountId, invitedBy: null, email, role: "owner" } as const;
  const { invitation, token } = await insertInvitation(tx, input, wallMs);
  await writeAuditEvent(tx, {
    accountId,
    environment: null,
    action: "invitation.created",
    actor: customerActor(actor),
    subject: { kind: "invitation", id: invitation.id },
    details: { email: invitation.email, role: "owner" },
    nowMs: wallMs,
  });
  const url = signInUrl(publicUrl, token);
  const { expiresAtMs } = invitation;
  const link = { url, expiresAtMs, usesSso: false };
  const content = { kind: "invitation", accountName, inviter: null, role: "owner", ...link } as const;
  const mailed = await mailer.enqueue(unit, { to: invitation.email, accountId, content });
  return { email: invitation.email, url, expiresAt: formatInstant(expiresAtMs), mailed };
}

/** Creates the first key of an account in an environment, with all scopes of accounts. */
export async function createFirstKey(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  { accountId, environment, actor }: { accountId: string; environment: "test" | "live"; actor: Actor },
): Promise<FirstKeys[number]> {
  const key = { accountId, environment, name: `First ${environment} key`, scopes: accountScopes };
  const { record, rawKey } = await createKey({ ...unit, nowMs: unit.wallMs }, deps, key, actor);
  return { id: record.id, environment, secret: rawKey };
}
