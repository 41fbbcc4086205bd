import type { AuditEvent } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { expect } from "vitest";
import type { TestDatabaseKind } from "../../../../../tests/databases.ts";
import { clientId, clientSecret, type OidcDouble, type ProviderUser } from "../../../../../tests/oidc-double.ts";
import { type StartedApp, startApp } from "../../access-app.ts";
import { Browser, signInAs } from "../../browser-session.ts";
import type { RunningApp } from "../../running-app.ts";

/** Settings of a connection that changes no roles and creates no users. */
const defaults = {
  clientId,
  clientSecret,
  groupsClaim: null,
  groupRoles: {},
  defaultRole: null,
  createsUsers: false,
  passwordsOff: false,
};

export interface SsoApp extends StartedApp {
  /** TXT records by name. */
  zone: Map<string, string[]>;
}

/** Starts an app whose clock is right, because ID tokens have real times, and whose DNS is a map. */
export async function startSsoApp(kind: TestDatabaseKind): Promise<SsoApp> {
  const zone = new Map<string, string[]>();
  const started = await startApp(kind, { findTexts: async (name) => zone.get(name) ?? [] });
  started.app.clock.advance(Date.now() - started.app.clock.nowMs());
  return { ...started, zone };
}

interface ConnectOptions {
  issuer: string;
  domain?: string;
  accountId?: string;
  changes?: Record<string, unknown>;
}

/** Connects an account to a provider, as a new owner with a password session, and verifies a domain. @returns the browser of the owner */
export async function connect(
  { app, database, zone }: SsoApp,
  { issuer, domain = "corp.example", accountId = app.accountId, changes = {} }: ConnectOptions,
): Promise<Browser> {
  const owner = await signInAs({ app, database }, { accountId, email: `owner@${domain}` });
  await save(owner, { issuer, ...changes });
  const added = await owner.call("/portal/sso/domains", { body: { domain } });
  const [found] = JSON.parse(added.text).domains;
  zone.set(found.record.name, ["v=spf1 -all", found.record.value]);
  const verified = await owner.call(`/portal/sso/domains/${domain}/verify`, { method: "POST" });
  expect(verified.status, verified.text).toBe(200);
  return owner;
}

/** Saves the connection of the account of an owner. */
export async function save(owner: Browser, changes: Record<string, unknown>): Promise<void> {
  const saved = await owner.call("/portal/sso", { method: "PUT", body: { ...defaults, ...changes } });
  expect(saved.status, saved.text).toBe(200);
}

/** Starts a sign-in and returns the URL of the provider. */
export async function start(browser: Browser, email = "any@corp.example", next?: string): Promise<string> {
  const started = await browser.call("/portal/session/sso", {
    body: { email, ...(next === undefined ? {} : { next }) },
  });
  expect(started.status, started.text).toBe(200);
  return String(started.body.url);
}

/** Opens a callback as a browser does after the redirect of the provider. @returns the path of the next redirect */
export async function finish(browser: Browser, callback: URL): Promise<string> {
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  const answer = await browser.call(callback.pathname + callback.search, { headers });
  expect(answer.status, answer.text).toBe(303);
  return (answer.headers.get("location") ?? "").replace("http://localhost:8080", "");
}

/** Signs in a user of the provider. @returns the browser, the callback, and the path of the last redirect */
export async function signIn(
  app: RunningApp,
  oidc: OidcDouble,
  user: ProviderUser,
  { browser = new Browser(app), email }: { browser?: Browser; email?: string } = {},
): Promise<{ browser: Browser; callback: URL; target: string }> {
  const callback = await oidc.signIn(await start(browser, email), user);
  return { browser, callback, target: await finish(browser, callback) };
}

/** Lists the users with an address, with their role in an account. */
export function listRoles(database: Database, email: string, accountId: string): Promise<{ role: string }[]> {
  return database.query(
    `SELECT member.role FROM members member JOIN users person ON person.id = member.user_id
     WHERE person.email = $1 AND member.account_id = $2 ORDER BY 1 LIMIT 10`,
    [email, accountId],
  );
}

/** Lists the audit events of a type, newest first. */
export async function listAudit(app: RunningApp, type: AuditEvent["type"]): Promise<AuditEvent[]> {
  return JSON.parse((await app.call(`/v1/audit-events?type=${type}`)).text).data;
}
