import type { SignUp } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { hashPassword } from "../identity/credentials/passwords.ts";
import { mustUseSso } from "../identity/sign-in/required-sso.ts";
import { findUserByEmail, normalizeEmail } from "../identity/users/store.ts";
import type { MailContent } from "../mail/content.ts";
import type { Mailer } from "../mail/mailer.ts";
import { insertSignUp } from "./store.ts";

const dayMs = 86_400_000;

interface RequestDeps {
  database: Database;
  mailer: Mailer;
  publicUrl: string;
}

/** Returns the URL of a sign-up. The token is in the fragment, so that requests and logs do not contain it. */
export function signUpUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-up#${token}`;
}

/**
 * Stores a sign-up until its address is proved, and mails the link. If the address has a user, or an account forces single sign-on for its
 * domain, the mail says so instead, and the link of the stored sign-up is in no mail: response and time are the same for all.
 */
export async function requestSignUp(
  { database, mailer, publicUrl }: RequestDeps,
  { name, accountName, email: given, password }: SignUp,
  nowMs: number,
): Promise<void> {
  const email = normalizeEmail(given);
  const values = { name, accountName, passwordHash: await hashPassword(password) };
  await runUnitOfWork(database, nowMs, async (unit) => {
    const known = await findUserByEmail(unit.tx, email);
    const expiresAtMs = nowMs + dayMs;
    const { token } = await insertSignUp(unit.tx, { email, values, expiresAtMs }, nowMs);
    const usesSso = await mustUseSso(unit.tx, { user: known, email });
    const link = { url: signUpUrl(publicUrl, token), expiresAtMs };
    const content = contentOf({ usesSso, isKnown: known !== undefined, link, requestedAtMs: nowMs });
    await mailer.enqueue(unit, { to: email, accountId: null, content });
  });
}

interface RequestedSignUp {
  usesSso: boolean;
  /** True if the address has a user. */
  isKnown: boolean;
  link: { url: string; expiresAtMs: number };
  requestedAtMs: number;
}

function contentOf({ usesSso, isKnown, link, requestedAtMs }: RequestedSignUp): MailContent {
  if (usesSso) return { kind: "sso_instead", requested: "sign_up", requestedAtMs };
  return isKnown ? { kind: "sign_up_existing", requestedAtMs } : { kind: "email_verification", ...link };
}
