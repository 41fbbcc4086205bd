import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { startJobLoop } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { mailPurpose, type SealedMail } from "./mailer.ts";
import type { MailMetrics } from "./metrics.ts";
import { type ClaimedMail, claimMail, finishMail, mailsChannel, postponeMail, readMailQueue } from "./store.ts";
import type { MailTransport, SendOutcome } from "./transport.ts";

export interface MailSenderDeps {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  log: FastifyBaseLogger;
  transport: MailTransport;
  metrics: MailMetrics;
}

/** Delays between the tries of a mail. After the last one it has failed. */
const retryDelaysMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * 60_000);
export const maxMailTries = retryDelaysMs.length + 1;
/** Limit of one try. */
const sendTimeoutMs = 60_000;
/** Longer than a try, so that no other process sends the mail at the same time. */
export const mailLeaseMs = 120_000;
/** Concurrent tries of one process, so that one slow mail does not delay the others. */
const maxConcurrentSends = 2;

interface StopSignals {
  /** No further mail is claimed. */
  claims: AbortSignal;
  /** Pending tries end. */
  sends: AbortSignal;
}

/**
 * Sends due mails until none is due, or until the server is unavailable. A mail whose process ends between sending and recording is sent
 * again after its lease, with the same Message-ID.
 *
 * @returns false if the server is unavailable.
 */
export async function sendDueMails(deps: MailSenderDeps, stop?: StopSignals): Promise<boolean> {
  const state = { isAvailable: true };
  const lanes = Array.from({ length: maxConcurrentSends }, async () => {
    while (state.isAvailable && stop?.claims.aborted !== true) {
      const nowMs = deps.clock.nowMs();
      const mail = await claimMail(deps.database, { nowMs, leaseEndsAtMs: nowMs + mailLeaseMs });
      if (mail === undefined) return;
      const outcome = await sendMail(deps, mail, stop?.sends);
      if (outcome === "unavailable") state.isAvailable = false;
    }
  });
  const results = await Promise.allSettled(lanes);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  const { database, metrics, clock } = deps;
  metrics.setQueue(await readMailQueue(database, clock.nowMs()), clock.nowMs());
  return state.isAvailable;
}

async function sendMail(
  deps: MailSenderDeps,
  mail: ClaimedMail,
  stopping: AbortSignal | undefined,
): Promise<SendOutcome["status"] | "expired"> {
  const { clock, secrets, transport } = deps;
  if (clock.nowMs() >= mail.expiresAtMs) {
    await record(deps, mail, "expired", "expired");
    return "expired";
  }
  if (mail.tries > maxMailTries) {
    await record(deps, mail, "failed", "interrupted");
    return "refused";
  }
  const message = openMessage(secrets, mail.sealed);
  if (message === undefined) {
    await record(deps, mail, "failed", "unreadable");
    return "refused";
  }
  const limits = [AbortSignal.timeout(sendTimeoutMs), ...(stopping === undefined ? [] : [stopping])];
  const outcome = await transport.send(mail.id, message, AbortSignal.any(limits));
  await recordOutcome(deps, mail, outcome);
  return outcome.status;
}

async function recordOutcome(deps: MailSenderDeps, mail: ClaimedMail, outcome: SendOutcome): Promise<void> {
  if (outcome.status === "sent") return record(deps, mail, "sent", null);
  const { database, clock, log, metrics } = deps;
  const { failure } = outcome;
  const delayMs = retryDelaysMs[mail.tries - 1];
  const dueAtMs = clock.nowMs() + (delayMs ?? 0);
  if (outcome.status === "refused" || delayMs === undefined) return record(deps, mail, "failed", failure);
  if (dueAtMs >= mail.expiresAtMs) return record(deps, mail, "expired", failure);
  await postponeMail(database, mail, { failure, dueAtMs });
  metrics.count("retried");
  log.warn({ mailId: mail.id, kind: mail.kind, tries: mail.tries, failure }, "mail could not be sent, will retry");
}

async function record(
  { database, clock, log, metrics }: MailSenderDeps,
  mail: ClaimedMail,
  outcome: "sent" | "failed" | "expired",
  failure: string | null,
): Promise<void> {
  if (!(await finishMail(database, mail, { outcome, failure, nowMs: clock.nowMs() }))) return;
  metrics.count(outcome);
  const details = { mailId: mail.id, kind: mail.kind, tries: mail.tries };
  if (outcome === "sent") log.info(details, "mail sent");
  else log.error({ ...details, outcome, failure }, "mail could not be sent");
}

function openMessage(secrets: ServerSecrets, sealed: Uint8Array): SealedMail | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by the mailer and authenticated
    return JSON.parse(makeSecretBox(secrets, mailPurpose).open(sealed)) as SealedMail;
  } catch {
    return undefined;
  }
}

/** Interval at which the outbox is checked for retries and for mails of processes that died. */
const checkEveryMs = 10_000;
const maxPauseMs = 300_000;
/** Time that a try has to finish when the sender stops. */
const stopGraceMs = 5_000;

/** Starts sending mails: when one is enqueued, and at an interval. @returns a function that stops it and waits for pending tries. */
export async function startMailSender(deps: MailSenderDeps): Promise<() => Promise<void>> {
  const [claims, sends] = [new AbortController(), new AbortController()];
  const pause = { untilMs: 0, nextMs: checkEveryMs };
  const stopLoop = await startJobLoop(deps.database, {
    channel: mailsChannel,
    everyMs: checkEveryMs,
    async run() {
      if (deps.clock.nowMs() < pause.untilMs) return;
      const isAvailable = await sendDueMails(deps, { claims: claims.signal, sends: sends.signal });
      pause.untilMs = isAvailable ? 0 : deps.clock.nowMs() + pause.nextMs;
      pause.nextMs = isAvailable ? checkEveryMs : Math.min(pause.nextMs * 2, maxPauseMs);
    },
    onError: (error) => deps.log.error({ err: error }, "sending mails failed"),
  });
  return async () => {
    claims.abort();
    const timer = setTimeout(() => sends.abort(), stopGraceMs);
    await stopLoop();
    clearTimeout(timer);
  };
}
