import { type Clock, monotonicClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { databaseTime, timeParameter } from "../limits/database-time.ts";

/** Skew above which a warning is logged. */
const warningMs = 1000;
/** Skew above which this process is not ready. */
const maxSkewMs = 5000;
const measureEveryMs = 30_000;

interface ClockSkewDeps {
  database: Database;
  /** Wall clock. */
  clock: Clock;
  log: FastifyBaseLogger;
  monotonic?: Clock | undefined;
  /** Virtual time of a test; the database's own clock by default. */
  databaseClock?: Clock | undefined;
}

/**
 * Measures the difference between this process's wall clock and the database's. The database's clock is read at some time during the round
 * trip, so the midpoint is compared, and half of the round trip is the error. Only skew beyond the error counts.
 */
export class ClockSkew {
  readonly #deps: ClockSkewDeps;
  #skewMs = 0;
  #errorMs = 0;
  #level: "none" | "warning" | "error" = "none";

  constructor(deps: ClockSkewDeps) {
    this.#deps = deps;
  }

  /** Positive if this process is ahead; 0 before the first measurement. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** False while the clocks differ by more than 5 seconds. */
  isReady(): boolean {
    return this.#minSkewMs <= maxSkewMs;
  }

  /** Lower bound of the skew. */
  get #minSkewMs(): number {
    return Math.abs(this.#skewMs) - this.#errorMs;
  }

  /** Compares the clocks. If the query fails, the last measurement is kept. */
  async measure(): Promise<void> {
    const { database, clock, monotonic = monotonicClock, databaseClock } = this.#deps;
    const sentAtMs = monotonic.nowMs();
    const [row] = await database.query<{ now: Date }>(`SELECT ${databaseTime("$1")} AS now`, [
      timeParameter(databaseClock),
    ]);
    const errorMs = (monotonic.nowMs() - sentAtMs) / 2;
    if (row === undefined) return;
    this.#skewMs = Math.round(clock.nowMs() - errorMs - row.now.getTime());
    this.#errorMs = errorMs;
    this.#report();
  }

  /** Logs when the skew crosses a threshold, not at each measurement. */
  #report(): void {
    const { log } = this.#deps;
    const minSkewMs = this.#minSkewMs;
    const level = minSkewMs > maxSkewMs ? "error" : minSkewMs > warningMs ? "warning" : "none";
    if (level === this.#level) return;
    this.#level = level;
    const details = { skewSeconds: this.#skewMs / 1000 };
    if (level === "error")
      log.error(details, "clock differs from the database clock by more than 5 s, not ready until it is corrected");
    else if (level === "warning") log.warn(details, "clock differs from the database clock by more than 1 s");
    else log.info(details, "clock agrees with the database clock again");
  }
}

/** Measures the skew now and every 30 seconds, and exports it as a metric. The returned function stops it. */
export async function watchClockSkew(
  deps: ClockSkewDeps,
  registry: Registry,
): Promise<{ clockSkew: ClockSkew; stop(): void }> {
  const clockSkew = new ClockSkew(deps);
  const gauge = new Gauge({
    name: "wayfare_clock_skew_seconds",
    help: "Difference between this process's clock and the database clock; negative if this process is behind.",
    registers: [registry],
  });
  const measure = async (): Promise<void> => {
    try {
      await clockSkew.measure();
      gauge.set(clockSkew.skewMs / 1000);
    } catch (error) {
      deps.log.warn({ err: error }, "clock skew measurement failed");
    }
  };
  await measure();
  const timer = setInterval(() => void measure(), measureEveryMs);
  timer.unref();
  return { clockSkew, stop: () => clearInterval(timer) };
}
