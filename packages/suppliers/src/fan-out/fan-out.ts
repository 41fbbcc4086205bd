import {
  type Capabilities,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  SupplierBusy,
} from "../port/port.ts";
import type { Registration } from "../registry/registry.ts";
import { DeadlineExceededError, raceAbort, startDeadline } from "./deadline.ts";

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

/** Progress of a fan-out: a batch of flights has arrived, or a supplier has answered or failed. */
export interface SupplyUpdate {
  /** Results so far, in the order of the suppliers. Their lists of flights grow. */
  results: SupplierResult[];
  /** Set if the supplier has answered or failed; undefined if it sent a batch. */
  report?: SupplyReport;
}

/**
 * Searches all suppliers that support the query in parallel, under one deadline. A supplier that fails or is late is reported, never
 * thrown: the flights of other suppliers are kept, and so are the batches that it sent before. Results keep the order of the suppliers.
 *
 * @param context.signal aborts the suppliers' work when the client disconnects.
 * @param onUpdate called as suppliers answer
 */
export async function searchSuppliers(
  registrations: readonly Registration[],
  query: SearchQuery,
  context: SearchContext,
  onUpdate: (update: SupplyUpdate) => void = () => {},
): Promise<FanOut> {
  const supporting = registrations.filter(({ supplier }) => supportsQuery(supplier.capabilities, query));
  const { signal, stop } = startDeadline(context.deadlineMs, context.signal);
  const results: (SupplierResult | null)[] = supporting.map(() => null);
  const present = () => results.filter((result) => result !== null);
  try {
    const reports = await Promise.all(
      supporting.map(async (registration, at) => {
        const onFlights = (result: SupplierResult) => {
          results[at] = result;
          onUpdate({ results: present() });
        };
        const { result, report } = await collect(registration, query, { ...context, signal }, onFlights);
        results[at] = result;
        onUpdate({ results: present(), report });
        return report;
      }),
    );
    return { results: present(), supply: reports };
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
  onFlights: (result: SupplierResult) => void,
): Promise<{ result: SupplierResult | null; report: SupplyReport }> {
  const startedMs = performance.now();
  const { name: source, simulated } = supplier;
  const flights: SuppliedFlight[] = [];
  const collected = { source, slot, simulated, flights };
  const toOutcome = (status: SupplyStatus, failure?: unknown) => {
    const offers = flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
    const report = { source, status, offers, tookMs: Math.round(performance.now() - startedMs) };
    const result = status === "ok" || flights.length > 0 ? collected : null;
    return { result, report: failure === undefined ? report : { ...report, failure } };
  };
  let batches: AsyncIterator<{ flights: SuppliedFlight[] }> | undefined;
  try {
    batches = supplier.search(query, context)[Symbol.asyncIterator]();
    for (;;) {
      // Abandons a supplier that ignores the signal.
      const batch = await raceAbort(batches.next(), context.signal);
      if (batch.done === true) return toOutcome("ok");
      if (batch.value.flights.length === 0) continue;
      flights.push(...batch.value.flights);
      onFlights(collected);
    }
  } catch (failure) {
    // Not awaited: it would wait for the batch that never arrived.
    batches?.return?.().catch(() => {});
    if (failure instanceof SupplierBusy) return toOutcome("skipped", failure);
    const isLate = context.signal.aborted && context.signal.reason instanceof DeadlineExceededError;
    return toOutcome(isLate ? "timeout" : "error", failure);
  }
}
