import {
  DomainError,
  formatInstant,
  operatorScopes,
  type PortalSession,
  type Role,
  type Scope,
  scopesOfRole,
} from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { Acting } from "../../http/caller.ts";
import { getAccount, getTestClockOffset } from "../../tenancy/account-store.ts";
import { countCredentials } from "../users/credentials.ts";
import { listMemberships } from "../users/memberships.ts";
import { findUser } from "../users/store.ts";

interface SessionSubject {
  accountId: string;
  userId: string;
  /** Expiry of the step-up; null if a step-up is required. */
  steppedUpUntilMs: number | null;
  /** True for a session of single sign-on. */
  isSso: boolean;
  /** Role and acting of an operator who acts for the account; absent for a user of the account. */
  acting?: { role: Role; acting: Acting } | null;
}

/** Returns the scopes of a user's sessions: those of the role in the account, and those of operators. */
export function scopesOfUser({ role, isOperator }: { role: Role; isOperator: boolean }): readonly Scope[] {
  return isOperator ? [...scopesOfRole(role), ...operatorScopes] : scopesOfRole(role);
}

/** Renders the session of a signed-in user for the portal. */
export async function describeSession(
  db: Queryable,
  { accountId, userId, steppedUpUntilMs, isSso, acting: actingAs = null }: SessionSubject,
): Promise<PortalSession> {
  const user = await findUser(db, { accountId: actingAs?.acting.operatorAccountId ?? accountId, userId });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  const shown = actingAs === null ? user : { role: actingAs.role, isOperator: false };
  const { name } = await getAccount(db, accountId);
  const testClockOffsetMs = await getTestClockOffset(db, accountId);
  const { passkeys, recoveryCodes } = await countCredentials(db, user);
  return {
    user: { id: userId, name: user.name, email: user.email },
    account: { id: accountId, name, testClockOffsetSeconds: testClockOffsetMs / 1000 },
    role: shown.role,
    operator: shown.isOperator,
    acting:
      actingAs === null
        ? null
        : { changes: actingAs.acting.changes, expiresAt: formatInstant(actingAs.acting.endsAtMs) },
    otherAccounts: actingAs === null && !isSso && (await listMemberships(db, userId)).length > 1,
    singleSignOn: isSso,
    scopes: [...scopesOfUser(shown)],
    stepUpExpiresAt: steppedUpUntilMs === null ? null : formatInstant(steppedUpUntilMs),
    security: {
      password: user.passwordHash !== null,
      totp: user.totpSecret !== null,
      passkeys,
      recoveryCodesLeft: recoveryCodes,
    },
    needs: actingAs === null && !isSso && (user.email === null || user.name === "") ? ["profile"] : [],
  };
}
