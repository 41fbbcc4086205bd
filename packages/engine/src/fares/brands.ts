import type { NetworkCarrier } from "../timetable/network.ts";
import type { Cabin } from "./cabins.ts";

/** Conditions of a fare; bags are pieces. */
export interface FareConditions {
  carryOn: number;
  checked: number;
  changeable: boolean;
  refundable: boolean;
}

/** Conditions added to a class: their price and their benefits. */
export interface Brand extends FareConditions {
  name: string;
  /** Last letters of the fare basis. */
  suffix: string;
  /** Added to the fare: a share of the economy reference, at least `leastCents`. */
  share: number;
  minCents: number;
}

type BrandTable = Record<"full" | "low_cost", readonly (readonly Brand[])[]>;

/** Modeled brands by cabin, cheapest first; the first adds nothing. */
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

/** Pieces of carry-on in the cheapest economy brand, if they differ from the table. Source: the airlines' pages, general knowledge of 2026. */
const carryOnOfCheapest: Readonly<Record<string, number>> = { WN: 1, B6: 1, UA: 0 };

const ownBrands = new Map(
  Object.entries(carryOnOfCheapest).map(([carrier, carryOn]) => {
    const withCarryOn = (table: readonly Brand[]) => table.map((each, at) => (at === 0 ? { ...each, carryOn } : each));
    return [carrier, { full: withCarryOn(brands.full[0]), low_cost: withCarryOn(brands.low_cost[0]) }];
  }),
);

export function brandsOf({ code, kind }: Pick<NetworkCarrier, "code" | "kind">, cabin: Cabin): readonly Brand[] {
  const table = kind === "low_cost" ? "low_cost" : "full";
  return (cabin === 0 ? ownBrands.get(code)?.[table] : undefined) ?? brands[table][cabin];
}

/** Amount that a brand adds to a fare, in whole dollars, in US cents. */
export function brandCents({ share, minCents }: Brand, referenceCents: number): number {
  return Math.max(minCents, Math.round((share * referenceCents) / 100) * 100);
}

function brand(
  name: string,
  suffix: string,
  [share, minCents]: [number, number],
  [carryOn, checked]: [number, number],
  conditions: { changeable: boolean; refundable: boolean },
): Brand {
  return { name, suffix, share, minCents: minCents, carryOn, checked, ...conditions };
}
