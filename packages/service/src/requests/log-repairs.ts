import type { Clock } from "@wayfare/contract";
import type { RepairRange } from "./log-repair.ts";

const hourMs = 3_600_000;
/** Records can be written late: by the next start of a killed process, and by a process that catches up with an unavailable database. */
const recentMs = 3 * hourMs;
const fullEveryMs = 24 * hourMs;
/** Records newer than this may still be on their way. */
const settledMs = 60_000;

/** The log whose hours are compared. */
interface Repairable {
  repair(range: RepairRange, signal?: AbortSignal): Promise<number>;
}

/** Decides which hours a repair compares: all at the start and once a day, otherwise the last three. */
export class LogRepairs {
  readonly #access: Repairable;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  #fullAtMs = -Infinity;

  constructor(access: Repairable, clock: Clock, retentionMs: number) {
    this.#access = access;
    this.#clock = clock;
    this.#retentionMs = retentionMs;
  }

  /** Runs one repair. Returns the number of requests that were missing. */
  async run(signal?: AbortSignal): Promise<number> {
    const nowMs = this.#clock.nowMs();
    const isFull = nowMs - this.#fullAtMs >= fullEveryMs;
    const oldestMs = nowMs - (isFull ? this.#retentionMs : recentMs);
    const range = { fromMs: Math.floor(oldestMs / hourMs) * hourMs, toMs: nowMs - settledMs };
    const missing = await this.#access.repair(range, signal);
    if (isFull && signal?.aborted !== true) this.#fullAtMs = nowMs;
    return missing;
  }
}
