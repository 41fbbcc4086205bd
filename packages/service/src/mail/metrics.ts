import { Counter, Gauge, type Registry } from "prom-client";
import type { MailQueue } from "./store.ts";

export interface MailMetrics {
  /** Counts a try. */
  count(outcome: "sent" | "failed" | "expired" | "retried"): void;
  /** Sets the state of the outbox. */
  setQueue(queue: MailQueue, nowMs: number): void;
}

export function makeMailMetrics(registry: Registry): MailMetrics {
  const registers = [registry];
  const tries = new Counter({
    name: "wayfare_mails_total",
    help: "Tries to send a mail, by outcome: sent, retried later, failed for good, or expired.",
    labelNames: ["outcome"],
    registers,
  });
  const pending = new Gauge({
    name: "wayfare_mail_queue_mails",
    help: "Mails that are not sent yet, at the last run of the sender.",
    registers,
  });
  const age = new Gauge({
    name: "wayfare_mail_queue_age_seconds",
    help: "Age of the oldest mail that is not sent yet in seconds, at the last run of the sender.",
    registers,
  });
  return {
    count: (outcome) => tries.inc({ outcome }),
    setQueue({ pending: count, oldestAtMs }, nowMs) {
      pending.set(count);
      age.set(oldestAtMs === null ? 0 : Math.max(0, nowMs - oldestAtMs) / 1000);
    },
  };
}
