import { hash, type Options, verify } from "@node-rs/argon2";

/** What OWASP's password storage sheet asks of argon2id: 19 MiB, two passes, one lane. The library's own default is argon2id. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), cost);
}

let nobodys: Promise<string> | undefined;

/** Whether a password is the one that was hashed. Where there is none to compare with, it takes as long and is not. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword("of nobody");
  const isSame = await verify(stored ?? (await nobodys), password.normalize("NFC"));
  return stored !== null && isSame;
}
