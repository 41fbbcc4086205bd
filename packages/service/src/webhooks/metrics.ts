import { idTimeMs } from "@wayfare/contract";
import { type DeliveryAttempt, type DeliveryObserver, retryDelaysMs } from "@wayfare/webhooks";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface WebhookMetrics extends DeliveryObserver {
  /** Exposes the number of deliveries in flight, read at each scrape. */
  watch(inFlight: () => number): void;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * Metrics of deliveries: lag, results and phase durations.
 *
 * @param delaysMs retry schedule, after which a delivery is dead-lettered.
 */
export function makeWebhookMetrics(registry: Registry, delaysMs: readonly number[] = retryDelaysMs): WebhookMetrics {
  const registers = [registry];
  const lag = new Gauge({
    name: "wayfare_webhook_due_lag_seconds",
    help: "Age of the oldest due delivery that is not claimed, at the last poll.",
    registers,
  });
  const claims = new Histogram({
    name: "wayfare_webhook_claim_deliveries",
    help: "Deliveries per claim.",
    buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  const phases = new Histogram({
    name: "wayfare_webhook_phase_duration_seconds",
    help: "Duration of the phases of deliveries: claim, dns, connect and response of an attempt, and record, which writes a batch of attempts.",
    labelNames: ["phase"],
    buckets: seconds,
    registers,
  });
  const observeAttempts = makeAttemptMetrics(registry, phases, delaysMs.length);
  const failures = new Counter({
    name: "wayfare_webhook_database_failures_total",
    help: "Failed database operations of the dispatcher, by step. They are retried.",
    labelNames: ["step"],
    registers,
  });
  return {
    onPoll: (dueLagMs) => lag.set(dueLagMs / 1000),
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

function makeAttemptMetrics(registry: Registry, phases: Histogram<"phase">, maxRetries: number) {
  const registers = [registry];
  const outcomes = new Counter({
    name: "wayfare_webhook_attempts_total",
    help: "Recorded delivery attempts, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const deadLetters = new Counter({
    name: "wayfare_webhook_dead_letters_total",
    help: "Deliveries that were dead-lettered after their last attempt failed.",
    registers,
  });
  const delay = new Histogram({
    name: "wayfare_webhook_first_attempt_delay_seconds",
    help: "Time from the creation of a delivery to its first attempt, including pauses.",
    buckets: [...seconds, 60, 300],
    registers,
  });
  return (attempts: readonly DeliveryAttempt[]): void => {
    for (const { claimed, result, timings, startedAtMs } of attempts) {
      const { outcome } = result;
      outcomes.inc({ outcome });
      const isFailure = outcome !== "delivered" && outcome !== "gone";
      if (isFailure && claimed.scheduleAttempts >= maxRetries) deadLetters.inc();
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
  ["response", "firstByteMs"],
] as const;

function watchInFlight(registry: Registry, read: () => number): void {
  const gauge = new Gauge({
    name: "wayfare_webhook_in_flight",
    help: "Deliveries that this process has claimed and not recorded.",
    registers: [],
    collect() {
      this.set(read());
    },
  });
  registry.registerMetric(gauge);
}
