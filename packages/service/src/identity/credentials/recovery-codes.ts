import { hash, randomBytes } from "node:crypto";
import type { Queryable } from "@wayfare/database";

const count = 10;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Replaces the recovery codes of a user with new ones of 80 random bits and returns them. Only their hashes are stored. */
export async function replaceRecoveryCodes(db: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  await db.execute("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await db.execute("INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])", [
    userId,
    codes.map(hashCode),
  ]);
  return codes;
}

/** Consumes a recovery code. @returns false if the user has no such code. */
export async function consumeRecoveryCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  const deleted = await db.execute("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", [
    userId,
    hashCode(code),
  ]);
  return deleted > 0;
}

export async function deleteRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await db.execute("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
}

/** Generates a code such as `4k7f-92dq-mz0r-tv3w`. */
function makeCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet.charAt(byte & 31)).join("");
  return characters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Hashes a code, ignoring case and separators. Codes are random enough to need no slow hash. */
function hashCode(code: string): Buffer {
  return hash("sha256", code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""), "buffer");
}
