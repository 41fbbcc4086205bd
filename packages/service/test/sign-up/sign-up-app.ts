import type { SignUpMode } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { TestDatabaseKind } from "../../../../tests/databases.ts";
import { mailPurpose, makeMailer, type SealedMail } from "../../src/mail/mailer.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { defaultSignUpTerms, type SignUpTerms } from "../../src/sign-up/plan.ts";
import { startApp } from "../access-app.ts";
import { testSecrets } from "../running-app.ts";

/** Starts an app with an outbox of mails, a sign-up mode and the plan of sign-ups. */
export async function startSignUpApp(
  kind: TestDatabaseKind,
  signUp: SignUpMode = "open",
  signUpTerms: SignUpTerms = defaultSignUpTerms,
) {
  const mailer = makeMailer({ secrets: testSecrets, publicUrl: "http://localhost:8080" });
  return startApp(kind, { mailer, signUp, signUpTerms });
}

/** Returns the mails to an address, oldest first. */
export async function mailsTo(database: Database, address: string): Promise<SealedMail[]> {
  const box = makeSecretBox(testSecrets, mailPurpose);
  const rows = await database.query<{ sealed_message: Buffer }>(
    "SELECT sealed_message FROM mails ORDER BY created_at, id LIMIT 1000",
  );
  const mails: SealedMail[] = rows.map((row) => JSON.parse(box.open(row.sealed_message)));
  return mails.filter(({ to }) => to === address);
}

/** Returns the token of the link in a mail or a response; empty without one. */
export function tokenIn(mail: Pick<SealedMail, "text"> | undefined): string {
  return /#([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}
