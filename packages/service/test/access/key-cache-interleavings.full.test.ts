import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyCache } from "../../src/access/key-cache.ts";
import type { KnownKey } from "../../src/http/caller.ts";

const rawKeys = ["a", "b"] as const;
type RawKey = (typeof rawKeys)[number];
const accountId = "acct_1";

/** What happened before a read began, or before a caller came. */
interface Moment {
  atMs: number;
  /** How often the key had been forgotten, and how often it had changed at the source. */
  forgettings: number;
  version: number;
}

interface Served {
  came: Moment;
  /** When the read of the record began; undefined where it failed. */
  read: Moment | undefined;
}

/** A cache over a source that changes, whose reads see it as it was when they began, and end when they are told to. */
class Scene {
  readonly served: Promise<Served>[] = [];
  #nowMs = 1_000_000;
  readonly #forgettings = { a: 0, b: 0 };
  readonly #versions = { a: 0, b: 0 };
  readonly #moments = new Map<KnownKey, Moment>();
  #reads: { end(): void; fail(): void }[] = [];
  readonly #cache = new KeyCache({
    nameOf: (rawKey) => rawKey,
    nowMs: () => this.#nowMs,
    read: (rawKey) => this.#read(rawKey === "a" ? "a" : "b"),
  });

  find(rawKey: RawKey): void {
    const came = this.#moment(rawKey);
    const found = Promise.resolve(this.#cache.find(rawKey));
    const toServed = (record?: KnownKey) => ({ came, read: record && this.#moments.get(record) });
    this.served.push(found.then(toServed, () => toServed()));
  }

  /** Changes a key at the source; a process that hears of it forgets the key. */
  change(rawKey: RawKey, heard: boolean): void {
    this.#versions[rawKey]++;
    if (!heard) return;
    this.#forgettings[rawKey]++;
    this.#cache.forget(rawKey);
  }

  /** Forgets every key, as after a gap in what was heard or a change of the account. */
  forgetAll(how: "clear" | "account"): void {
    for (const rawKey of rawKeys) this.#forgettings[rawKey]++;
    if (how === "clear") this.#cache.clear();
    else this.#cache.forget(accountId);
  }

  endRead(at: number, how: "end" | "fail"): void {
    for (const read of this.#reads.splice(at % Math.max(this.#reads.length, 1), 1)) read[how]();
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }

  finish(): Promise<Served[]> {
    for (const read of this.#reads) read.end();
    return Promise.all(this.served);
  }

  #moment(rawKey: RawKey): Moment {
    return { atMs: this.#nowMs, forgettings: this.#forgettings[rawKey], version: this.#versions[rawKey] };
  }

  #read(rawKey: RawKey): Promise<KnownKey> {
    const dates = { expiresAtMs: null, graceEndsAtMs: null, clockOffsetMs: 0, paidPeriod: null };
    const lists = { scopes: [], ranges: [], accountRanges: [] };
    const ids = { id: rawKey, accountId, applicationId: null };
    const record: KnownKey = { ...ids, environment: "test", plan: "free", ...dates, ...lists };
    this.#moments.set(record, this.#moment(rawKey));
    const { promise, resolve, reject } = Promise.withResolvers<KnownKey>();
    this.#reads.push({ end: () => resolve(record), fail: () => reject(new Error("no connection")) });
    return promise;
  }
}

type Step = (scene: Scene) => unknown;

const rawKeyArbitrary = fc.constantFrom(...rawKeys);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: rawKeyArbitrary.map(
      (rawKey): Step =>
        (scene) =>
          scene.find(rawKey),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(rawKeyArbitrary, fc.boolean()).map(
      ([rawKey, heard]): Step =>
        (scene) =>
          scene.change(rawKey, heard),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("clear", "account").map(
      (how): Step =>
        (scene) =>
          scene.forgetAll(how),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat(5).map(
      (at): Step =>
        (scene) =>
          scene.endRead(at, "end"),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(5).map(
      (at): Step =>
        (scene) =>
          scene.endRead(at, "fail"),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(0, 1, 9_999, 29_999).map(
      (ms): Step =>
        (scene) =>
          scene.advance(ms),
    ),
  },
  // What waits for a promise runs, or does not run yet.
  { weight: 5, arbitrary: fc.constant<Step>(() => setImmediate()) },
);

test("nobody is served what was read 30 seconds before they came, nor before a forgetting, and everybody is served", async () => {
  const seen = { fromCache: 0, stale: 0, failed: 0 };
  const property = fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 60, size: "max" }), async (steps) => {
    const scene = new Scene();
    for (const step of steps) await step(scene);
    for (const { came, read } of await scene.finish()) {
      if (read === undefined) {
        seen.failed++;
        continue;
      }
      expect(came.atMs - read.atMs).toBeLessThan(30_000);
      expect(read.forgettings).toBeGreaterThanOrEqual(came.forgettings);
      if (read.atMs < came.atMs) seen.fromCache++;
      if (read.version < came.version) seen.stale++;
    }
  });
  await fc.assert(property, { seed: 20_261_121, numRuns: 600 });
  // The scenes are of the kind that the claim is about.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});
