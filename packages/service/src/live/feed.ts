import { LRUCache } from "lru-cache";
import type { News } from "./news.ts";

interface FeedParts {
  /** What has happened lately, oldest first. */
  read(): Promise<News[]>;
  everyMs: number;
  onError(error: unknown): void;
}

type Listener = (news: readonly News[]) => void;

/** Enough for everything that several looks can hold. */
const mostKnown = 5000;

/**
 * What happens to one account's partition, looked for while somebody listens. The database is asked, and not this process: what other
 * processes do is told too.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #told = new LRUCache<string, true>({ max: mostKnown });
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Tells a listener of everything that happens from now on; the answer ends it. What was there before is not told. */
  async listen(listener: Listener): Promise<() => void> {
    await this.#look();
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => {
      this.#look().catch((error: unknown) => this.#parts.onError(error));
    }, this.#parts.everyMs);
    return () => {
      this.#listeners.delete(listener);
      if (!this.isHeard) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** One look at a time: a slow database is not asked again meanwhile. */
  #look(): Promise<void> {
    this.#looking ??= this.#tell().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #tell(): Promise<void> {
    const found = await this.#parts.read();
    const news = found.filter(({ version }) => !this.#told.has(version));
    for (const { version } of found) this.#told.set(version, true);
    if (news.length > 0) for (const listener of this.#listeners) listener(news);
  }
}
