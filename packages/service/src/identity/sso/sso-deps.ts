import type { GuardRules } from "@wayfare/egress";
import type { SecretBox } from "@wayfare/webhooks";
import type { SsoConnection } from "../connections/connection-store.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import type { Issuers, Provider } from "./issuer.ts";
import { IssuerError } from "./issuer-error.ts";

export interface SsoDeps extends IdentityDeps {
  issuers: Issuers;
  /** Finds the TXT records of a name; empty if there is none. */
  findTexts(name: string): Promise<readonly string[]>;
  /** Addresses of providers that may be called. */
  rules: GuardRules;
  /** Encrypts client secrets. */
  secretBox: SecretBox;
  /** Encrypts sign-ins that wait for their callback. */
  flowBox: SecretBox;
}

/** Purpose of the key that encrypts client secrets. */
export const ssoPurpose = "single sign-on secrets";
export const callbackPath = "/portal/sso/callback";

/** Returns the provider of a connection with its secret. */
export function providerOf({ secretBox }: Pick<SsoDeps, "secretBox">, connection: SsoConnection): Provider {
  try {
    return { ...connection, secret: secretBox.open(connection.sealedSecret) };
  } catch (error) {
    throw new IssuerError("refused", "The client secret cannot be decrypted. Enter it again.", { cause: error });
  }
}
