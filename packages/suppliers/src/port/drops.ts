/** Reasons why a received offer is not part of a response, in the order in which they are listed. */
export const dropReasons = [
  /** Its currency is not one of ISO 4217, or its margin cannot be converted to it. */
  "currency",
  /** It lacks a value that every offer has, or is not in the supplier's format. */
  "incomplete",
  /** The time zone of one of its airports is unknown. */
  "time_zone",
  /** The supplier sent the same offer before. */
  "duplicate",
  /** It had expired when it arrived. */
  "expired",
  /** It does not pass the filters of the search. */
  "filter",
  /** The limits of the response left it out. */
  "selection",
] as const;

export type DropReason = (typeof dropReasons)[number];

/** Numbers of dropped offers by reason; absent reasons have none. */
export type DropCounts = Readonly<Partial<Record<DropReason, number>>>;

/** Counts the offers of one result. */
export class OfferCounter {
  /** Number of offers that the supplier sent. */
  received = 0;
  readonly #dropped: Partial<Record<DropReason, number>> = {};

  drop(reason: DropReason, count = 1): void {
    if (count > 0) this.#dropped[reason] = (this.#dropped[reason] ?? 0) + count;
  }

  /** Adds the counts of a part of the result. */
  add(dropped: DropCounts): void {
    for (const reason of dropReasons) this.drop(reason, dropped[reason] ?? 0);
  }

  get dropped(): DropCounts {
    return { ...this.#dropped };
  }
}

/** Returns true for the reason of an offer that could not be mapped. */
export function isDropped(mapped: object | DropReason): mapped is DropReason {
  return typeof mapped === "string";
}

/** Returns the number of offers of flights. */
export function countOffers(flights: readonly { cash: readonly unknown[]; award: readonly unknown[] }[]): number {
  return flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
}

/** Lists counts in the order of the reasons, without those that are 0. */
export function listDrops(dropped: DropCounts): { reason: DropReason; count: number }[] {
  return dropReasons.flatMap((reason) => {
    const count = dropped[reason] ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
}
