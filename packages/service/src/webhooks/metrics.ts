import { idTimeMs } from "@wayfare/contract";
import { type DeliveryAttempt, type DeliveryObserver, retryDelaysMs } from "@wayfare/webhooks";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface WebhookMetrics extends DeliveryObserver {
  /** Shows how many deliveries are under way, read at each scrape. */
  watch(inFlight: () => number): void;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** What tells of deliveries: how late they are, how they end, and where their time goes. */
export function makeWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry];
  const lag = new Gauge({
    name: "wayfare_webhook_due_lag_seconds",
    help: "For how long the first delivery that is due has waited to be claimed, at the last look around.",
    registers,
  });
  const claims = new Histogram({
    name: "wayfare_webhook_claim_deliveries",
    help: "Deliveries that a claim brought.",
    buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  const phases = new Histogram({
    name: "wayfare_webhook_phase_duration_seconds",
    help: "Time of a claim, of resolving, connecting and waiting for the answer of an attempt, and of writing a batch of attempts down.",
    labelNames: ["phase"],
    buckets: seconds,
    registers,
  });
  const observeAttempts = makeAttemptMetrics(registry, phases);
  const failures = new Counter({
    name: "wayfare_webhook_database_failures_total",
    help: "Steps of the dispatcher that the database did not do, and that are tried again.",
    labelNames: ["step"],
    registers,
  });
  return {
    onLook: (dueLagMs) => lag.set(dueLagMs / 1000),
    onClaim: (deliveries, ms) => {
      claims.observe(deliveries);
      phases.observe({ phase: "claim" }, ms / 1000);
    },
    onRecord: (attempts, ms) => {
      phases.observe({ phase: "record" }, ms / 1000);
      observeAttempts(attempts);
    },
    onFailure: (step) => failures.inc({ step }),
    watch: (inFlight) => watchInFlight(registry, inFlight),
  };
}

function makeAttemptMetrics(registry: Registry, phases: Histogram<"phase">) {
  const registers = [registry];
  const outcomes = new Counter({
    name: "wayfare_webhook_attempts_total",
    help: "Attempts that were written down, by how they ended.",
    labelNames: ["outcome"],
    registers,
  });
  const deadLetters = new Counter({
    name: "wayfare_webhook_dead_letters_total",
    help: "Deliveries whose last attempt has failed.",
    registers,
  });
  const delay = new Histogram({
    name: "wayfare_webhook_first_attempt_delay_seconds",
    help: "From the making of a delivery to its first attempt; for one that was paused that long, too.",
    buckets: [...seconds, 60, 300],
    registers,
  });
  return (attempts: readonly DeliveryAttempt[]): void => {
    for (const { claimed, verdict, timings, startedAtMs } of attempts) {
      const { outcome } = verdict;
      outcomes.inc({ outcome });
      const isFailure = outcome !== "delivered" && outcome !== "gone";
      if (isFailure && claimed.scheduleAttempts >= retryDelaysMs.length) deadLetters.inc();
      if (claimed.attempts === 0) delay.observe(Math.max(0, startedAtMs - idTimeMs(claimed.id)) / 1000);
      for (const [phase, name] of attemptPhases) {
        const ms = timings[name];
        if (typeof ms === "number") phases.observe({ phase }, ms / 1000);
      }
    }
  };
}

const attemptPhases = [
  ["dns", "dnsMs"],
  ["connect", "connectMs"],
  ["answer", "firstByteMs"],
] as const;

function watchInFlight(registry: Registry, read: () => number): void {
  const gauge = new Gauge({
    name: "wayfare_webhook_in_flight",
    help: "Deliveries that this process has claimed and not written down.",
    registers: [],
    collect() {
      this.set(read());
    },
  });
  registry.registerMetric(gauge);
}
