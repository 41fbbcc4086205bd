import { DomainError, formatInstant, type PortalSession, scopesOfRole } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { getAccount } from "../../tenancy/account-store.ts";
import { countCredentials } from "../users/credentials.ts";
import { findUser } from "../users/store.ts";

interface Shown {
  accountId: string;
  userId: string;
  /** Null where it has to be confirmed first. */
  steppedUpUntilMs: number | null;
}

/** What the pages are told of who is signed in. */
export async function describeSession(
  session: Session,
  { accountId, userId, steppedUpUntilMs }: Shown,
): Promise<PortalSession> {
  const user = await findUser(session, { accountId, userId });
  if (user === undefined) throw new DomainError("SIGN_IN_REQUIRED");
  const { name } = await getAccount(session, accountId);
  const { passkeys, recoveryCodes } = await countCredentials(session, user);
  return {
    user: { id: userId, name: user.name, email: user.email },
    account: { id: accountId, name },
    role: user.role,
    scopes: [...scopesOfRole(user.role)],
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
