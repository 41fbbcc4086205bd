import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "@wayfare/webhooks";
import type { ServerSecrets } from "./server-secret.ts";

const cipherName = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts with AES-256-GCM under the server secrets: the first encrypts, all decrypt. Format: one byte with the length of the secret's id,
 * the id, 12 bytes of nonce, the ciphertext and 16 bytes of tag. The id is authenticated too. `open` throws if a byte was changed or the
 * server secret is missing.
 */
export function makeSecretBox(secrets: ServerSecrets, purpose = "webhook secrets"): SecretBox {
  const keys = new Map(secrets.all.map((secret) => [secret.id, secret.derive(purpose)]));
  const { id } = secrets.first;
  return {
    seal(text) {
      const label = Buffer.from(id);
      const header = Buffer.concat([Buffer.from([label.length]), label]);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(cipherName, keyOf(keys, id), nonce, { authTagLength: tagLength }).setAAD(header);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([header, nonce, sealed, cipher.getAuthTag()]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const headerLength = 1 + (bytes[0] ?? 0);
      if (bytes.length < headerLength + nonceLength + tagLength) throw new Error("sealed secret is too short");
      const header = bytes.subarray(0, headerLength);
      const nonce = bytes.subarray(headerLength, headerLength + nonceLength);
      const key = keyOf(keys, header.toString("utf8", 1));
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
        .setAAD(header)
        .setAuthTag(bytes.subarray(-tagLength));
      const text = decipher.update(bytes.subarray(headerLength + nonceLength, -tagLength));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}

/** Returns the id of the server secret under which a value is sealed. */
export function sealingSecretId(sealed: Uint8Array): string {
  return Buffer.from(sealed)
    .subarray(1, 1 + (sealed[0] ?? 0))
    .toString("latin1");
}

/** Wraps a box to log values that cannot be decrypted because their server secret is missing or bytes were changed. */
export function logDecryptionFailures(
  box: SecretBox,
  log: { error(details: object, message: string): void },
): SecretBox {
  return {
    seal: (text) => box.seal(text),
    open(sealed) {
      try {
        return box.open(sealed);
      } catch (error) {
        const hint = "run `wayfare secrets status`";
        log.error({ err: error, serverSecret: sealingSecretId(sealed) }, `sealed secret cannot be decrypted: ${hint}`);
        throw error;
      }
    },
  };
}

function keyOf(keys: ReadonlyMap<string, Buffer>, id: string): Buffer {
  const key = keys.get(id);
  if (key === undefined) {
    throw new Error(`missing server secret ${JSON.stringify(id)} of a sealed secret`);
  }
  return key;
}
