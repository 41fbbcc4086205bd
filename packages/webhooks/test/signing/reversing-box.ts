import type { SecretBox } from "../../src/signing/secrets.ts";

/** Reverses secrets, so that a secret that was not decrypted does not verify. */
export const reversingBox: SecretBox = {
  seal: (text) => Buffer.from(text).toReversed(),
  open: (sealed) => Buffer.from(Buffer.from(sealed).toReversed()).toString(),
};
