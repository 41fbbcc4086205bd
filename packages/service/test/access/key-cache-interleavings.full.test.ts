import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import { KeyCache } from "../../src/access/key-cache.ts";
import type { KnownKey } from "../../src/http/caller.ts";

const rawKeys = ["a", "b"] as const;
type RawKey = (typeof rawKeys)[number];
const accountId = "acct_1";

/** State at the start of a read or a lookup. */
interface Moment {
  atMs: number;
  /** Number of invalidations of the key, and number of its changes at the source. */
  invalidations: number;
  version: number;
}

interface Served {
  came: Moment;
  /** Start of the read of the entry; undefined if it failed. */
  read: Moment | undefined;
}

/** A cache over a changing source. Reads see the source as of their start and end when the scene ends them. */
class Scene {
  readonly served: Promise<Served>[] = [];
  #nowMs = 1_000_000;
  readonly #invalidations = { a: 0, b: 0 };
  readonly #versions = { a: 0, b: 0 };
  readonly #moments = new Map<KnownKey, Moment>();
  #reads: { end(): void; fail(): void }[] = [];
  readonly #cache = new KeyCache({
    cacheKeyOf: (rawKey) => rawKey,
    nowMs: () => this.#nowMs,
    read: (rawKey) => this.#read(rawKey === "a" ? "a" : "b"),
  });

  find(rawKey: RawKey): void {
    const came = this.#moment(rawKey);
    const found = Promise.resolve(this.#cache.find(rawKey));
    const toServed = (record?: KnownKey) => ({ came, read: record && this.#moments.get(record) });
    this.served.push(found.then(toServed, () => toServed()));
  }

  /** Changes a key at the source. If notified, the cache invalidates the key. */
  change(rawKey: RawKey, notified: boolean): void {
    this.#versions[rawKey]++;
    if (!notified) return;
    this.#invalidations[rawKey]++;
    this.#cache.invalidate(rawKey);
  }

  /** Invalidates every key, as after a gap in notifications or a change of the account. */
  invalidateAll(how: "clear" | "account"): void {
    for (const rawKey of rawKeys) this.#invalidations[rawKey]++;
    if (how === "clear") this.#cache.clear();
    else this.#cache.invalidate(accountId);
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
    return { atMs: this.#nowMs, invalidations: this.#invalidations[rawKey], version: this.#versions[rawKey] };
  }

  #read(rawKey: RawKey): Promise<KnownKey> {
    const dates = { expiresAtMs: null, graceEndsAtMs: null, clockOffsetMs: 0, paidPeriod: null };
    const lists = { scopes: [], ranges: [], accountRanges: [], usageLimits: {} };
    const ids = { id: rawKey, accountId, applicationId: null };
    const record: KnownKey = {
      ...ids,
      environment: "test",
      account: { suspendedAtMs: null, closesAtMs: null },
      plan: samplePlans.free,
      ...dates,
      ...lists,
    };
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
      ([rawKey, notified]): Step =>
        (scene) =>
          scene.change(rawKey, notified),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("clear", "account").map(
      (how): Step =>
        (scene) =>
          scene.invalidateAll(how),
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
  // Lets pending promise callbacks run.
  { weight: 5, arbitrary: fc.constant<Step>(() => setImmediate()) },
);

test("never serves an entry older than 30 s or older than the last invalidation, and always responds", async () => {
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
      expect(read.invalidations).toBeGreaterThanOrEqual(came.invalidations);
      if (read.atMs < came.atMs) seen.fromCache++;
      if (read.version < came.version) seen.stale++;
    }
  });
  await fc.assert(property, { seed: 20_261_121, numRuns: 600 });
  // The generated scenes cover the cases that the property is about.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});
