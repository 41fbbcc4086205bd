import type { Partition, Period } from "@wayfare/contract";
import type { SharedUsageLimit } from "../http/caller.ts";
import type { QuotaUse } from "./account-quota.ts";
import type { ExceededKeyLimit, KeyUsage, KeyUse } from "./key-usage.ts";
import type { QuotaExceeded, Quotas, QuotaTicket } from "./quotas.ts";

/** A search that needs units. */
export interface LimitedSearch {
  accountId: string;
  environment: Partition;
  paidPeriod: Period | null;
  /** Usage limit of the key that searches, or that created the watch; undefined for none. */
  limit: SharedUsageLimit | undefined;
  /** Offset of the clock of the data. */
  offsetMs: number;
}

/** Units reserved for a search. */
export interface SearchUnit {
  /** Consumes the units when the response is about to be sent. Returns null for test data, which has no quota. */
  consume(): QuotaUse | null;
  /** Keeps the units of a search with an Idempotency-Key reserved until it is known whether it is charged. */
  hold(): HeldUnit;
  /** Ends the search. Call once. Returns the units unless they were consumed or held. */
  finish(): void;
}

interface HeldUnit {
  /** Null for test data. */
  periodStartMs: number | null;
  /** Consumes or returns the units. Call once. */
  settle(isCharged: boolean): void;
}

/** Reserves the units of a search: one of the plan's quota, except for test data, and one of the key's usage limit, if it has one. */
export class SearchUnits {
  readonly #quotas: Quotas;
  readonly #keyUsage: KeyUsage;

  constructor(quotas: Quotas, keyUsage: KeyUsage) {
    this.#quotas = quotas;
    this.#keyUsage = keyUsage;
  }

  /**
   * Reserves the units of a search. Synchronous for a key without a usage limit if this process has a leased unit.
   *
   * @returns null if the search needs none
   * @throws the database's error if a unit is needed and the database does not respond within 5 seconds.
   */
  acquire(
    search: LimitedSearch,
  ): SearchUnit | QuotaExceeded | ExceededKeyLimit | null | Promise<SearchUnit | QuotaExceeded | ExceededKeyLimit> {
    const { accountId, environment, paidPeriod, limit } = search;
    if (limit !== undefined) return this.#acquireLimited({ ...search, limit });
    return environment === "test" ? null : this.#quotas.acquire(accountId, paidPeriod);
  }

  async #acquireLimited({
    accountId,
    environment,
    paidPeriod,
    limit,
    offsetMs,
  }: LimitedSearch & { limit: SharedUsageLimit }): Promise<SearchUnit | QuotaExceeded | ExceededKeyLimit> {
    const use = await this.#keyUsage.acquire({ accountId, limit }, offsetMs);
    if ("exceeded" in use) return use;
    if (environment === "test") return combine(use, null);
    try {
      const ticket = await this.#quotas.acquire(accountId, paidPeriod);
      if (!("plan" in ticket)) return combine(use, ticket);
      use.giveBack();
      return ticket;
    } catch (error) {
      use.giveBack();
      throw error;
    }
  }
}

function combine(use: KeyUse, ticket: QuotaTicket | null): SearchUnit {
  let isKept = false;
  return {
    consume: () => {
      isKept = true;
      return ticket?.consume() ?? null;
    },
    hold: () => {
      isKept = true;
      const held = ticket?.hold();
      return {
        periodStartMs: held?.periodStartMs ?? null,
        settle: (isCharged) => {
          held?.settle(isCharged);
          if (!isCharged) use.giveBack();
        },
      };
    },
    finish: () => {
      ticket?.finish();
      if (!isKept) use.giveBack();
    },
  };
}
