import type { PortalSession, Role } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { insertSession } from "../src/identity/sessions/store.ts";
import { createSignInLink } from "../src/identity/sign-in/links.ts";
import { insertUser, type UserRecord } from "../src/identity/users/store.ts";
import type { RunningApp } from "./running-app.ts";

/** What every request of one of our own pages carries. */
const fromOurPage = { "sec-fetch-site": "same-origin" };

interface Answer {
  status: number;
  headers: Headers;
  /** As the test takes it for. */
  body: Record<string, unknown>;
  text: string;
}

export interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser on one of our pages: it keeps cookies and says where its requests come from. */
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
  accountId?: string;
  role?: Role;
  email?: string;
}

/** A user of an account, an owner of the app's own by default. */
export function makeUser(
  { app, database }: { app: RunningApp; database: Database },
  { accountId = app.accountId, role = "owner", email }: UserOptions = {},
): Promise<UserRecord> {
  return insertUser(database, { accountId, role, email: email ?? null }, app.clock.nowMs());
}

/** A browser that a user has just signed in with. */
export async function signInAs(
  parts: { app: RunningApp; database: Database },
  user: Pick<UserRecord, "id" | "accountId"> | UserOptions = {},
): Promise<Browser> {
  const { app, database } = parts;
  const { accountId, id: userId } = "id" in user ? user : await makeUser(parts, user);
  const where = { device: "Test browser", address: "127.0.0.1" };
  return new Browser(app, await insertSession(database, { accountId, userId, ...where }, app.clock.nowMs()));
}

/** A one-time link of a user, or of the account's first owner. */
export function makeLink({ app, database }: { app: RunningApp; database: Database }, userId: string | null = null) {
  const link = { accountId: app.accountId, userId, lifeMs: 3_600_000 };
  return database.transaction((session) => createSignInLink(session, link, app.clock.nowMs()));
}

/** An answer of `/portal/session`. */
export function sessionIn({ text }: { text: string }): PortalSession {
  return JSON.parse(text);
}
