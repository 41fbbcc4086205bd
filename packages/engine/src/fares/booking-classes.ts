import type { Cabin } from "./cabins.ts";

/** A booking class of a cabin's ladder: what it costs against the cabin's reference, and how early it must be bought. */
export interface BookingClass {
  code: string;
  multiplier: number;
  advancePurchaseDays: number;
  /** Nights between outbound and return that a round trip in it needs. */
  minimumStayNights: number;
}

/**
 * Ladders from the highest class to the lowest, by cabin. Modelled: letters as network carriers use them, steps and fences
 * so that the lowest open class follows the day curve of short-haul economy in docs/fares.md.
 */
export const ladders: readonly (readonly BookingClass[])[] = [
  [
    { code: "Y", multiplier: 2.35, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "B", multiplier: 2.1, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "M", multiplier: 1.9, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "H", multiplier: 1.75, advancePurchaseDays: 3, minimumStayNights: 0 },
    { code: "Q", multiplier: 1.6, advancePurchaseDays: 5, minimumStayNights: 0 },
    { code: "K", multiplier: 1.45, advancePurchaseDays: 7, minimumStayNights: 0 },
    { code: "V", multiplier: 1.12, advancePurchaseDays: 14, minimumStayNights: 0 },
    { code: "L", multiplier: 0.98, advancePurchaseDays: 14, minimumStayNights: 2 },
    { code: "S", multiplier: 0.86, advancePurchaseDays: 21, minimumStayNights: 3 },
    { code: "T", multiplier: 0.76, advancePurchaseDays: 21, minimumStayNights: 3 },
  ],
  [
    { code: "W", multiplier: 1.3, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "R", multiplier: 1.12, advancePurchaseDays: 7, minimumStayNights: 0 },
    { code: "P", multiplier: 0.96, advancePurchaseDays: 14, minimumStayNights: 3 },
  ],
  [
    { code: "J", multiplier: 1.22, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "C", multiplier: 1.12, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "D", multiplier: 1.02, advancePurchaseDays: 3, minimumStayNights: 0 },
    { code: "Z", multiplier: 0.94, advancePurchaseDays: 14, minimumStayNights: 3 },
  ],
  [
    { code: "F", multiplier: 1.15, advancePurchaseDays: 0, minimumStayNights: 0 },
    { code: "A", multiplier: 0.98, advancePurchaseDays: 7, minimumStayNights: 3 },
  ],
];

/** The lowest class of a ladder that may still be bought so many days before departure for so long a stay. */
export function lowestClassByRules(cabin: Cabin, daysLeft: number, stayNights: number | null): number {
  const ladder = ladders[cabin]!;
  let lowest = 0;
  for (let rank = 1; rank < ladder.length; rank++) {
    const { advancePurchaseDays, minimumStayNights } = ladder[rank]!;
    // A one-way has no stay to show: the classes with a minimum stay are sold on it, at the one-way level.
    const stayHolds = stayNights === null || stayNights >= minimumStayNights;
    if (daysLeft >= advancePurchaseDays && stayHolds) lowest = rank;
  }
  return lowest;
}
