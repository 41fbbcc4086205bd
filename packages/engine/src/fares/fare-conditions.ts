import type { CarrierKind } from "../timetable/network.ts";
import type { FareConditions } from "./brands.ts";
import type { Cabin } from "./cabins.ts";

/** Fees of a fare in US cents, per traveler with a seat and ticket. */
export interface FareFees {
  /** Null if a cancellation returns only taxes and airport charges. */
  refundCents: number | null;
  /** Added to the difference in fares. Null if the fare cannot be changed. */
  changeCents: number | null;
}

/** US dollars on domestic and on international trips. */
type Fee = readonly [domestic: number, international: number];

/** Fees by cabin, from the lowest. */
type FeesByCabin = readonly [Fee, Fee, Fee, Fee];

interface FamilyFees {
  refund: FeesByCabin | null;
  change: FeesByCabin | null;
}

type Seller = "full" | "low_cost";

const free: FeesByCabin = [
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
];

/**
 * Fees by family of fares: the family follows from the brand or the filing. Modeled: the amounts are near those that airlines published in 2026 for
 * fares of these names, but not those of one airline. Flexible fares are refunded without a fee.
 */
const families: Record<"restricted" | "changeable" | "refundable" | "flexible", Record<Seller, FamilyFees>> = {
  restricted: { full: { refund: null, change: null }, low_cost: { refund: null, change: null } },
  changeable: {
    full: {
      refund: null,
      change: [
        [60, 120],
        [75, 150],
        [100, 200],
        [100, 200],
      ],
    },
    low_cost: {
      refund: null,
      change: [
        [45, 75],
        [60, 90],
        [80, 120],
        [80, 120],
      ],
    },
  },
  refundable: { full: { refund: free, change: null }, low_cost: { refund: free, change: null } },
  flexible: { full: { refund: free, change: free }, low_cost: { refund: free, change: free } },
};

/**
 * Airlines that charge no fee for changes of fares that can be changed. Source: their pages on changes, general knowledge of 2026.
 */
const withoutChangeFees: ReadonlySet<string> = new Set(["AA", "AC", "AS", "B6", "DL", "HA", "UA", "WN"]);

/** Returns the fees of a fare that an airline sells. */
export function fareFeesOf(
  { refundable, changeable }: Pick<FareConditions, "refundable" | "changeable">,
  sale: { seller: { code: string; kind: CarrierKind }; cabin: Cabin; isDomestic: boolean },
): FareFees {
  const { seller, cabin, isDomestic } = sale;
  const family = refundable ? (changeable ? "flexible" : "refundable") : changeable ? "changeable" : "restricted";
  const { refund, change } = families[family][seller.kind === "low_cost" ? "low_cost" : "full"];
  const centsOf = (fees: FeesByCabin) => 100 * fees[cabin][isDomestic ? 0 : 1];
  return {
    refundCents: refund === null ? null : centsOf(refund),
    changeCents: change === null ? null : withoutChangeFees.has(seller.code) ? 0 : centsOf(change),
  };
}

/** Adds up the fees of several tickets. A trip is as refundable and as changeable as the least of its tickets. */
export function addFareFees(tickets: readonly FareFees[]): FareFees {
  const sum = (fees: readonly (number | null)[]) =>
    fees.reduce<number | null>((all, fee) => (all === null || fee === null ? null : all + fee), 0);
  return {
    refundCents: sum(tickets.map(({ refundCents }) => refundCents)),
    changeCents: sum(tickets.map(({ changeCents }) => changeCents)),
  };
}
