import type { UnitOfWork } from "@wayfare/database";
import type { Mailer } from "../../mail/mailer.ts";
import { insertPasswordReset } from "./password-reset-store.ts";

interface ResetDeps {
  mailer: Mailer;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
}

/** One-time link to choose a new password. The token is in the fragment, so that requests and logs do not contain it. */
export interface ResetLink {
  url: string;
  expiresAtMs: number;
  /** True if the link is sent by mail. */
  mailed: boolean;
}

/** Creates a link for a user and, if the service sends mails, mails it to the user. */
export async function createResetLink(
  unit: UnitOfWork,
  { mailer, publicUrl }: ResetDeps,
  { user, lifeMs }: { user: { id: string; email: string }; lifeMs: number },
): Promise<ResetLink> {
  const expiresAtMs = unit.wallMs + lifeMs;
  const token = await insertPasswordReset(unit.tx, { userId: user.id, expiresAtMs }, unit.wallMs);
  const url = `${publicUrl}/reset-password#${token}`;
  const content = { kind: "password_reset", url, expiresAtMs } as const;
  const mailed = await mailer.enqueue(unit, { to: user.email, accountId: null, content });
  return { url, expiresAtMs, mailed };
}
