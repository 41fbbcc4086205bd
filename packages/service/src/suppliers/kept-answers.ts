import { createHash } from "node:crypto";
import type { Clock } from "@wayfare/contract";
import type { KeptAnswer, KeptAnswers } from "@wayfare/suppliers";
import { LRUCache } from "lru-cache";

/** Memory of all kept answers, compressed. */
const maxBytes = 32 * 1024 * 1024;
/** An answer that takes more is not kept. */
const maxAnswerBytes = 4 * 1024 * 1024;
/** Size of an entry beyond its bytes. */
const entryBytes = 500;

/** Owner of an answer. Its parts are never shared: a new credential or another account starts without answers. */
interface AnswerOwner {
  accountId: string;
  supplier: string;
  credentialId: string;
}

interface Entry extends KeptAnswer {
  untilMs: number;
}

/**
 * Answers of suppliers that may be stored, for the identical queries of the same account in the next seconds. They are in the memory of the
 * process, on its main thread, so that all search threads share them. See docs/decisions/0080-reuse-of-live-answers.md.
 */
export class AnswerCache {
  readonly #clock: Clock;
  readonly #reuseMs: number;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ parts }) => parts.reduce((sum, part) => sum + part.byteLength, entryBytes),
  });

  /** @param reuseSeconds time for which an answer is kept; 0 keeps none */
  constructor(clock: Clock, reuseSeconds: number) {
    this.#clock = clock;
    this.#reuseMs = reuseSeconds * 1000;
  }

  /**
   * Returns the answers of an owner; undefined if none are kept.
   *
   * @param onReuse called for each search that is answered without a call
   */
  of({ accountId, supplier, credentialId }: AnswerOwner, onReuse: () => void = () => {}): KeptAnswers | undefined {
    if (this.#reuseMs === 0) return undefined;
    const nameOf = (key: string) =>
      createHash("sha256")
        .update(JSON.stringify([accountId, supplier, credentialId, key]))
        .digest("base64");
    return {
      find: async (key) => {
        const name = nameOf(key);
        const entry = this.#entries.get(name);
        if (entry === undefined) return undefined;
        if (this.#clock.nowMs() >= entry.untilMs) {
          this.#entries.delete(name);
          return undefined;
        }
        onReuse();
        return { parts: entry.parts, expiresAtMs: entry.expiresAtMs };
      },
      keep: (key, answer) => {
        const untilMs = Math.min(this.#clock.nowMs() + this.#reuseMs, answer.expiresAtMs ?? Number.POSITIVE_INFINITY);
        this.#entries.set(nameOf(key), { ...answer, untilMs });
      },
    };
  }
}
