import { hash, randomBytes } from "node:crypto";
import type { Session } from "@wayfare/database";

const count = 10;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes the recovery codes of a user anew, 80 random bits each, and answers them; only their hashes are kept. */
export async function replaceRecoveryCodes(session: Session, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  await session.execute("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await session.execute("INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])", [
    userId,
    codes.map(hashCode),
  ]);
  return codes;
}

/** Uses a code up; false where the user has no such code. */
export async function burnRecoveryCode(session: Session, userId: string, code: string): Promise<boolean> {
  const burned = await session.execute("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", [
    userId,
    hashCode(code),
  ]);
  return burned > 0;
}

export async function deleteRecoveryCodes(session: Session, userId: string): Promise<void> {
  await session.execute("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
}

/** Such as `4k7f-92dq-mz0r-tv3w`. */
function makeCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet.charAt(byte & 31)).join("");
  return characters.replace(/(.{4})(?=.)/g, "$1-");
}

/** However it was typed. The code is too long to be guessed from its hash. */
function hashCode(code: string): Buffer {
  return hash("sha256", code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""), "buffer");
}
