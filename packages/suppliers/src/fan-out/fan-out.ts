import {
  type Capabilities,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  SupplierBusy,
} from "../port/port.ts";
import type { Registration } from "../registry/registry.ts";
import { DeadlineExceededError, rejectOnAbort, startDeadline } from "./deadline.ts";

/** `skipped`: the supplier was too busy to start the search. */
export type SupplyStatus = "ok" | "timeout" | "error" | "skipped";

/** Status of one supplier in one search. */
export interface SupplyReport {
  source: string;
  status: SupplyStatus;
  offers: number;
  tookMs: number;
  /** For logs only, never for a response; absent if the supplier succeeded. */
  failure?: unknown;
}

export interface SupplierResult {
  source: string;
  slot: number;
  simulated: boolean;
  flights: SuppliedFlight[];
}

export interface FanOut {
  results: SupplierResult[];
  supply: SupplyReport[];
}

/**
 * Searches all suppliers that support the query in parallel, under one deadline. A supplier that fails or is late is reported, never
 * thrown: the flights of other suppliers are kept, and so are the batches that it sent before. Results keep the order of the suppliers.
 *
 * @param context.signal aborts the suppliers' work when the client disconnects.
 */
export async function searchSuppliers(
  registrations: readonly Registration[],
  query: SearchQuery,
  context: SearchContext,
): Promise<FanOut> {
  const supporting = registrations.filter(({ supplier }) => supportsQuery(supplier.capabilities, query));
  const { signal, stop } = startDeadline(context.deadlineMs, context.signal);
  try {
    const outcomes = await Promise.all(
      supporting.map((registration) => collect(registration, query, { ...context, signal })),
    );
    return {
      results: outcomes.flatMap(({ result }) => (result === null ? [] : [result])),
      supply: outcomes.map(({ report }) => report),
    };
  } finally {
    stop();
  }
}

function supportsQuery({ cash, award, roundTrips, cabins }: Capabilities, query: SearchQuery): boolean {
  const sells = (cash && query.includeCash) || (award && query.includeAward);
  return sells && (roundTrips || query.returnDate === null) && cabins.includes(query.cabin);
}

async function collect(
  { supplier, slot }: Registration,
  query: SearchQuery,
  context: SearchContext,
): Promise<{ result: SupplierResult | null; report: SupplyReport }> {
  const startedMs = performance.now();
  const { name: source, simulated } = supplier;
  const flights: SuppliedFlight[] = [];
  const toOutcome = (status: SupplyStatus, failure?: unknown) => {
    const offers = flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
    const report = { source, status, offers, tookMs: Math.round(performance.now() - startedMs) };
    const result = status === "ok" || flights.length > 0 ? { source, slot, simulated, flights } : null;
    return { result, report: failure === undefined ? report : { ...report, failure } };
  };
  let batches: AsyncIterator<{ flights: SuppliedFlight[] }> | undefined;
  try {
    batches = supplier.search(query, context)[Symbol.asyncIterator]();
    const aborted = rejectOnAbort(context.signal);
    for (;;) {
      // Abandons a supplier that ignores the signal.
      const batch = await Promise.race([batches.next(), aborted]);
      if (batch.done === true) return toOutcome("ok");
      flights.push(...batch.value.flights);
    }
  } catch (failure) {
    // Not awaited: it would wait for the batch that never arrived.
    batches?.return?.().catch(() => {});
    if (failure instanceof SupplierBusy) return toOutcome("skipped", failure);
    const isLate = context.signal.aborted && context.signal.reason instanceof DeadlineExceededError;
    return toOutcome(isLate ? "timeout" : "error", failure);
  }
}
