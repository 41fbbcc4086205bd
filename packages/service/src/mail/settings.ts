import type { Settings } from "@wayfare/settings";
import { parseMailSender, parseSmtpUrl } from "@wayfare/settings";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { type Mailer, makeMailer, noMailer } from "./mailer.ts";
import { type MailTransport, makeMailTransport } from "./transport.ts";

type MailSettings = Pick<Settings, "smtpUrl" | "mailFrom">;

/** Returns the mailer of a deployment; without SMTP_URL, one that enqueues nothing. */
export function mailerOf({ smtpUrl }: MailSettings, parts: { secrets: ServerSecrets; publicUrl: string }): Mailer {
  return smtpUrl === null ? noMailer : makeMailer(parts);
}

/** Returns the connection to the SMTP server, which the settings have checked; undefined without SMTP_URL. */
export function mailTransportOf({ smtpUrl, mailFrom }: MailSettings): MailTransport | undefined {
  if (smtpUrl === null || mailFrom === null) return undefined;
  const [server, from] = [parseSmtpUrl(smtpUrl), parseMailSender(mailFrom)];
  return server === undefined || from === undefined ? undefined : makeMailTransport({ server, from });
}
