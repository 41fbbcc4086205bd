import { hash, randomBytes } from "node:crypto";

/** Generates a token of 256 random bits in characters that are safe in URLs and cookies. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash to store for a token. Tokens are random enough to need neither a salt nor a slow hash. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
