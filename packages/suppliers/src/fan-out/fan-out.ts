import {
  type Capabilities,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  SupplierBusy,
} from "../port/port.ts";
import type { Registration } from "../registry/registry.ts";
import { DeadlineExceeded, rejectOnAbort, startDeadline } from "./deadline.ts";

/** `skipped`: the supplier was too busy to begin. */
export type SupplyStatus = "ok" | "timeout" | "error" | "skipped";

/** Outcome of one supplier in one search. */
export interface SupplyReport {
  source: string;
  status: SupplyStatus;
  offers: number;
  tookMs: number;
  /** For the log, never for an answer; absent if the supplier answered. */
  failure?: unknown;
}

export interface SuppliedAnswer {
  source: string;
  slot: number;
  simulated: boolean;
  flights: SuppliedFlight[];
}

export interface FanOut {
  answers: SuppliedAnswer[];
  supply: SupplyReport[];
}

/**
 * Searches every supplier that can answer the query at once, under one deadline. A supplier that fails or is late is reported, never
 * thrown: other suppliers' flights stand, and so do its own parts that arrived before. Answers keep the order of the suppliers.
 *
 * @param context.signal aborts the suppliers' work when the caller has gone.
 */
export async function searchSuppliers(
  registrations: readonly Registration[],
  query: SearchQuery,
  context: SearchContext,
): Promise<FanOut> {
  const able = registrations.filter(({ supplier }) => canAnswer(supplier.capabilities, query));
  const { signal, stop } = startDeadline(context.deadlineMs, context.signal);
  try {
    const outcomes = await Promise.all(
      able.map((registration) => collect(registration, query, { ...context, signal })),
    );
    return {
      answers: outcomes.flatMap(({ answer }) => (answer === null ? [] : [answer])),
      supply: outcomes.map(({ report }) => report),
    };
  } finally {
    stop();
  }
}

function canAnswer({ cash, award, roundTrips, cabins }: Capabilities, query: SearchQuery): boolean {
  const sells = (cash && query.includeCash) || (award && query.includeAward);
  return sells && (roundTrips || query.returnDate === null) && cabins.includes(query.cabin);
}

async function collect(
  { supplier, slot }: Registration,
  query: SearchQuery,
  context: SearchContext,
): Promise<{ answer: SuppliedAnswer | null; report: SupplyReport }> {
  const startedMs = performance.now();
  const { name: source, simulated } = supplier;
  const flights: SuppliedFlight[] = [];
  const outcome = (status: SupplyStatus, failure?: unknown) => {
    const offers = flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
    const report = { source, status, offers, tookMs: Math.round(performance.now() - startedMs) };
    const answer = status === "ok" || flights.length > 0 ? { source, slot, simulated, flights } : null;
    return { answer, report: failure === undefined ? report : { ...report, failure } };
  };
  let parts: AsyncIterator<{ flights: SuppliedFlight[] }> | undefined;
  try {
    parts = supplier.search(query, context)[Symbol.asyncIterator]();
    const aborted = rejectOnAbort(context.signal);
    for (;;) {
      // A supplier that ignores the signal is left behind.
      const part = await Promise.race([parts.next(), aborted]);
      if (part.done === true) return outcome("ok");
      flights.push(...part.value.flights);
    }
  } catch (failure) {
    // Not awaited: it waits for the part that did not come.
    parts?.return?.().catch(() => {});
    if (failure instanceof SupplierBusy) return outcome("skipped", failure);
    const late = context.signal.aborted && context.signal.reason instanceof DeadlineExceeded;
    return outcome(late ? "timeout" : "error", failure);
  }
}
