import { type AuditEventType, DomainError, notFound } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import { findConnection } from "../connections/connection-store.ts";
import { deleteDomain, findVerifiedDomain, insertDomain, markVerified } from "../connections/domain-store.ts";
import { makeToken } from "../credentials/token.ts";

interface OperatedDomain {
  accountId: string;
  domain: string;
  actor: Actor;
}

/**
 * Verifies a domain of an account for an operator, who has checked its owner by other means. Adds the domain if the account has not.
 *
 * @throws DomainError STATE_INVALID without a connection, CONFLICT if the domain is verified for another account.
 */
export async function verifyDomain(unit: UnitOfWork, operated: OperatedDomain): Promise<void> {
  const { tx, wallMs } = unit;
  const { accountId, domain } = operated;
  if ((await findConnection(tx, accountId, { lock: true })) === undefined) {
    throw new DomainError("STATE_INVALID", { detail: "The account has no identity provider. Connect it first." });
  }
  const verified = await findVerifiedDomain(tx, domain);
  if (verified !== undefined && verified.accountId !== accountId) {
    const detail = `This domain is verified for the account ${verified.accountId}. Release it there first.`;
    throw new DomainError("CONFLICT", { detail });
  }
  await insertDomain(tx, { accountId, domain, challenge: makeToken() }, wallMs);
  if (await markVerified(tx, { accountId, domain }, wallMs)) await audit(unit, "sso.domain_verified", operated);
}

/** Removes a domain of an account. @throws DomainError NOT_FOUND */
export async function releaseDomain(unit: UnitOfWork, operated: OperatedDomain): Promise<void> {
  if (!(await deleteDomain(unit.tx, operated))) throw notFound("domain", operated.domain);
  await audit(unit, "sso.domain_removed", operated);
}

function audit(
  { tx, wallMs }: UnitOfWork,
  action: Extract<AuditEventType, `sso.${string}`>,
  { accountId, domain, actor }: OperatedDomain,
): Promise<void> {
  const subject = { kind: "account", id: accountId } as const;
  return writeAuditEvent(tx, {
    accountId,
    environment: null,
    action,
    actor,
    subject,
    details: { domain },
    nowMs: wallMs,
  });
}
