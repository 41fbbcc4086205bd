import { type SearchContext, type SearchQuery, type SuppliedFlight, type Supplier, SupplierBusy } from "./port.ts";

/** `skipped`: the supplier was too busy to begin. */
export type SupplyStatus = "ok" | "timeout" | "error" | "skipped";

/** How one supplier did in one search. */
export interface SupplyReport {
  source: string;
  status: SupplyStatus;
  offers: number;
  tookMs: number;
  /** For the log, never for an answer; absent where the supplier answered. */
  failure?: unknown;
}

export interface SuppliedAnswer {
  source: string;
  simulated: boolean;
  version: string;
  flights: SuppliedFlight[];
}

export interface FanOut {
  answers: SuppliedAnswer[];
  supply: SupplyReport[];
}

class DeadlineExceeded extends Error {}

/**
 * Asks every supplier at once, under one deadline. A supplier that fails or is late is reported, never thrown: what the
 * others found stands. Answers keep the order of the suppliers.
 *
 * @param context.signal aborts the suppliers' work when the caller has gone.
 */
export async function searchSuppliers(
  suppliers: readonly Supplier[],
  query: SearchQuery,
  { deadlineMs, ...context }: SearchContext & { deadlineMs: number },
): Promise<FanOut> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DeadlineExceeded()), deadlineMs);
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  try {
    const outcomes = await Promise.all(
      suppliers.map((supplier) => askSupplier(supplier, query, { ...context, signal })),
    );
    return {
      answers: outcomes.flatMap(({ answer }) => (answer === null ? [] : [answer])),
      supply: outcomes.map(({ report }) => report),
    };
  } finally {
    clearTimeout(timer);
  }
}

async function askSupplier(
  supplier: Supplier,
  query: SearchQuery,
  context: SearchContext,
): Promise<{ answer: SuppliedAnswer | null; report: SupplyReport }> {
  const startedMs = performance.now();
  const { name: source, simulated } = supplier;
  const report = (status: SupplyStatus, offers: number): SupplyReport => {
    return { source, status, offers, tookMs: Math.round(performance.now() - startedMs) };
  };
  try {
    // A supplier that ignores the signal is left behind all the same.
    const { flights, version } = await Promise.race([supplier.search(query, context), rejectOnAbort(context.signal)]);
    const offers = flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
    return { answer: { source, simulated, version, flights }, report: report("ok", offers) };
  } catch (failure) {
    if (failure instanceof SupplierBusy) return { answer: null, report: { ...report("skipped", 0), failure } };
    const late = context.signal.aborted && context.signal.reason instanceof DeadlineExceeded;
    return { answer: null, report: { ...report(late ? "timeout" : "error", 0), failure } };
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
