import type { Socket } from "node:net";
import { type SMTPServerOptions } from "smtp-server";

/** A mail that the server has taken. */
interface TakenMail {
  from: string;
  to: string[];
  /** Header lines, unfolded, and body, as sent. */
  raw: string;
  secure: boolean;
  user: string | undefined;
}
export interface SmtpDouble {
  port: number;
  taken: TakenMail[];
  /** Open connections, for tests that cut them. */
  sockets: Set<Socket>;
  close(): Promise<void>;
}
interface Behavior extends SMTPServerOptions {
  /** Replies to a mail after DATA; by default it is taken. */
  replyTo?: (mail: TakenMail, sockets: ReadonlySet<Socket>) => Error | null | "hang";
}
/** Starts a real SMTP server on loopback; it is closed after the test. Without options it offers neither TLS nor authentication. */
export declare function startSmtpDouble({ replyTo, ...options }?: Behavior): Promise<SmtpDouble>;
/** An SMTP reply with a code. */
export declare function smtpReply(responseCode: number, message?: string): Error;
/** Decodes the parts of a raw mail: quoted-printable and base64 words become text. */
export declare function decodeMail(raw: string): string;
export {};
