import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import type { UserRecord } from "../users/store.ts";
import type { PasskeyRecord } from "./store.ts";

/** COSE identifiers of Ed25519, ES256 and RS256, which authenticators support. */
const algorithms = [-8, -7, -257];

/** Loads the library. It is done at the first use: it takes 0.4 s, and most processes need no passkeys. */
const importWebAuthn = () => import("@simplewebauthn/server");

type ConsumeChallenge = (challenge: string) => Promise<boolean>;

/** WebAuthn relying party: the host of the public URL, and pages of that origin. */
export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;

  constructor(publicUrl: string) {
    this.#id = new URL(publicUrl).hostname;
    this.#origin = new URL(publicUrl).origin;
  }

  /** Creates registration options for a discoverable passkey with user verification. */
  async createRegistrationOptions(
    user: UserRecord,
    known: readonly PasskeyRecord[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await importWebAuthn();
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

  /** Creates authentication options for these passkeys, or for any passkey if the list is empty. */
  async createAuthenticationOptions(known: readonly PasskeyRecord[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await importWebAuthn();
    const allowed = known.length === 0 ? {} : { allowCredentials: known.map(describe) };
    return generateAuthenticationOptions({ rpID: this.#id, userVerification: "required", ...allowed });
  }

  /** Verifies a registration. @returns the credential; undefined if the response is invalid. */
  async verifyRegistration(
    response: RegistrationResponseJSON,
    consume: ConsumeChallenge,
  ): Promise<WebAuthnCredential | undefined> {
    const { verifyRegistrationResponse } = await importWebAuthn();
    const read = verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs: algorithms,
      expectedChallenge: consume,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
    });
    const { registrationInfo } = await read.catch(() => ({ registrationInfo: undefined }));
    return registrationInfo?.credential;
  }

  /** Verifies an authentication with a passkey. @returns the signature counter; undefined if the response is invalid. */
  async verifyAuthentication(
    response: AuthenticationResponseJSON,
    passkey: PasskeyRecord,
    consume: ConsumeChallenge,
  ): Promise<number | undefined> {
    const { verifyAuthenticationResponse } = await importWebAuthn();
    const read = verifyAuthenticationResponse({
      response,
      expectedChallenge: consume,
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
