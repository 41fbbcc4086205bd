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
import { getAccount, getTestClockOffset } from "../../tenancy/account-store.ts";
import { countCredentials } from "../users/credentials.ts";
import { findUser } from "../users/store.ts";

interface SessionSubject {
  accountId: string;
  userId: string;
  /** Expiry of the step-up; null if a step-up is required. */
  steppedUpUntilMs: number | null;
}

/** Returns the scopes of a user's sessions: those of the role in the account, and those of operators. */
export function scopesOfUser({ role, isOperator }: { role: Role; isOperator: boolean }): readonly Scope[] {
  return isOperator ? [...scopesOfRole(role), ...operatorScopes] : scopesOfRole(role);
}

/** Renders the session of a signed-in user for the portal. */
export async function describeSession(
  db: Queryable,
  { accountId, userId, steppedUpUntilMs }: SessionSubject,
): Promise<PortalSession> {
  const user = await findUser(db, { accountId, userId });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  const { name } = await getAccount(db, accountId);
  const testClockOffsetMs = await getTestClockOffset(db, accountId);
  const { passkeys, recoveryCodes } = await countCredentials(db, user);
  return {
    user: { id: userId, name: user.name, email: user.email },
    account: { id: accountId, name, testClockOffsetSeconds: testClockOffsetMs / 1000 },
    role: user.role,
    operator: user.isOperator,
    scopes: [...scopesOfUser(user)],
    stepUpExpiresAt: steppedUpUntilMs === null ? null : formatInstant(steppedUpUntilMs),
    security: {
      password: user.passwordHash !== null,
      totp: user.totpSecret !== null,
      passkeys,
      recoveryCodesLeft: recoveryCodes,
    },
    needs: user.email === null || user.name === "" ? ["profile"] : [],
  };
}
