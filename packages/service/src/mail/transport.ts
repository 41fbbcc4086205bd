import type { MailSender, SmtpServer } from "@wayfare/settings";
import { createTransport } from "nodemailer";
import type { SealedMail } from "./mailer.ts";

/** Result of a try to send a mail. */
export type SendOutcome =
  | { status: "sent" }
  /** The server refused this mail permanently. */
  | { status: "refused"; failure: string }
  /** The server refused this mail for now. */
  | { status: "deferred"; failure: string }
  /** No mail can be sent now: the server is unreachable, hangs, or refuses the credentials or the sender. */
  | { status: "unavailable"; failure: string };

/** Sends mails to one SMTP server. */
export interface MailTransport {
  /** @param id unique id of the mail, which its Message-ID repeats in every try. */
  send(id: string, mail: SealedMail, signal: AbortSignal): Promise<SendOutcome>;
  /** Connects, starts TLS and authenticates. @returns the code of the error; null if it works. */
  verify(): Promise<string | null>;
}

/** Limit of a connection, a greeting and a silence of the server. A whole try is limited by its signal. */
const timeoutMs = 15_000;

interface TransportOptions {
  server: SmtpServer;
  from: MailSender;
  /** Certificate authorities to trust instead of those of Node, in PEM. */
  certificateAuthorities?: string;
  timeoutMs?: number;
}

export function makeMailTransport({ server, from, ...options }: TransportOptions): MailTransport {
  const limitMs = options.timeoutMs ?? timeoutMs;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.tls === "implicit",
    requireTLS: server.tls === "starttls",
    ignoreTLS: server.tls === "none",
    // Without it, a server that offers no authentication, or an attacker who removes the offer, would get mails without it.
    forceAuth: server.credentials !== null,
    ...(server.credentials !== null && { auth: { user: server.credentials.user, pass: server.credentials.password } }),
    tls: {
      minVersion: "TLSv1.2",
      ...(options.certificateAuthorities !== undefined && { ca: options.certificateAuthorities }),
    },
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
    socketCloseTimeout: 0,
    maxResponseSize: 65_536,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send(id, { to, subject, text, html }, signal) {
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          subject,
          text,
          html,
          signal,
        });
        return { status: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async verify() {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return codesOf(error).failure;
      }
    },
  };
}

function outcomeOf(error: unknown): SendOutcome {
  const { code, reply, command, failure } = codesOf(error);
  // Replies to the sender, to STARTTLS or to the credentials concern the settings, not this mail.
  const isAboutMail = (code === "EENVELOPE" || code === "EMESSAGE") && command !== "MAIL FROM";
  if (reply === undefined || !isAboutMail) return { status: "unavailable", failure };
  return { status: reply >= 500 && reply !== 503 ? "refused" : "deferred", failure };
}

/** Reads only codes: the texts of errors and replies contain addresses. */
function codesOf(error: unknown): { code: string; reply: number | undefined; command: string; failure: string } {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const readCode = (name: string): string | undefined => {
    const value = read(name);
    return typeof value === "string" && /^[A-Z0-9_]{1,40}$/.test(value) ? value : undefined;
  };
  const [responseCode, givenCommand] = [read("responseCode"), read("command")];
  const code = readCode("code") ?? "ERROR";
  const reply = typeof responseCode === "number" ? responseCode : undefined;
  const command = typeof givenCommand === "string" ? givenCommand : "";
  const detail = reply ?? readCode("originalCode");
  return { code, reply, command, failure: detail === undefined ? code : `${code} ${detail}` };
}
