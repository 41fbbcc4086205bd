import { hash, type Options, verify } from "@node-rs/argon2";

/** Parameters from the OWASP password storage cheat sheet for argon2id, the library default: 19 MiB, two passes, parallelism one. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), cost);
}

let dummyHash: Promise<string> | undefined;

/** Compares a password with a stored hash. Without a stored hash, returns false after the same time, so that timing reveals nothing. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("dummy");
  const isSame = await verify(stored ?? (await dummyHash), password.normalize("NFC"));
  return stored !== null && isSame;
}
