import {
  type AwardOffer,
  type CashOffer,
  type FlightBatch,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
} from "@wayfare/suppliers";
/** A supplier that returns the same flights for every query. */
export declare function supplierOf(name: string, flights: readonly SuppliedFlight[], simulated?: boolean): Supplier;
/** A supplier that yields all flights in one batch. */
export declare function supplierWith(
  name: string,
  answer: (query: SearchQuery, context: SearchContext) => Promise<FlightBatch>,
  simulated?: boolean,
): Supplier;
interface FlightTraits {
  carrier?: string;
  number?: string;
  stops?: 0 | 1;
  departureMinute?: number;
  durationMinutes?: number;
  cash?: CashOffer[];
  award?: AwardOffer[];
}
/** JFK to LHR on 20 January 2027, optionally with a stop in Boston. */
export declare function makeFlight(traits?: FlightTraits): SuppliedFlight;
export declare function makeCash(total: number, fareBrand?: string): CashOffer;
export declare function makeAward(miles: number, program?: string): AwardOffer;
export {};
