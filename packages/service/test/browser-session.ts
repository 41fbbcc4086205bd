import type { PortalSession, Role } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { insertSession } from "../src/identity/sessions/store.ts";
import { createSignInLink } from "../src/identity/sign-in/links.ts";
import { insertUser, type UserRecord } from "../src/identity/users/store.ts";
import type { RunningApp } from "./running-app.ts";

/** Header of every request of the portal. */
const fromOurPage = { "sec-fetch-site": "same-origin" };

export interface Answer {
  status: number;
  headers: Headers;
  /** The response body, typed by the test. */
  body: Record<string, unknown>;
  text: string;
}

export interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser on a portal page: it keeps cookies and sends its origin. */
export class Browser {
  readonly #app: RunningApp;
  readonly cookies = new Map<string, string>();

  constructor(app: RunningApp, token?: string) {
    this.#app = app;
    if (token !== undefined) this.cookies.set("wayfare_session", token);
  }

  async call(path: string, { method, body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#app.call(path, {
      key: null,
      redirect: "manual",
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body }),
      headers: { ...fromOurPage, ...(cookie === "" ? {} : { cookie }), ...headers },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return { ...answer, body: { ...answer.body } };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

interface UserOptions {
  /** True for a session of single sign-on. */
  isSso?: boolean;
  accountId?: string;
  role?: Role;
  email?: string;
}

/** Creates a user of an account; by default an owner of the app's account. */
export function makeUser(
  { app, database }: { app: RunningApp; database: Database },
  { accountId = app.accountId, role = "owner", email }: UserOptions = {},
): Promise<UserRecord> {
  return insertUser(database, { accountId, role, email: email ?? null }, app.clock.nowMs());
}

/** Returns a browser in which a user has just signed in. */
export async function signInAs(
  parts: { app: RunningApp; database: Database },
  user: (Pick<UserRecord, "id" | "accountId"> & { isSso?: boolean }) | UserOptions = {},
): Promise<Browser> {
  const { app, database } = parts;
  const { accountId, id: userId } = "id" in user ? user : await makeUser(parts, user);
  const where = { device: "Test browser", address: "127.0.0.1", isSso: user.isSso === true };
  return new Browser(app, await insertSession(database, { accountId, userId, ...where }, app.clock.nowMs()));
}

/** Creates a one-time link for a user, or for the account's first owner. */
export function makeLink({ app, database }: { app: RunningApp; database: Database }, userId: string | null = null) {
  const link = { accountId: app.accountId, userId, lifeMs: 3_600_000 };
  return database.transaction((tx) => createSignInLink(tx, link, app.clock.nowMs()));
}

/** Parses a response of `/portal/session`. */
export function sessionIn({ text }: { text: string }): PortalSession {
  return JSON.parse(text);
}
