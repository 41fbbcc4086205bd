import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scopes } from "@wayfare/contract";
import { type Database, runUnit, type Session } from "@wayfare/database";
import { createSignInLink, firstLinkMs, signInUrl } from "../identity/sign-in/links.ts";
import { insertKey } from "../keys/store.ts";
import { createFirstAccount, lockFirstAccount } from "../operator/commands/first-account.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { findFirstAccount } from "../tenancy/account-store.ts";

/** What the first start makes, and shows once. */
export interface FirstRun {
  key: string;
  signInUrl: string;
}

interface FirstRunParts {
  database: Database;
  secrets: ServerSecrets;
  dataDirectory: string;
  publicUrl: string;
  nowMs: number;
}

export function firstRunPath(dataDirectory: string): string {
  return join(dataDirectory, "first-run.json");
}

/**
 * On an empty database, makes an account, a test key with every scope and a one-time sign-in link, and writes both to
 * DATA_DIR/first-run.json. Answers undefined where there is an account already.
 */
export function makeFirstRun(parts: FirstRunParts): Promise<FirstRun | undefined> {
  return lockFirstAccount(parts.database, (connection) =>
    runUnit(connection, parts.nowMs, async ({ session }) => {
      if ((await findFirstAccount(session)) !== undefined) return undefined;
      const firstRun = await makeAccount(session, parts);
      // Before the commit: a key that could not be written down is not made.
      const text = `${JSON.stringify(firstRun, null, 2)}\n`;
      rmSync(firstRunPath(parts.dataDirectory), { force: true });
      writeFileSync(firstRunPath(parts.dataDirectory), text, { mode: 0o600 });
      return firstRun;
    }),
  );
}

export function hasFirstRunFile(dataDirectory: string): boolean {
  return existsSync(firstRunPath(dataDirectory));
}

export function deleteFirstRunFile(dataDirectory: string): void {
  rmSync(firstRunPath(dataDirectory), { force: true });
}

async function makeAccount(session: Session, { secrets, publicUrl, nowMs }: FirstRunParts): Promise<FirstRun> {
  const accountId = await createFirstAccount(session, nowMs);
  const { rawKey } = await insertKey(session, secrets, {
    accountId,
    environment: "test",
    name: "First key",
    scopes,
    nowMs,
  });
  const token = await createSignInLink(session, { accountId, userId: null, lifeMs: firstLinkMs }, nowMs);
  return { key: rawKey, signInUrl: signInUrl(publicUrl, token) };
}
