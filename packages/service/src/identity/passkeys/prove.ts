import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Unit } from "@wayfare/database";
import { type NamedUser, SignInFailure } from "../sign-in/failure.ts";
import type { IdentityParts } from "../sign-in/identity-parts.ts";
import { burnChallenge, type Challenged } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { findPasskey, notePasskeyUse, type PasskeyRecord } from "./store.ts";

/** A passkey that has answered a challenge, and how far its authenticator has counted. */
export interface Proof {
  passkey: PasskeyRecord;
  counter: number;
}

/**
 * Checks the answer of an authenticator. Its challenge is used up before, whatever the answer is worth.
 *
 * @throws DomainError SIGN_IN_FAILED.
 */
export async function provePasskey(
  { database, clock }: IdentityParts,
  party: RelyingParty,
  answer: AuthenticationResponseJSON,
  challenged: Challenged,
): Promise<Proof> {
  const passkey = await findPasskey(database, Buffer.from(answer.id, "base64url"));
  if (passkey === undefined) throw new SignInFailure("wrong_passkey");
  const burn = (challenge: string) => burnChallenge(database, challenge, challenged, clock.nowMs());
  const counter = await party.readKnown(answer, passkey, burn);
  if (counter === undefined) throw new SignInFailure("wrong_passkey", { user: userOf(passkey) });
  return { passkey, counter };
}

/** Notes that a passkey was used. @throws DomainError SIGN_IN_FAILED where another use came before with the same count. */
export async function noteUse({ session, nowMs }: Unit, { passkey, counter }: Proof): Promise<void> {
  if (!(await notePasskeyUse(session, passkey, counter, nowMs))) {
    throw new SignInFailure("wrong_passkey", { user: userOf(passkey) });
  }
}

function userOf({ accountId, userId }: PasskeyRecord): NamedUser {
  return { id: userId, accountId };
}
