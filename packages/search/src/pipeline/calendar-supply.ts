import { DomainError, formatInstant, type Partition, type SupplyRow } from "@wayfare/contract";
import {
  type AccessBySupplier,
  DeadlineExceededError,
  type Registration,
  type Supplier,
  SupplierBusy,
  withDeadline,
} from "@wayfare/suppliers";
import { type SearchSupply, suppliersOf } from "./find-flights.ts";

/** A job for the first supplier that can do it. */
interface PricedJob {
  accountId: string;
  environment: Partition;
  searchedAtMs: number;
  deadlineMs: number;
}

interface PricedContext {
  access?: AccessBySupplier;
  signal: AbortSignal;
}

/** Result of the supplier that can do a job, and the result of each supplier. */
export interface PricedSupply<Result> {
  /** Null if no supplier can do it. */
  result: Result | null;
  supply: SupplyRow[];
  simulated: boolean;
}

/**
 * Lets the first supplier that can do it price many days or destinations. The others are reported as skipped: a search of each price would
 * use up their budgets.
 *
 * @param options.isCapable true for suppliers that can do it
 * @param options.count number of prices in a result
 * @throws DomainError if the supplier does not answer
 */
export async function askCapable<Result>(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  job: PricedJob & { name: string },
  context: PricedContext,
  {
    isCapable,
    price,
    count,
  }: {
    isCapable: (supplier: Supplier) => boolean;
    price: (supplier: Supplier, signal: AbortSignal) => Promise<Result | undefined>;
    count: (result: Result) => number;
  },
): Promise<PricedSupply<Result>> {
  const startedMs = performance.now();
  const registrations = suppliersOf({ suppliers }, job, context.access);
  const capable = registrations.find(({ supplier }) => isCapable(supplier));
  const result =
    capable === undefined ? null : await priceInTime(job, context.signal, (ended) => price(capable.supplier, ended));
  const offers = result === null ? 0 : count(result);
  const supply = registrations
    .filter(({ supplier }) => supplier.credentials.length === 0 || context.access?.has(supplier.name) === true)
    .map((each) =>
      each === capable
        ? toAnswered(each, { offers, tookMs: performance.now() - startedMs, searchedAtMs: job.searchedAtMs })
        : toSkipped(each),
    );
  return { result, supply, simulated: capable?.supplier.simulated ?? false };
}

function toAnswered(
  { supplier }: Registration,
  { offers, tookMs, searchedAtMs }: { offers: number; tookMs: number; searchedAtMs: number },
): SupplyRow {
  return {
    source: supplier.name,
    status: "ok",
    reason: null,
    received: offers,
    offers,
    dropped: [],
    tookMs: Math.round(tookMs),
    observedAt: offers > 0 ? formatInstant(searchedAtMs) : null,
    coverage: 1,
  };
}

function toSkipped({ supplier }: Registration): SupplyRow {
  return {
    source: supplier.name,
    status: "skipped",
    reason: "unsupported",
    received: 0,
    offers: 0,
    dropped: [],
    tookMs: 0,
    observedAt: null,
    coverage: null,
  };
}

async function priceInTime<Result>(
  { deadlineMs, name }: PricedJob & { name: string },
  signal: AbortSignal,
  price: (signal: AbortSignal) => Promise<Result | undefined>,
): Promise<Result | null> {
  try {
    return (await withDeadline(deadlineMs, price, signal)) ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeadlineExceededError) {
      throw new DomainError("SUPPLY_UNAVAILABLE", { detail: `The ${name} timed out.`, timedOut: true });
    }
    if (error instanceof SupplierBusy) throw new DomainError("OVERLOADED");
    throw error;
  }
}
