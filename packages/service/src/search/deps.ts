import type { AccountScope, Clock, Problem } from "@wayfare/contract";
import type { PreviewSupply, UnknownCode } from "@wayfare/search";
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../http/caller.ts";
import type { Shedding } from "../overload/shedding.ts";
import type { KeptOfferStore } from "./kept-offers-store.ts";
import type { PricedTrip, PriceSample } from "./price-samples-store.ts";
import type { Sales, SalesQuery } from "./sales-store.ts";
import type { SearchStore } from "./store.ts";
import type { SearchOutcome, SupplierAccessSource } from "./supplier-access.ts";

/** Dependencies of the search routes. */
export interface SearchDeps {
  store: SearchStore;
  keptOffers: KeptOfferStore;
  priceSamples: PriceSampleStore;
  /** Finds the seats that the caller's account has sold in the sandbox. */
  findSales(scope: AccountScope, query: SalesQuery): Promise<Sales>;
  supply: PreviewSupply;
  /** Credentials and budgets of the caller's account for live suppliers. */
  supplierAccess: SupplierAccessSource;
  clock: Clock;
  publicUrl: string;
  deadlineMs: number;
  shedding: Pick<Shedding, "admitSearch" | "admitLiveSearch" | "admitCalendar" | "admitWatch">;
  /** Called with the result of each search, and the codes of live suppliers that the facts do not contain. */
  onSearch?: (outcome: SearchOutcome, unknownCodes: readonly UnknownCode[]) => void;
}

/** Stored prices of live searches. */
interface PriceSampleStore {
  insert(owner: AccountScope, trip: PricedTrip, sample: PriceSample): Promise<void>;
  /** Lists the prices of searches with a lead time in the range, newest first. */
  list(
    owner: AccountScope,
    trip: PricedTrip,
    range: { min: number; max: number; nowMs: number },
  ): Promise<Pick<PriceSample, "departureDate" | "amount">[]>;
}

/** Context of a request. */
export interface CallContext {
  caller: Caller;
  log: FastifyBaseLogger;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Returns the problem of an error in a stream that has started, and logs internal errors. */
  describeError(error: unknown): Problem;
}
