import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { UnitOfWork } from "@wayfare/database";
import { SignInFailure, type UserReference } from "../sign-in/failure.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { type ChallengeBinding, consumeChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { findPasskey, type PasskeyRecord, recordPasskeyUse } from "./store.ts";

/** A passkey with a valid response to a challenge, and the signature counter of its authenticator. */
export interface VerifiedPasskey {
  passkey: PasskeyRecord;
  counter: number;
}

/**
 * Verifies the response of an authenticator. Its challenge is consumed first, even if the response is invalid.
 *
 * @throws DomainError SIGN_IN_FAILED.
 */
export async function verifyPasskey(
  { database, clock }: IdentityDeps,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  binding: ChallengeBinding,
): Promise<VerifiedPasskey> {
  const passkey = await findPasskey(database, Buffer.from(response.id, "base64url"));
  if (passkey === undefined) throw new SignInFailure("wrong_passkey");
  const consume = (challenge: string) => consumeChallenge(database, challenge, binding, clock.nowMs());
  const counter = await party.verifyAuthentication(response, passkey, consume);
  if (counter === undefined) throw new SignInFailure("wrong_passkey", { user: userOf(passkey) });
  return { passkey, counter };
}

/** Records the use of a passkey. @throws DomainError SIGN_IN_FAILED if another use had the same counter. */
export async function recordUse({ tx, nowMs }: UnitOfWork, { passkey, counter }: VerifiedPasskey): Promise<void> {
  if (!(await recordPasskeyUse(tx, passkey, counter, nowMs))) {
    throw new SignInFailure("wrong_passkey", { user: userOf(passkey) });
  }
}

function userOf({ userId }: PasskeyRecord): UserReference {
  return { id: userId };
}
