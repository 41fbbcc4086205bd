import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeHmac } from "./hmac.ts";

/** One server secret and what is derived from it. */
interface ServerSecret {
  /** Stands beside whatever was made with it. */
  id: string;
  /** Bytes for one purpose, so that no two purposes share a key. */
  derive(purpose: string): Buffer;
  /** HMAC of a raw API key, as it is stored. */
  hashKey(rawKey: string): Buffer;
}

/** The server secrets: the first writes, all read. */
export interface ServerSecrets {
  first: ServerSecret;
  all: readonly ServerSecret[];
}

/** A server secret that cannot be used; the message says why and never holds it. */
export class ServerSecretError extends Error {
  override name = "ServerSecretError";
}

/** Reads `id:base64,…`. */
export function parseServerSecrets(text: string): ServerSecrets {
  const all = text.split(",").map((part) => parseOne(part.trim()));
  const ids = new Set(all.map((secret) => secret.id));
  if (ids.size < all.length) throw new ServerSecretError("SERVER_SECRET names one id twice.");
  const [first] = all;
  if (!first) throw new ServerSecretError("SERVER_SECRET is empty.");
  return { first, all };
}

/** The secret that is kept in the data directory, made on the first start. */
export function readOrMakeServerSecret(dataDirectory: string): ServerSecrets {
  const path = join(dataDirectory, "server-secret");
  if (!existsSync(path)) writeDurably(path, `a:${randomBytes(32).toString("base64")}\n`);
  return parseServerSecrets(readFileSync(path, "utf8").trim());
}

/** Without the secret, what the database holds is of no use: it is on the disk before anything is made with it, and never there in part. */
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

function parseOne(part: string): ServerSecret {
  const separator = part.indexOf(":");
  const id = part.slice(0, Math.max(separator, 0));
  const bytes = Buffer.from(part.slice(separator + 1), "base64");
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(id)) {
    throw new ServerSecretError("SERVER_SECRET is not of the form id:base64, such as a:$(openssl rand -base64 32).");
  }
  if (bytes.length < 32) throw new ServerSecretError(`The server secret ${id} holds fewer than 32 bytes.`);
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", bytes, "", `wayfare ${purpose}`, 32));
  return { id, derive, hashKey: makeHmac(derive("api keys")) };
}
