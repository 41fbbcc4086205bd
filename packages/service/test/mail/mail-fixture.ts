import { Writable } from "node:stream";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { pino } from "pino";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../../tests/databases.ts";
import type { MailContent } from "../../src/mail/content.ts";
import { makeMailer } from "../../src/mail/mailer.ts";
import { makeMailMetrics } from "../../src/mail/metrics.ts";
import type { MailSenderDeps } from "../../src/mail/sender.ts";
import { type MailTransport, makeMailTransport, type SendOutcome } from "../../src/mail/transport.ts";
import { startMs, testSecrets } from "../running-app.ts";

const publicUrl = "https://flights.example.com";

export const signInLink = {
  kind: "sign_in_link",
  url: `${publicUrl}/sign-in#secret-token`,
  expiresAtMs: startMs + 30 * 86_400_000,
} as const satisfies MailContent;

/** A transport that returns the given outcomes in order, and the last one for all further mails. */
export function scriptedTransport(...outcomes: [SendOutcome, ...SendOutcome[]]): MailTransport & { ids: string[] } {
  const ids: string[] = [];
  return {
    ids,
    send(id) {
      ids.push(id);
      return Promise.resolve(outcomes[ids.length - 1] ?? outcomes.at(-1) ?? outcomes[0]);
    },
    verify: () => Promise.resolve(null),
  };
}

export function transportTo(port: number): MailTransport {
  const server = { host: "127.0.0.1", port, tls: "none", credentials: null } as const;
  return makeMailTransport({ server, from: { name: "Wayfare", address: "no-reply@wayfare.example" } });
}

/** Opens an outbox with a virtual clock. */
export async function openOutbox(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const time = { nowMs: startMs };
  const clock = { nowMs: () => time.nowMs };
  const logLines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const registry = new Registry();
  const mailer = makeMailer({ secrets: testSecrets, publicUrl });
  const parts = { database, secrets: testSecrets, clock, log: pino({ level: "info" }, sink) };
  const metrics = makeMailMetrics(registry);
  return {
    database,
    mailer,
    registry,
    logLines,
    clock,
    advance: (ms: number) => void (time.nowMs += ms),
    senderWith: (transport: MailTransport): MailSenderDeps => ({ ...parts, transport, metrics }),
    enqueue: (to = "ada@example.com", content: MailContent = signInLink, accountId: string | null = null) =>
      runUnitOfWork(database, time.nowMs, (unit) => mailer.enqueue(unit, { to, accountId, content })),
  };
}

interface MailRow {
  id: string;
  kind: string;
  tries: number;
  outcome: string | null;
  failure: string | null;
  has_message: boolean;
}

export function listMails(database: Database): Promise<MailRow[]> {
  return database.query<MailRow>(
    "SELECT id, kind, tries, outcome, failure, sealed_message IS NOT NULL AS has_message FROM mails ORDER BY id LIMIT 1000",
  );
}
