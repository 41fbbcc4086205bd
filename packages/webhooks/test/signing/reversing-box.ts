import type { SecretBox } from "../../src/signing/secrets.ts";

/** Turned round, so that a secret that left the database unopened would not verify. */
export const reversingBox: SecretBox = {
  seal: (text) => Buffer.from(text).toReversed(),
  open: (sealed) => Buffer.from(Buffer.from(sealed).toReversed()).toString(),
};
