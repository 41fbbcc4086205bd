import { setImmediate as nextIteration } from "node:timers/promises";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  countOffers,
  type FlightBatch,
  type KeptAnswer,
  type KeptAnswers,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
} from "../port/port.ts";

/** Flights that are encoded without an iteration of the event loop, about two milliseconds. */
const flightsPerPart = 200;

/** The search of one supplier, answered from a kept answer if there is one. */
interface ReusableSearch {
  supplier: Pick<Supplier, "search">;
  query: SearchQuery;
  context: SearchContext;
  /** Identifies the call, as `Supplier.answerKey` returns it. */
  key: string;
  answers: KeptAnswers;
}

/**
 * Yields the batches of a kept answer to the same query. Without one, calls the supplier and keeps its answer if it is complete: the batches
 * as the supplier sent them, before the filters of the search. See docs/decisions/0080-reuse-of-live-answers.md.
 */
export async function* searchOrReuse({
  supplier,
  query,
  context,
  key,
  answers,
}: ReusableSearch): AsyncGenerator<FlightBatch> {
  const kept = await answers.find(key);
  if (kept !== undefined) {
    for (const part of kept.parts) yield decode(part);
    return;
  }
  const parts: Uint8Array[] = [];
  let expiresAtMs = Number.POSITIVE_INFINITY;
  for await (const batch of supplier.search(query, context)) {
    expiresAtMs = Math.min(expiresAtMs, earliestExpiry(batch.flights));
    for (const part of split(withObservation(batch, context.searchedAtMs))) {
      if (parts.length > 0) await nextIteration();
      parts.push(encode(part));
    }
    yield batch;
  }
  answers.keep(key, { parts, expiresAtMs: Number.isFinite(expiresAtMs) ? expiresAtMs : null } satisfies KeptAnswer);
}

/** States the times that a batch leaves out because they are the time of its search. */
function withObservation({ flights, ...batch }: FlightBatch, searchedAtMs: number): FlightBatch {
  return {
    ...batch,
    observedAtMs: batch.observedAtMs ?? searchedAtMs,
    flights: flights.map((flight) => ({
      ...flight,
      cash: flight.cash.map((offer) => ({ ...offer, observedAtMs: offer.observedAtMs ?? searchedAtMs })),
    })),
  };
}

/** Splits a batch into parts of at most `flightsPerPart` flights. The first has the counts of dropped offers. */
function split(batch: FlightBatch): FlightBatch[] {
  const { flights, received, dropped: _dropped, ...rest } = batch;
  const first = flights.slice(0, flightsPerPart);
  const parts: FlightBatch[] = [];
  for (let at = flightsPerPart; at < flights.length; at += flightsPerPart) {
    parts.push({ ...rest, flights: flights.slice(at, at + flightsPerPart) });
  }
  const others = parts.reduce((sum, part) => sum + countOffers(part.flights), 0);
  return [{ ...batch, flights: first, ...(received !== undefined && { received: received - others }) }, ...parts];
}

function earliestExpiry(flights: readonly SuppliedFlight[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { cash, award } of flights) {
    for (const { expiresAtMs } of [...cash, ...award]) earliest = Math.min(earliest, expiresAtMs ?? earliest);
  }
  return earliest;
}

function encode(batch: FlightBatch): Uint8Array {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  return new Uint8Array(zstdCompressSync(JSON.stringify(batch), { params }));
}

function decode(part: Uint8Array): FlightBatch {
  const batch: FlightBatch = JSON.parse(zstdDecompressSync(part).toString());
  return batch;
}
