import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountScopes } from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork } from "@wayfare/database";
import { createSignInLink, firstLinkMs, signInUrl } from "../identity/sign-in/links.ts";
import { insertKey } from "../keys/store.ts";
import { createFirstAccount, lockFirstAccount } from "../operator/commands/first-account.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { findFirstAccount } from "../tenancy/account-store.ts";

/** Credentials that the first start creates and shows once. */
export interface FirstRun {
  key: string;
  signInUrl: string;
}

interface FirstRunDeps {
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
 * On an empty database, creates an account, a test key with every scope of an account and a one-time sign-in link, and writes key and link to
 * DATA_DIR/first-run.json.
 *
 * @returns undefined if an account exists.
 */
export function makeFirstRun(deps: FirstRunDeps): Promise<FirstRun | undefined> {
  return lockFirstAccount(deps.database, (connection) =>
    runUnitOfWork(connection, deps.nowMs, async ({ tx }) => {
      if ((await findFirstAccount(tx)) !== undefined) return undefined;
      const firstRun = await makeAccount(tx, deps);
      // Written before the commit: if the file cannot be written, the key is not created.
      const text = `${JSON.stringify(firstRun, null, 2)}\n`;
      rmSync(firstRunPath(deps.dataDirectory), { force: true });
      writeFileSync(firstRunPath(deps.dataDirectory), text, { mode: 0o600 });
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

async function makeAccount(db: Queryable, { secrets, publicUrl, nowMs }: FirstRunDeps): Promise<FirstRun> {
  const accountId = await createFirstAccount(db, nowMs);
  const { rawKey } = await insertKey(db, secrets, {
    accountId,
    environment: "test",
    name: "First key",
    // Without the scopes of operators, which are granted on the command line only.
    scopes: accountScopes,
    nowMs,
  });
  const token = await createSignInLink(db, { accountId, userId: null, lifeMs: firstLinkMs }, nowMs);
  return { key: rawKey, signInUrl: signInUrl(publicUrl, token) };
}
