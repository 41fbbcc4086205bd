import { setImmediate as nextIteration } from "node:timers/promises";
import type { Partition } from "@wayfare/contract";
import { inSpan } from "@wayfare/telemetry";
import { dropExpiredOffers } from "../port/offer-expiry.ts";
import {
  type AccessBySupplier,
  type Capabilities,
  type FlightBatch,
  type SearchContext,
  type SearchQuery,
  type SkipReason,
  type SuppliedFlight,
  type SupplierAccess,
  SupplierFailure,
  SupplierSkipped,
} from "../port/port.ts";
import type { Registration } from "../registry/registry.ts";
import { DeadlineExceededError, raceAbort, startDeadline } from "./deadline.ts";
import { applyFareTerms } from "./fare-terms.ts";
import { matchesQuery } from "./matches-query.ts";
import { PeerGroup } from "./peer-group.ts";

/** `skipped`: the supplier was not called, or not for all of the search. */
export type SupplyStatus = "ok" | "timeout" | "error" | "skipped";

/** Status of one supplier in one search. */
export interface SupplyReport {
  source: string;
  status: SupplyStatus;
  /** Set exactly if the supplier was skipped. */
  reason: SkipReason | null;
  offers: number;
  tookMs: number;
  /** Time of the oldest data of the result; null without flights. */
  observedAtMs: number | null;
  /** Share of the search that the result covers, 0–1; null if the supplier has not answered. */
  coverage: number | null;
  /** For logs only, never for a response; absent if the supplier succeeded. */
  failure?: unknown;
}

export interface SupplierResult {
  source: string;
  slot: number;
  simulated: boolean;
  /** Set if the flights are simulated by the test mode of a real supplier. */
  testMode?: true;
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

/** Context of a fan-out. Each supplier receives only its own access. */
export interface FanOutContext extends Omit<SearchContext, "access" | "peers"> {
  /** Partition of the caller's key; live if absent. */
  partition?: Partition;
  access?: AccessBySupplier;
}

/**
 * Searches all suppliers in parallel, under one deadline. A supplier that fails or is late is reported, never thrown: the flights of other
 * suppliers are kept, and so are the batches that it sent before. Suppliers without the credential that they need are left out. Results
 * keep the order of the suppliers.
 *
 * @param context.signal aborts the suppliers' work when the client disconnects.
 * @param onUpdate called as suppliers answer
 */
export async function searchSuppliers(
  registrations: readonly Registration[],
  query: SearchQuery,
  { partition = "live", access: accessOf = new Map(), ...context }: FanOutContext,
  onUpdate: (update: SupplyUpdate) => void = () => {},
): Promise<FanOut> {
  const connected = registrations.filter(
    ({ supplier }) => supplier.credentials.length === 0 || accessOf.has(supplier.name),
  );
  const { signal, stop } = startDeadline(context.deadlineMs, context.signal);
  const results: (SupplierResult | null)[] = connected.map(() => null);
  const present = () => results.filter((result) => result !== null);
  const peers = new PeerGroup(connected.map(({ supplier }) => supplier));
  try {
    const reports = await Promise.all(
      connected.map(async (registration, at) => {
        const { name } = registration.supplier;
        const access = accessOf.get(name);
        const onFlights = (result: SupplierResult) => {
          results[at] = result;
          if (!registration.supplier.simulated) peers.update(name, result.flights);
          onUpdate({ results: present() });
        };
        const search = { ...context, signal, peers: peers.viewOf(name), ...(access && { access }) };
        const { result, report } = await inSpan(
          () => ({ name: `supplier ${name}`, kind: "client", attributes: { "wayfare.supplier": name } }),
          () => collect(registration, query, { search, partition }, onFlights),
        );
        peers.settle(name);
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

function supportsQuery(capabilities: Capabilities, query: SearchQuery): boolean {
  const { cash, award, roundTrips, cabins, multiCity = false, flexible = false } = capabilities;
  const { moreOrigins = [], moreDestinations = [], flexibleDays = 0 } = query;
  const isFlexible = moreOrigins.length > 0 || moreDestinations.length > 0 || flexibleDays > 0;
  const sells = (cash && query.includeCash) || (award && query.includeAward);
  return (
    sells &&
    (roundTrips || query.returnDate === null) &&
    cabins.includes(query.cabin) &&
    (multiCity || query.slices === undefined) &&
    (flexible || !isFlexible)
  );
}

/** Starts a supplier's search. @throws SupplierSkipped, or an Error if the credential belongs to the other partition */
function startSearch(
  { supplier }: Registration,
  query: SearchQuery,
  { search, partition }: { search: SearchContext; partition: Partition },
): AsyncIterator<FlightBatch> {
  if (!supportsQuery(supplier.capabilities, query)) {
    throw new SupplierSkipped("unsupported", `${supplier.name} does not support this query`);
  }
  checkPartition(search.access, partition);
  return supplier.search(query, search)[Symbol.asyncIterator]();
}

function checkPartition(access: SupplierAccess | undefined, partition: Partition): void {
  if (access === undefined || access.credential.partition === partition) return;
  throw new Error(`a ${access.credential.partition} credential cannot search for ${partition} keys`);
}

/** Flights, about five milliseconds, until the deadline is checked. */
const flightsPerCheck = 200;

async function collect(
  registration: Registration,
  query: SearchQuery,
  run: { search: SearchContext; partition: Partition },
  onFlights: (result: SupplierResult) => void,
): Promise<{ result: SupplierResult | null; report: SupplyReport }> {
  const { supplier, slot } = registration;
  const { signal, searchedAtMs, access } = run.search;
  const startedMs = performance.now();
  const flights: SuppliedFlight[] = [];
  const testMode = !supplier.simulated && access?.credential.partition === "test";
  const collected: SupplierResult = {
    source: supplier.name,
    slot,
    simulated: supplier.simulated || testMode,
    ...(testMode && { testMode }),
    flights,
  };
  let observedAtMs: number | null = null;
  let coverage: number | null = null;
  const toOutcome = (status: SupplyStatus, failure?: unknown) => {
    const offers = flights.reduce((sum, { cash, award }) => sum + cash.length + award.length, 0);
    const report = {
      source: supplier.name,
      status,
      reason: failure instanceof SupplierSkipped ? failure.reason : null,
      offers,
      tookMs: Math.round(performance.now() - startedMs),
      observedAtMs,
      coverage: status === "ok" ? (coverage ?? 1) : coverage,
    };
    const result = status === "ok" || flights.length > 0 ? collected : null;
    return { result, report: failure === undefined ? report : { ...report, failure } };
  };
  let batches: AsyncIterator<FlightBatch> | undefined;
  let unchecked = 0;
  try {
    batches = startSearch(registration, query, run);
    for (;;) {
      // Many batches of one answer are read without an iteration of the event loop, in which the deadline aborts the signal.
      if (unchecked >= flightsPerCheck) {
        await nextIteration();
        unchecked = 0;
      }
      // Abandons a supplier that ignores the signal.
      const batch = await raceAbort(batches.next(), signal);
      if (batch.done === true) return toOutcome("ok");
      unchecked += batch.value.flights.length;
      coverage = batch.value.coverage ?? coverage;
      const matching = supplier.simulated
        ? batch.value.flights
        : batch.value.flights
            .filter((flight) => matchesQuery(flight, query))
            .flatMap((flight) => dropExpiredOffers(flight, searchedAtMs) ?? [])
            .flatMap((flight) => applyFareTerms(flight, query) ?? []);
      if (matching.length === 0) continue;
      observedAtMs = Math.min(observedAtMs ?? Number.POSITIVE_INFINITY, batch.value.observedAtMs ?? searchedAtMs);
      flights.push(...matching);
      onFlights(collected);
    }
  } catch (failure) {
    // Not awaited: it would wait for the batch that never arrived.
    batches?.return?.().catch(() => {});
    if (failure instanceof SupplierSkipped) return toOutcome("skipped", failure);
    return toOutcome(isTimeout(failure, signal) ? "timeout" : "error", failure);
  }
}

function isTimeout(failure: unknown, signal: AbortSignal): boolean {
  if (failure instanceof SupplierFailure && failure.kind === "timeout") return true;
  return signal.aborted && signal.reason instanceof DeadlineExceededError;
}
