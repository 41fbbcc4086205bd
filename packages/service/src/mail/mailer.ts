import type { UnitOfWork } from "@wayfare/database";
import { makeHmac } from "../secrets/hmac.ts";
import { makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { MailContent } from "./content.ts";
import { renderMail } from "./render.ts";
import { countRecentMails, insertMail } from "./store.ts";
import { composeMail } from "./templates.ts";

/** Purpose of the key that seals mails at rest. */
export const mailPurpose = "mails";

interface NewMail {
  /** Email address of one recipient. */
  to: string;
  /** Account that the mail is about; null before there is one. */
  accountId: string | null;
  content: MailContent;
  /** The mail is not sent after this; by default that of its link, or a day. */
  expiresAtMs?: number;
}

/** Adds mails to the outbox, in the transaction of the change that they report. */
export interface Mailer {
  /** False without SMTP; then nothing is enqueued, and operators pass links on. */
  readonly isEnabled: boolean;
  /**
   * Enqueues a mail, which is sent after the commit.
   *
   * @returns false if nothing was enqueued: without SMTP, for an address that cannot be used, or at a limit of mails.
   */
  enqueue(unit: Pick<UnitOfWork, "tx" | "wallMs">, mail: NewMail): Promise<boolean>;
}

/** Mailer of a deployment without SMTP. */
export const noMailer: Mailer = { isEnabled: false, enqueue: () => Promise.resolve(false) };

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Limits that keep a deployment from being used to send unwanted mail. Concurrent transactions can exceed them by a few. */
export const maxMailsPerRecipientAndHour = 12;
export const maxMailsPerAccountAndDay = 200;

/** Creates the mailer of a deployment with SMTP. @param publicUrl base of links, without a trailing slash. */
export function makeMailer({ secrets, publicUrl }: { secrets: ServerSecrets; publicUrl: string }): Mailer {
  const box = makeSecretBox(secrets, mailPurpose);
  const hashRecipient = makeRecipientHash(secrets);
  return {
    isEnabled: true,
    async enqueue({ tx, wallMs }, { to, accountId, content, expiresAtMs }) {
      if (!isUsableAddress(to)) return false;
      const recipientHash = hashRecipient(to);
      const recent = await countRecentMails(tx, {
        accountId,
        recipientHash,
        accountSinceMs: wallMs - dayMs,
        recipientSinceMs: wallMs - hourMs,
      });
      if (recent.toRecipient >= maxMailsPerRecipientAndHour || recent.ofAccount >= maxMailsPerAccountAndDay)
        return false;
      const message: SealedMail = { to, ...renderMail(composeMail(content, publicUrl)) };
      await insertMail(tx, {
        accountId,
        kind: content.kind,
        recipientHash,
        sealed: box.seal(JSON.stringify(message)),
        expiresAtMs: expiresAtMs ?? ("expiresAtMs" in content ? content.expiresAtMs : wallMs + dayMs),
        nowMs: wallMs,
      });
      return true;
    },
  };
}

/** Message of a mail, as sealed in the outbox. */
export interface SealedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Returns the hash under which mails to an address are found, to limit and to erase them. */
export function makeRecipientHash(secrets: ServerSecrets): (address: string) => Buffer {
  const hmac = makeHmac(secrets.first.derive("mail recipients"));
  return (address) => hmac(address.trim().toLowerCase());
}

/** Refuses addresses with characters that mail programs read as a list, a comment or a quoted name. */
function isUsableAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()[\]"\\]+$/u.test(address);
}
