import { setTimeout as delay } from "node:timers/promises";
import { Batcher } from "@wayfare/concurrency";
import { type Clock, countingPeriod, type Period } from "@wayfare/contract";
import { type Database, withTimeout } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { AccountQuota, type Exhausted, type QuotaUse } from "./account-quota.ts";
import { type ExchangeUnits, findQuotaUse, type QuotaAnswered } from "./quota-store.ts";

/** Where a process asks the others for units that they do not need. */
const recallsChannel = "wayfare_quota_recalls";

/** How long a search waits for the database. What the exchange brings after that is there for the next one. */
const patienceMs = 5000;

/** How often, and how far apart, units are asked for once the others have been told to give back. */
const mostRecalls = 12;
const recallEveryMs = 25;

/** Accounts that one exchange settles. */
const mostQuotas = 200;

export interface QuotasParts {
  database: Database;
  exchange: ExchangeUnits;
  /** Decides in which period a search counts. */
  clock: Clock;
  /** Measures leases. */
  monotonic: Clock;
  log: FastifyBaseLogger;
}

/** A search that has its unit. */
export interface Ticket {
  /** Counts it, when its answer is about to leave. */
  use(): QuotaUse;
  /** Keeps the unit of a search with an Idempotency-Key until usage says whether it is charged. */
  hold(): HeldUnit;
  /** Ends it, once. The unit of a search that was neither counted nor held is available again. */
  finish(): void;
}

interface HeldUnit {
  periodStartMs: number;
  /** Uses the unit or returns it. Called once. */
  settle(isCharged: boolean): void;
}

/** There is no unit: what was used of which plan, and when the next period begins. */
export interface QuotaRefusal extends Exhausted {
  period: Period;
}

/** Lets searches through as long as the account's plan holds some, over all processes together. */
export class Quotas {
  readonly #parts: QuotasParts;
  /** By account and start of the period. */
  readonly #quotas = new Map<string, AccountQuota>();
  /** Of each account, the one that was last asked. */
  readonly #present = new Map<string, AccountQuota>();
  readonly #exchanges = new Batcher<AccountQuota>((quotas) => this.#exchange(quotas), { maxItems: mostQuotas });
  /** What the last exchange of each answered; none where its plan is not known. */
  readonly #answers = new WeakMap<AccountQuota, QuotaAnswered>();

  constructor(parts: QuotasParts) {
    this.#parts = parts;
  }

  /** Hears when others need units; the answer stops it. */
  listen(): Promise<() => Promise<void>> {
    return this.#parts.database.listen(recallsChannel, { onMessage: (accountId) => this.#handBack(accountId) });
  }

  /**
   * Takes a unit of an account's searches: at once where this process holds one, which is nearly always.
   *
   * @throws what the database throws, where it is needed and cannot be reached in five seconds: without a unit there is no search.
   */
  take(accountId: string, paidPeriod: Period | null = null): Ticket | QuotaRefusal | Promise<Ticket | QuotaRefusal> {
    const wallMs = this.#parts.clock.nowMs();
    const nowMs = this.#parts.monotonic.nowMs();
    const quota = this.#quotaOf(accountId, countingPeriod(paidPeriod, wallMs), wallMs);
    if (quota.take(nowMs)) {
      if (quota.wantsMore()) this.#exchanges.add(quota).catch((error: unknown) => this.#warn(error));
      return ticketOf(quota);
    }
    const exhausted = quota.exhaustedAt(nowMs);
    return exhausted === undefined ? this.#lease(quota) : { ...exhausted, period: quota.period };
  }

  /** Reports what was used, renews leases, and gives back what lies idle. */
  async tick(): Promise<void> {
    const wallMs = this.#parts.clock.nowMs();
    const nowMs = this.#parts.monotonic.nowMs();
    const due = [...this.#quotas.values()].filter((quota) => quota.isDue(nowMs, wallMs >= quota.period.endMs));
    await Promise.all(due.map((quota) => this.#exchanges.add(quota)));
    for (const [name, quota] of this.#quotas) {
      // Never before the period is over: uses are counted from its start.
      if (wallMs < quota.period.endMs || quota.isOpen) continue;
      this.#quotas.delete(name);
      if (this.#present.get(quota.accountId) === quota) this.#present.delete(quota.accountId);
    }
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    const open = [...this.#quotas.values()].filter((quota) => quota.isOpen);
    for (const quota of open) quota.handsBack = true;
    await Promise.all(open.map((quota) => this.#exchanges.add(quota)));
  }

  /** Keys learn of a new period one after the other: for a moment an account may ask for two in turn. */
  #quotaOf(accountId: string, period: Period, wallMs: number): AccountQuota {
    const present = this.#present.get(accountId);
    if (present?.period.startMs === period.startMs && wallMs < present.period.endMs) return present;
    const name = `${accountId} ${period.startMs}`;
    const known = this.#quotas.get(name);
    const quota =
      known !== undefined && wallMs < known.period.endMs
        ? known
        : new AccountQuota(accountId, period, this.#parts.monotonic.nowMs());
    this.#quotas.set(name, quota);
    this.#present.set(accountId, quota);
    return quota;
  }

  async #lease(quota: AccountQuota): Promise<Ticket | QuotaRefusal> {
    const { monotonic } = this.#parts;
    quota.waiting++;
    try {
      for (let recalls = 0; ; recalls++) {
        await withTimeout(patienceMs, this.#exchanges.add(quota));
        const nowMs = monotonic.nowMs();
        if (quota.take(nowMs)) return ticketOf(quota);
        if (!this.#answers.has(quota)) throw new Error(`the plan of ${quota.accountId} is not known`);
        if (quota.heldByOthers === 0 || recalls === mostRecalls) return await this.#exhaust(quota, nowMs);
        await withTimeout(patienceMs, this.#recall(quota));
        await delay(recallEveryMs);
      }
    } finally {
      quota.waiting--;
      if (quota.waiting === 0) quota.recalls = false;
    }
  }

  async #exhaust(quota: AccountQuota, nowMs: number): Promise<QuotaRefusal> {
    const { accountId, period } = quota;
    const plan = this.#answers.get(quota)?.plan;
    if (plan === undefined) throw new Error("an exchange has an answer");
    const used = await withTimeout(patienceMs, findQuotaUse(this.#parts.database, accountId, period.startMs));
    quota.exhaust(nowMs, { plan, used });
    return { plan, used, period };
  }

  /** Asks the others once for all that wait. */
  async #recall(quota: AccountQuota): Promise<void> {
    if (quota.recalls) return;
    quota.recalls = true;
    await this.#parts.database.query("SELECT pg_notify($1, $2)", [recallsChannel, quota.accountId]);
  }

  #handBack(accountId: string): void {
    const quota = this.#present.get(accountId);
    if (quota === undefined || quota.waiting > 0) return;
    quota.handsBack = true;
    this.#exchanges.add(quota).catch((error: unknown) => this.#warn(error));
  }

  async #exchange(quotas: readonly AccountQuota[]): Promise<void> {
    const wallMs = this.#parts.clock.nowMs();
    const nowMs = this.#parts.monotonic.nowMs();
    const asked = quotas.map((quota) => quota.ask(nowMs, wallMs >= quota.period.endMs));
    const answers = await this.#parts.exchange(asked, wallMs);
    for (const [at, quota] of quotas.entries()) {
      const [question, answer] = [asked[at], answers[at]];
      if (question === undefined || answer === undefined) {
        this.#answers.delete(quota);
        continue;
      }
      quota.settle(question, answer, nowMs);
      this.#answers.set(quota, answer);
    }
  }

  #warn(error: unknown): void {
    this.#parts.log.warn({ err: error }, "units of quotas could not be exchanged");
  }
}

function ticketOf(quota: AccountQuota): Ticket {
  let use: QuotaUse | undefined;
  let isHeld = false;
  return {
    use: () => (use ??= quota.use()),
    hold: () => {
      isHeld = true;
      return {
        periodStartMs: quota.period.startMs,
        settle: (isCharged) => (isCharged ? quota.useCharged() : quota.giveBack()),
      };
    },
    finish: () => {
      if (use === undefined && !isHeld) quota.giveBack();
    },
  };
}
