import type { Application, AuditEvent, CreateKey, Key, KeyEnvironment, NewKey, Revocation } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../tests/databases.ts";
import { defaultBilling } from "../src/billing/settings.ts";
import { noMailer } from "../src/mail/mailer.ts";
import { makeOperator } from "../src/operator/commands/commands.ts";
import { createAccount } from "../src/tenancy/account-store.ts";
import { type RunningApp, type RunningAppOptions, runApp, testSecrets } from "./running-app.ts";

type AppOptions = Omit<RunningAppOptions, "database">;

/** An app with its database. */
export type StartedApp = Awaited<ReturnType<typeof startApp>>;

async function openApp(kind: TestDatabaseKind, options: AppOptions = {}) {
  const { database, connectionString, drop } = await createTestDatabase(kind);
  const app = await runApp({ database, ...options });
  const close = async () => {
    await app.close();
    await drop();
  };
  return { app, database, connectionString, close };
}

/** Starts an app with its own database; both are closed after the test. */
export async function startApp(kind: TestDatabaseKind, options: AppOptions = {}) {
  const { close, ...opened } = await openApp(kind, options);
  onTestFinished(close);
  return opened;
}

/** Starts one app for all tests of a `describe` or a file that leave no traces. */
export function shareApp(kind: TestDatabaseKind): () => { app: RunningApp; database: Database } {
  let shared: Awaited<ReturnType<typeof openApp>> | undefined;
  beforeAll(async () => {
    shared = await openApp(kind);
  });
  afterAll(() => shared?.close());
  return () => {
    if (shared === undefined) throw new Error("the app starts before the first test");
    return shared;
  };
}

/** Creates the operator of a test database with a test clock. */
export function operatorOf(
  database: Database,
  clock: RunningApp["clock"],
  invalidate: (id: string) => void = () => {},
) {
  return makeOperator({
    signUp: "invite",
    mailer: noMailer,
    database,
    secrets: testSecrets,
    publicUrl: "http://localhost:8080",
    clock,
    databaseClock: clock,
    billing: defaultBilling,
    invalidate,
  });
}

/** Creates an account with a raw key of each kind. */
export async function makeOwner({ app, database }: { app: RunningApp; database: Database }) {
  const accountId = await createAccount(database, "Other", app.clock.nowMs());
  const make = (environment: KeyEnvironment) => app.makeKey({ accountId, environment });
  return { accountId, test: await make("test"), live: await make("live"), service: await make("service") };
}

interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

interface Bodies {
  Key: Key;
  NewKey: NewKey;
  Revocation: Revocation;
  Application: Application;
  DeletedApplication: {
    id: string;
    deletedAt: string;
    revokedKeys: string[];
    deletedWebhooks: string[];
    deletedWatches: number;
  };
  KeyPage: Page<Key>;
  ApplicationPage: Page<Application>;
  AuditPage: Page<AuditEvent>;
}

/** Returns the body of a response, typed as documented for its route. */
export function bodyOf<Name extends keyof Bodies>(_name: Name, answer: { text: string }): Bodies[Name] {
  return JSON.parse(answer.text);
}

/** A body that creates a key. */
export const plainKey: CreateKey = { name: "Checkout", environment: "test", scopes: ["usage.read"] };

/** Creates a key over HTTP; the response has its secret. */
export async function postKey(app: RunningApp, changes: Partial<CreateKey> = {}, key?: string): Promise<NewKey> {
  const answer = await app.call("/v1/keys", { body: { ...plainKey, ...changes }, ...(key ? { key } : {}) });
  if (answer.status !== 201) throw new Error(`no key was made: ${answer.text}`);
  return bodyOf("NewKey", answer);
}

/** Returns the secret of a new key. */
export function secretOf({ secret }: NewKey): string {
  if (secret === undefined) throw new Error("the answer holds no secret");
  return secret;
}

export const unknownKeyId = "ak_00000000000000000000000000";
