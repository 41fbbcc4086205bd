import { setTimeout as delay } from "node:timers/promises";
import { Batcher } from "@wayfare/concurrency";
import { type Clock, type Period, usagePeriodAt } from "@wayfare/contract";
import { type Database, withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { AccountQuota, type ExhaustedQuota, type QuotaUse } from "./account-quota.ts";
import { type ExchangeUnits, findQuotaUse, type QuotaGrant } from "./quota-store.ts";

/** Channel for recalls: requests of a process to the others to return unused units. */
const recallsChannel = "wayfare_quota_recalls";

/** Timeout of a lease for one search. If the exchange finishes later, its units serve the next search. */
const timeoutMs = 5000;

/** Number and interval of lease attempts after a recall of units from other processes. */
const maxRecalls = 12;
const recallEveryMs = 25;

/** Accounts per exchange. */
const maxQuotas = 200;

export interface QuotasDeps {
  database: Database;
  exchange: ExchangeUnits;
  /** Wall clock; determines the period in which a search counts. */
  clock: Clock;
  /** Monotonic clock for leases. */
  monotonic: Clock;
  log: FastifyBaseLogger;
}

/** A quota unit reserved for a search. */
export interface QuotaTicket {
  /** Consumes the unit when the response is about to be sent. */
  consume(): QuotaUse;
  /** Keeps the unit of a search with an Idempotency-Key reserved until it is known whether it is charged. */
  hold(): HeldUnit;
  /** Ends the search. Call once. Returns the unit unless it was consumed or held. */
  finish(): void;
}

interface HeldUnit {
  periodStartMs: number;
  /** Consumes or returns the unit. Call once. */
  settle(isCharged: boolean): void;
}

/** Quota exceeded: plan, usage, and the period after which more units are available. */
export interface QuotaExceeded extends ExhaustedQuota {
  period: Period;
}

/** Enforces the search quota of each account's plan across all processes. */
export class Quotas {
  readonly #deps: QuotasDeps;
  /** Keyed by account and period start. */
  readonly #quotas = new Map<string, AccountQuota>();
  /** The most recently used quota of each account. */
  readonly #current = new Map<string, AccountQuota>();
  readonly #exchanges = new Batcher<AccountQuota>((quotas) => this.#exchange(quotas), { maxItems: maxQuotas });
  /** Last exchange response of each quota; absent if its plan is unknown. */
  readonly #grants = new WeakMap<AccountQuota, QuotaGrant>();

  constructor(deps: QuotasDeps) {
    this.#deps = deps;
  }

  /** Listens for recalls by other processes. Returns a function that stops listening. */
  listen(): Promise<() => Promise<void>> {
    return this.#deps.database.listen(recallsChannel, { onMessage: (accountId) => this.#returnUnits(accountId) });
  }

  /**
   * Acquires a quota unit for a search. Returns synchronously if this process has a leased unit, which is nearly always the case.
   *
   * @throws the database's error if a unit must be leased and the database does not respond within 5 seconds. Searches never run without a
   *   unit.
   */
  acquire(
    accountId: string,
    paidPeriod: Period | null = null,
  ): QuotaTicket | QuotaExceeded | Promise<QuotaTicket | QuotaExceeded> {
    const wallMs = this.#deps.clock.nowMs();
    const nowMs = this.#deps.monotonic.nowMs();
    const quota = this.#getQuota(accountId, usagePeriodAt(paidPeriod, wallMs), wallMs);
    if (quota.reserve(nowMs)) {
      if (quota.shouldLease()) this.#exchanges.add(quota).catch((error: unknown) => this.#warn(error));
      return createTicket(quota);
    }
    const exhausted = quota.findExhausted(nowMs);
    return exhausted === undefined ? this.#lease(quota) : { ...exhausted, period: quota.period };
  }

  /** Reports used units, renews leases and returns idle units. */
  async tick(): Promise<void> {
    const wallMs = this.#deps.clock.nowMs();
    const nowMs = this.#deps.monotonic.nowMs();
    const due = [...this.#quotas.values()].filter((quota) => quota.isDue(nowMs, wallMs >= quota.period.endMs));
    await Promise.all(due.map((quota) => this.#exchanges.add(quota)));
    for (const [name, quota] of this.#quotas) {
      // Kept until the period ends, because uses are counted from its start.
      if (wallMs < quota.period.endMs || quota.isOpen) continue;
      this.#quotas.delete(name);
      if (this.#current.get(quota.accountId) === quota) this.#current.delete(quota.accountId);
    }
  }

  /** Returns all units. */
  async close(): Promise<void> {
    const open = [...this.#quotas.values()].filter((quota) => quota.isOpen);
    for (const quota of open) quota.shouldReturnUnits = true;
    await Promise.all(open.map((quota) => this.#exchanges.add(quota)));
  }

  /** Keys see a new period one after the other, so an account may alternate between two periods for a moment. */
  #getQuota(accountId: string, period: Period, wallMs: number): AccountQuota {
    const current = this.#current.get(accountId);
    if (current?.period.startMs === period.startMs && wallMs < current.period.endMs) return current;
    const name = `${accountId} ${period.startMs}`;
    const known = this.#quotas.get(name);
    const quota =
      known !== undefined && wallMs < known.period.endMs
        ? known
        : new AccountQuota(accountId, period, this.#deps.monotonic.nowMs());
    this.#quotas.set(name, quota);
    this.#current.set(accountId, quota);
    return quota;
  }

  async #lease(quota: AccountQuota): Promise<QuotaTicket | QuotaExceeded> {
    const { monotonic } = this.#deps;
    quota.waiters++;
    try {
      for (let recalls = 0; ; recalls++) {
        await withTimeout(timeoutMs, this.#exchanges.add(quota));
        const nowMs = monotonic.nowMs();
        if (quota.reserve(nowMs)) return createTicket(quota);
        if (!this.#grants.has(quota)) throw new Error(`unknown plan of account ${quota.accountId}`);
        // The lease ended before its answer was read, for example because the machine was suspended: this says nothing about the quota.
        if (quota.hasEnded(nowMs) && recalls < maxRecalls) continue;
        if (quota.heldByOthers === 0 || recalls === maxRecalls) return await this.#exhaust(quota, nowMs);
        await withTimeout(timeoutMs, this.#recall(quota));
        await delay(recallEveryMs);
      }
    } finally {
      quota.waiters--;
      if (quota.waiters === 0) quota.isRecalling = false;
    }
  }

  async #exhaust(quota: AccountQuota, nowMs: number): Promise<QuotaExceeded> {
    const { accountId, period } = quota;
    const plan = this.#grants.get(quota)?.plan;
    if (plan === undefined) throw new Error("missing exchange response");
    const used = await withTimeout(timeoutMs, findQuotaUse(this.#deps.database, accountId, period.startMs));
    quota.markExhausted(nowMs, { plan, used });
    return { plan, used, period };
  }

  /** Notifies other processes once for all waiting searches. */
  async #recall(quota: AccountQuota): Promise<void> {
    if (quota.isRecalling) return;
    quota.isRecalling = true;
    await this.#deps.database.query("SELECT pg_notify($1, $2)", [recallsChannel, quota.accountId]);
  }

  #returnUnits(accountId: string): void {
    const quota = this.#current.get(accountId);
    if (quota === undefined || quota.waiters > 0) return;
    quota.shouldReturnUnits = true;
    this.#exchanges.add(quota).catch((error: unknown) => this.#warn(error));
  }

  async #exchange(quotas: readonly AccountQuota[]): Promise<void> {
    const wallMs = this.#deps.clock.nowMs();
    const nowMs = this.#deps.monotonic.nowMs();
    const reports = quotas.map((quota) => quota.buildReport(nowMs, wallMs >= quota.period.endMs));
    const grants = await this.#deps.exchange(reports, wallMs);
    for (const [at, quota] of quotas.entries()) {
      const [report, grant] = [reports[at], grants[at]];
      if (report === undefined || grant === undefined) {
        this.#grants.delete(quota);
        continue;
      }
      quota.applyGrant(report, grant, nowMs);
      this.#grants.set(quota, grant);
    }
  }

  #warn(error: unknown): void {
    this.#deps.log.warn({ err: error }, "quota unit exchange failed");
  }
}

function createTicket(quota: AccountQuota): QuotaTicket {
  let use: QuotaUse | undefined;
  let isHeld = false;
  return {
    consume: () => (use ??= quota.consume()),
    hold: () => {
      isHeld = true;
      return {
        periodStartMs: quota.period.startMs,
        settle: (isCharged) => (isCharged ? quota.consumeCharged() : quota.returnUnit()),
      };
    },
    finish: () => {
      if (use === undefined && !isHeld) quota.returnUnit();
    },
  };
}
