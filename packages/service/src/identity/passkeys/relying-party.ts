import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import type { UserRecord } from "../users/store.ts";
import type { PasskeyRecord } from "./store.ts";

/** Ed25519, ES256 and RS256, by their numbers in COSE: what authenticators have. */
const algorithms = [-8, -7, -257];

type BurnChallenge = (challenge: string) => Promise<boolean>;

/** Whom passkeys are made for (WebAuthn level 3): the host of our public address, and pages of that origin. */
export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;

  constructor(publicUrl: string) {
    this.#id = new URL(publicUrl).hostname;
    this.#origin = new URL(publicUrl).origin;
  }

  /** What a browser is asked for a new passkey: one that knows its user, whom it verifies. */
  askForNew(user: UserRecord, known: readonly PasskeyRecord[]): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return generateRegistrationOptions({
      rpName: "Wayfare",
      rpID: this.#id,
      userName: user.email ?? user.id,
      userDisplayName: user.name,
      userID: Uint8Array.from(Buffer.from(user.id)),
      excludeCredentials: known.map(describe),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /** What a browser is asked for a passkey that is there; any of its user's where none is named. */
  askForKnown(known: readonly PasskeyRecord[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const allowed = known.length === 0 ? {} : { allowCredentials: known.map(describe) };
    return generateAuthenticationOptions({ rpID: this.#id, userVerification: "required", ...allowed });
  }

  /** The new passkey in an answer; undefined where the answer is not to be believed. */
  async readNew(answer: RegistrationResponseJSON, burn: BurnChallenge): Promise<WebAuthnCredential | undefined> {
    const read = verifyRegistrationResponse({
      response: answer,
      supportedAlgorithmIDs: algorithms,
      expectedChallenge: burn,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
    });
    const { registrationInfo } = await read.catch(() => ({ registrationInfo: undefined }));
    return registrationInfo?.credential;
  }

  /** What the authenticator has counted up to; undefined where the answer is not one of this passkey. */
  async readKnown(
    answer: AuthenticationResponseJSON,
    passkey: PasskeyRecord,
    burn: BurnChallenge,
  ): Promise<number | undefined> {
    const read = verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: burn,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      credential: {
        id: passkey.credentialId.toString("base64url"),
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    const verified = await read.catch(() => undefined);
    return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
  }
}

function describe({ credentialId, transports }: PasskeyRecord) {
  return { id: credentialId.toString("base64url"), transports };
}
