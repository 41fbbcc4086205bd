import { once } from "node:events";
import type { Server, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

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
export async function startSmtpDouble({ replyTo, ...options }: Behavior = {}): Promise<SmtpDouble> {
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 10,
    logger: false,
    onData(stream, session, callback) {
      const take = async (): Promise<void> => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = session.envelope;
        const mail: TakenMail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: unfold(raw),
          secure: session.secure,
          user: typeof session.user === "string" ? session.user : undefined,
        };
        const reply = replyTo?.(mail, sockets) ?? null;
        if (reply === "hang") return;
        if (reply === null) taken.push(mail);
        callback(reply);
      };
      void take();
    },
    ...options,
  });
  // A client that gives up resets its connection.
  server.on("error", () => {});
  const listening: Server = server.listen(0, "127.0.0.1");
  listening.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return { port: address.port, taken, sockets, close };
}

/** An SMTP reply with a code. */
export function smtpReply(responseCode: number, message = "refused ada@example.com"): Error {
  return Object.assign(new Error(message), { responseCode });
}

function unfold(raw: string): string {
  return raw.replaceAll(/\r\n[ \t]+/g, " ");
}

/** Decodes the parts of a raw mail: quoted-printable and base64 words become text. */
export function decodeMail(raw: string): string {
  const words = raw.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=\s?/gi, (_all, coding: string, content: string) =>
    coding.toUpperCase() === "B" ? Buffer.from(content, "base64").toString() : fromQuoted(content.replaceAll("_", " ")),
  );
  return words
    .split(/\r\n(?=--)/)
    .map((part) => (/content-transfer-encoding: quoted-printable/i.test(part) ? fromQuoted(part) : part))
    .map((part) => (/content-transfer-encoding: base64/i.test(part) ? fromBase64Part(part) : part))
    .join("\n");
}

function fromQuoted(content: string): string {
  const bytes = content.replaceAll(/=\r\n/g, "").replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function fromBase64Part(part: string): string {
  const at = part.indexOf("\r\n\r\n");
  return `${part.slice(0, at)}\n\n${Buffer.from(part.slice(at), "base64").toString("utf8")}`;
}
