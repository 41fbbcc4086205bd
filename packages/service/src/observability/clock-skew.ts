import { type Clock, monotonicClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { databaseTime, timeParameter } from "../limits/database-time.ts";

/** Skew that is logged as a warning. */
const warningMs = 1000;
/** Skew beyond which this process is not ready. */
const maxSkewMs = 5000;
const measureEveryMs = 30_000;

interface ClockSkewParts {
  database: Database;
  /** Wall clock. */
  clock: Clock;
  log: FastifyBaseLogger;
  monotonic?: Clock | undefined;
  /** Virtual time of a test; the database's own clock without it. */
  databaseClock?: Clock | undefined;
}

/**
 * How far this process's wall clock is ahead of the database's. The database's clock was read some time during the round trip, so the
 * middle of it is compared, and half of it is the error: only skew beyond the error counts.
 */
export class ClockSkew {
  readonly #parts: ClockSkewParts;
  #skewMs = 0;
  #errorMs = 0;
  #level: "none" | "warning" | "error" = "none";

  constructor(parts: ClockSkewParts) {
    this.#parts = parts;
  }

  /** Positive if this process is ahead; 0 before the first measurement. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** False while this process's clock is more than 5 seconds off. */
  isReady(): boolean {
    return this.#provenMs <= maxSkewMs;
  }

  /** The least that the skew is, whatever the round trip took. */
  get #provenMs(): number {
    return Math.abs(this.#skewMs) - this.#errorMs;
  }

  /** Compares the clocks. If the database does not answer, the last measurement stays. */
  async measure(): Promise<void> {
    const { database, clock, monotonic = monotonicClock, databaseClock } = this.#parts;
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

  /** Logs when the skew crosses a bound, not at each measurement. */
  #report(): void {
    const { log } = this.#parts;
    const proven = this.#provenMs;
    const level = proven > maxSkewMs ? "error" : proven > warningMs ? "warning" : "none";
    if (level === this.#level) return;
    this.#level = level;
    const details = { skewSeconds: this.#skewMs / 1000 };
    if (level === "error")
      log.error(details, "clock differs from the database's by more than 5 s: not ready until it is set");
    else if (level === "warning") log.warn(details, "clock differs from the database's by more than 1 s");
    else log.info(details, "clock agrees with the database's again");
  }
}

/** Measures at once and every 30 seconds, and exports the metric; the returned function stops it. */
export async function watchClockSkew(
  parts: ClockSkewParts,
  registry: Registry,
): Promise<{ clockSkew: ClockSkew; stop(): void }> {
  const clockSkew = new ClockSkew(parts);
  const gauge = new Gauge({
    name: "wayfare_clock_skew_seconds",
    help: "How far this process's clock is ahead of the database's; negative if it is behind.",
    registers: [registry],
  });
  const measure = async (): Promise<void> => {
    try {
      await clockSkew.measure();
      gauge.set(clockSkew.skewMs / 1000);
    } catch (error) {
      parts.log.warn({ err: error }, "clock skew could not be measured");
    }
  };
  await measure();
  const timer = setInterval(() => void measure(), measureEveryMs);
  timer.unref();
  return { clockSkew, stop: () => clearInterval(timer) };
}
