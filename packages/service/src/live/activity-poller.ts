import { LRUCache } from "lru-cache";
import type { Activity } from "./activity.ts";

interface ActivityPollerDeps {
  /** Returns recent activity, oldest first. */
  read(): Promise<Activity[]>;
  everyMs: number;
  onError(error: unknown): void;
}

type Listener = (items: readonly Activity[]) => void;

/** Capacity for the items of several polls. */
const maxKnown = 5000;

/**
 * Polls the activity of one account and partition while it has listeners. It reads the database, so it includes the activity of other
 * processes.
 */
export class ActivityPoller {
  readonly #deps: ActivityPollerDeps;
  readonly #sent = new LRUCache<string, true>({ max: maxKnown });
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  constructor(deps: ActivityPollerDeps) {
    this.#deps = deps;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener for activity from now on; earlier activity is not sent. Returns a function that removes it. */
  async listen(listener: Listener): Promise<() => void> {
    await this.#poll();
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => {
      this.#poll().catch((error: unknown) => this.#deps.onError(error));
    }, this.#deps.everyMs);
    return () => {
      this.#listeners.delete(listener);
      if (!this.hasListeners) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Runs one poll at a time, so that a slow database does not accumulate queries. */
  #poll(): Promise<void> {
    this.#polling ??= this.#readAndNotify().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #readAndNotify(): Promise<void> {
    const found = await this.#deps.read();
    const items = found.filter(({ version }) => !this.#sent.has(version));
    for (const { version } of found) this.#sent.set(version, true);
    if (items.length > 0) for (const listener of this.#listeners) listener(items);
  }
}
