import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeHmac } from "./hmac.ts";

/** A server secret and its derived keys. */
interface ServerSecret {
  /** Stored with every value that was made with it. */
  id: string;
  /** Derives a key for one purpose, so that no two purposes share a key. */
  derive(purpose: string): Buffer;
  /** HMAC of a raw API key, as stored. */
  hashKey(rawKey: string): Buffer;
}

/** The server secrets: the first encrypts and signs, all decrypt and verify. */
export interface ServerSecrets {
  first: ServerSecret;
  all: readonly ServerSecret[];
}

/** Invalid server secret. The message never contains the secret. */
export class ServerSecretError extends Error {
  override name = "ServerSecretError";
}

/** Parses `id:base64,…`. */
export function parseServerSecrets(text: string): ServerSecrets {
  const all = text.split(",").map((part) => parseSecret(part.trim()));
  const ids = new Set(all.map((secret) => secret.id));
  if (ids.size < all.length) throw new ServerSecretError("SERVER_SECRET contains a duplicate id.");
  const [first] = all;
  if (!first) throw new ServerSecretError("SERVER_SECRET is empty.");
  return { first, all };
}

/** Returns the path of the file with the secret in a data directory. */
export function serverSecretPath(dataDirectory: string): string {
  return join(dataDirectory, "server-secret");
}

/** Reads the secret in the data directory; creates it on the first start. */
export function readOrCreateServerSecret(dataDirectory: string): ServerSecrets {
  const path = serverSecretPath(dataDirectory);
  if (!existsSync(path)) writeDurably(path, `a:${randomBytes(32).toString("base64")}\n`);
  return parseServerSecrets(readFileSync(path, "utf8").trim());
}

/**
 * Writes the file atomically and flushes it to disk. Without the secret, the data in the database is unusable, so it must be durable before
 * it is used.
 */
function writeDurably(path: string, text: string): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  renameSync(draft, path);
  const directory = openSync(dirname(path), "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function parseSecret(part: string): ServerSecret {
  const separator = part.indexOf(":");
  const id = part.slice(0, Math.max(separator, 0));
  const bytes = Buffer.from(part.slice(separator + 1), "base64");
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(id)) {
    throw new ServerSecretError("SERVER_SECRET must have the form id:base64, such as a:$(openssl rand -base64 32).");
  }
  if (bytes.length < 32) throw new ServerSecretError(`Server secret ${id} must have at least 32 bytes.`);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", bytes, "", `wayfare ${purpose}`, 32));
  return { id, derive, hashKey: makeHmac(derive("api keys")) };
}
