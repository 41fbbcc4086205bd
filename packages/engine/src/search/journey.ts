import type { SliceAward } from "../awards/price-slice.ts";
import type { Candidate, PricedFare, SearchDirection } from "./candidates.ts";

/** One candidate per slice: one for one way, two for a round trip. */
export interface Journey {
  slices: { direction: SearchDirection; candidate: Candidate }[];
  /** Fares of the slices that are cheapest together, or null if they have none. */
  fares: PricedFare[] | null;
  partyCents: number;
  /** True if the price in money exceeds the limit of the search. */
  exceedsLimit?: true;
  /** Programs that book every slice, with their price for each. */
  awards: SliceAward[][];
}
