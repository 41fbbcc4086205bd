import { hash, randomBytes } from "node:crypto";

/** 256 random bits, in characters that a URL and a cookie take as they are. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token. It is too long to be guessed from its hash, so the hash needs neither salt nor time. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
