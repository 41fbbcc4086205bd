import type { CarrierKind } from "../timetable/network.ts";
import type { Cabin } from "./cabins.ts";

/** What a fare allows its traveler; bags are pieces. */
export interface FareConditions {
  carryOn: number;
  checked: number;
  changeable: boolean;
  refundable: boolean;
}

/** A bundle of conditions on top of a class: what it adds to the fare and what it allows. */
export interface Brand extends FareConditions {
  name: string;
  /** Last letters of the fare basis. */
  suffix: string;
  /** Added to the fare: a share of the economy reference, and never less than `leastCents`. */
  share: number;
  leastCents: number;
}

type BrandTable = Record<"full" | "low_cost", readonly (readonly Brand[])[]>;

/** Modelled brands by cabin, the cheapest first; the first adds nothing. */
const brands: BrandTable = {
  full: [
    [
      brand("Economy Light", "LT", [0, 0], [1, 0], { changeable: false, refundable: false }),
      brand("Economy Standard", "ST", [0.13, 2500], [1, 1], { changeable: true, refundable: false }),
      brand("Economy Flex", "FX", [0.42, 7000], [1, 1], { changeable: true, refundable: true }),
    ],
    [
      brand("Premium Standard", "ST", [0, 0], [2, 2], { changeable: true, refundable: false }),
      brand("Premium Flex", "FX", [0.5, 9000], [2, 2], { changeable: true, refundable: true }),
    ],
    [
      brand("Business Standard", "ST", [0, 0], [2, 2], { changeable: true, refundable: false }),
      brand("Business Flex", "FX", [0.8, 15_000], [2, 2], { changeable: true, refundable: true }),
    ],
    [brand("First", "FX", [0, 0], [2, 3], { changeable: true, refundable: true })],
  ],
  low_cost: [
    [
      brand("Basic", "LT", [0, 0], [0, 0], { changeable: false, refundable: false }),
      brand("Plus", "ST", [0.2, 3200], [1, 1], { changeable: true, refundable: false }),
      brand("Flex", "FX", [0.55, 8000], [1, 1], { changeable: true, refundable: true }),
    ],
    [brand("Premium", "ST", [0, 0], [1, 1], { changeable: true, refundable: false })],
    [brand("Business", "ST", [0, 0], [1, 2], { changeable: true, refundable: false })],
    [brand("First", "FX", [0, 0], [2, 2], { changeable: true, refundable: true })],
  ],
};

export function brandsOf(kind: CarrierKind, cabin: Cabin): readonly Brand[] {
  return brands[kind === "low_cost" ? "low_cost" : "full"][cabin];
}

/** What a brand adds to a fare, in whole dollars, in US cents. */
export function brandCents({ share, leastCents }: Brand, referenceCents: number): number {
  return Math.max(leastCents, Math.round((share * referenceCents) / 100) * 100);
}

function brand(
  name: string,
  suffix: string,
  [share, leastCents]: [number, number],
  [carryOn, checked]: [number, number],
  conditions: { changeable: boolean; refundable: boolean },
): Brand {
  return { name, suffix, share, leastCents, carryOn, checked, ...conditions };
}
