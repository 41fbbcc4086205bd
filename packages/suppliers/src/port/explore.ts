import type { PlaceReference } from "@wayfare/contract";

/** A lowest price and its cell. */
export interface LowestPrice {
  /** Minor units of the query's currency, or miles; for all travelers. */
  value: number;
  /** Index of the first cell that has it. */
  cell: number;
}

/** Lowest prices of one destination over all cells; null if the searches of the cells find none. */
export interface ExploredDestination {
  destination: PlaceReference;
  cash: LowestPrice | null;
  nonstopCash: LowestPrice | null;
  /** The lowest of all programs. */
  award: (LowestPrice & { program: string }) | null;
}
