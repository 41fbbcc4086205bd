import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import {
  applyEvent,
  type BreakerOptions,
  type CallOutcome,
  type CredentialEvent,
  CredentialGate,
  type CredentialState,
  defaultBreakerOptions,
  healthyCredential,
  type Pass,
  SupplierSkipped,
} from "@wayfare/suppliers";
import { changeCircuit, claimProbe, readCircuit } from "./circuits-store.ts";

/** Lease period: a call is decided with a shared state that was read at most this long before. */
export const leaseMs = 5_000;
/** A probe whose process has stopped ends after this time. It is longer than any call. */
const probeMs = 90_000;
/** Bounds the memory; a gate without pending calls and events can be read again. */
const maxGates = 10_000;
/** Events that are kept while the database is away. */
const maxEvents = 100;

interface Entry {
  gate: CredentialGate;
  /** Events of this process that the shared state does not include. */
  events: CredentialEvent[];
  /** The shared state as it was last read. */
  shared: CredentialState;
  syncedAtMs: number;
  syncing: Promise<void> | undefined;
}

/**
 * Circuit breakers and rate limits of credentials. Within a process they are exact: every call of every thread passes one gate. Processes
 * share them through the database. One reads the shared state once in a lease period in which it calls the supplier, applies its own events
 * to it, and writes what has changed; a failure, a refusal, and an opened or closed breaker are written at once. So the others obey within a
 * lease period. A credential that works costs one query in a lease period in which it is used.
 *
 * Without the database, a process decides from its own calls.
 */
export class SharedGates {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #options: Partial<BreakerOptions>;
  readonly #entries = new Map<string, Entry>();
  readonly #background = new Set<Promise<void>>();

  constructor(database: Database, clock: Clock, options: Partial<BreakerOptions> = {}) {
    this.#database = database;
    this.#clock = clock;
    this.#options = options;
  }

  /** Lets a call through; `leave` must follow. @throws SupplierSkipped with reason `busy`, `budget` or `breaker` */
  async enter(credentialId: string): Promise<Pass> {
    const entry = this.#entryOf(credentialId);
    if (this.#clock.nowMs() - entry.syncedAtMs >= leaseMs) await this.#sync(credentialId, entry);
    const pass = entry.gate.enter(this.#clock.nowMs());
    if (!pass.isProbe || (await this.#claim(credentialId, entry))) return pass;
    // Another process makes the probe, or has ended it.
    entry.gate.leave(pass, noOutcome, this.#clock.nowMs());
    await this.#sync(credentialId, entry);
    const again = entry.gate.enter(this.#clock.nowMs());
    if (!again.isProbe) return again;
    entry.gate.leave(again, noOutcome, this.#clock.nowMs());
    throw new SupplierSkipped("breaker", "another process checks whether the supplier works again");
  }

  /** Records the outcome of a call. */
  leave(credentialId: string, pass: Pass, outcome: CallOutcome): void {
    const entry = this.#entryOf(credentialId);
    const before = entry.gate.state;
    const event = entry.gate.leave(pass, outcome, this.#clock.nowMs());
    if (event === undefined || (event.health === "unknown" && !event.isProbe)) return;
    const after = entry.gate.state;
    const changesNothing = isDeepStrictEqual(before, after) && isDeepStrictEqual(entry.shared, healthyCredential);
    if (changesNothing && !event.isProbe && entry.events.length === 0) return;
    if (entry.events.length < maxEvents) entry.events.push(event);
    const isUrgent =
      event.isProbe ||
      before.failures < after.failures ||
      before.openUntilMs !== after.openUntilMs ||
      before.blockedUntilMs !== after.blockedUntilMs;
    if (isUrgent) this.#syncLater(credentialId, entry);
  }

  /** Writes all events. */
  async close(): Promise<void> {
    await Promise.all(this.#background);
    const unwritten = [...this.#entries].filter(([, { events }]) => events.length > 0);
    await Promise.all(unwritten.map(([id, entry]) => this.#sync(id, entry)));
  }

  #entryOf(credentialId: string): Entry {
    const known = this.#entries.get(credentialId);
    if (known !== undefined) return known;
    if (this.#entries.size >= maxGates) this.#dropIdle();
    const entry: Entry = {
      gate: new CredentialGate(this.#options),
      events: [],
      shared: healthyCredential,
      syncedAtMs: Number.NEGATIVE_INFINITY,
      syncing: undefined,
    };
    this.#entries.set(credentialId, entry);
    return entry;
  }

  #dropIdle(): void {
    for (const [id, { gate, events }] of this.#entries) {
      if (!gate.isBusy && events.length === 0) this.#entries.delete(id);
    }
  }

  #syncLater(credentialId: string, entry: Entry): void {
    const synced = (entry.syncing ?? Promise.resolve()).then(() => this.#sync(credentialId, entry));
    this.#background.add(synced);
    void synced.finally(() => this.#background.delete(synced));
  }

  #sync(credentialId: string, entry: Entry): Promise<void> {
    entry.syncing ??= this.#exchange(credentialId, entry).finally(() => (entry.syncing = undefined));
    return entry.syncing;
  }

  /** Never rejects: without the database the events stay for the next time. */
  async #exchange(credentialId: string, entry: Entry): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const events = entry.events.splice(0);
    try {
      entry.shared = await this.#write(credentialId, events, nowMs);
      entry.gate.adopt(entry.shared, entry.events);
    } catch {
      entry.events.unshift(...events);
    }
    entry.syncedAtMs = nowMs;
  }

  #write(credentialId: string, events: readonly CredentialEvent[], nowMs: number): Promise<CredentialState> {
    if (events.length === 0) return readCircuit(this.#database, credentialId);
    return changeCircuit(this.#database, credentialId, {
      change: (shared) => events.reduce((state, event) => applyEvent(state, event, this.#breakerOptions()), shared),
      endsProbe: events.some(({ isProbe }) => isProbe),
      nowMs,
    });
  }

  #breakerOptions(): BreakerOptions {
    return { ...defaultBreakerOptions, ...this.#options };
  }

  async #claim(credentialId: string, entry: Entry): Promise<boolean> {
    // The opening must be in the database before its probe can be claimed there.
    if (entry.events.length > 0) await this.#sync(credentialId, entry);
    const nowMs = this.#clock.nowMs();
    try {
      return await claimProbe(this.#database, credentialId, { nowMs, untilMs: nowMs + probeMs });
    } catch {
      return true;
    }
  }
}

const noOutcome: CallOutcome = {
  billed: false,
  status: null,
  tookMs: 0,
  rateLimit: null,
  health: "unknown",
  retryAtMs: null,
};
