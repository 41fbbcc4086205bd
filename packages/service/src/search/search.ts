import { Readable } from "node:stream";
import type { SearchRequest } from "@wayfare/contract";
import {
  type ContentCoding,
  daysOf,
  type JobContext,
  normalizeRequest,
  type SearchAnswer,
  type SearchChunk,
  type SearchJob,
} from "@wayfare/search";
import { nowOf } from "../http/caller.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { jobContextOf } from "./job-context.ts";
import { newSearch } from "./new-search.ts";
import { recordPrice } from "./price-level.ts";

/** A search request, and the form of its response. */
export interface SearchCall {
  body: SearchRequest;
  /** True to rank the offers. */
  scored: boolean;
}

/** Searches flights. Returns the response as bytes. */
export async function search(
  deps: SearchDeps,
  { coding, ...request }: SearchCall & { coding: ContentCoding },
  call: CallContext,
): Promise<SearchAnswer> {
  return runSearch(deps, request, call, async (job, context, inserted) => {
    const [{ kept, ...found }] = await Promise.all([deps.supply.runner.search({ ...job, coding }, context), inserted]);
    if (kept !== undefined) await deps.keptOffers.insert(job, { searchId: job.searchId, part: 0, kept });
    recordSearch(deps, call, found);
    await recordPrice(deps, job, found, call);
    return found;
  });
}

/** Searches flights. Returns the response in server-sent events once its first flights are known. */
export function streamSearch(deps: SearchDeps, request: SearchCall, call: CallContext): Promise<Readable> {
  return runSearch(deps, request, call, async (job, context, inserted) => {
    const chunks = deps.supply.runner.stream(job, context)[Symbol.asyncIterator]();
    try {
      const [first] = await Promise.all([chunks.next(), inserted]);
      const events = Readable.from(writeChunks(deps, { job, first, chunks }, call), {
        objectMode: false,
        highWaterMark: streamBufferBytes,
      });
      // If the client has disconnected, the events are destroyed before the generator starts, which then does not end the search.
      events.once("close", () => void chunks.return?.());
      return events;
    } catch (error) {
      void chunks.return?.();
      throw error;
    }
  });
}

/** Buffered events of a stream whose client reads slowly. */
const streamBufferBytes = 64 * 1024;

/** Normalizes, admits and stores a search, and runs it. @param run gets the insertion of the search, which must succeed before the response */
async function runSearch<Result>(
  deps: SearchDeps,
  { body, scored }: SearchCall,
  call: CallContext,
  run: (job: SearchJob, context: JobContext, inserted: Promise<void>) => Promise<Result>,
): Promise<Result> {
  const searchedAtMs = nowOf(deps.clock, call.caller);
  const request = normalizeRequest(body, deps.supply, searchedAtMs);
  const context = await jobContextOf(deps, call);
  const isLive = context.access.size > 0;
  const admit = isLive ? deps.shedding.admitLiveSearch : deps.shedding.admitSearch;
  return admit(call.caller.accountId, async () => {
    const sales = await deps.findSales(call.caller, daysOf(request));
    const stored = newSearch(deps, call.caller, { request, searchedAtMs, salesVersion: sales.version });
    const { id: searchId, accountId, environment, expiresAtMs } = stored;
    const job: SearchJob = {
      searchId,
      accountId,
      environment,
      request,
      searchedAtMs,
      expiresAtMs,
      soldSeats: sales.seats,
      scored,
      view: body.view ?? "full",
      deadlineMs: deps.deadlineMs,
    };
    // Inserted while the search runs. The response waits for both, so that every returned offer can be found.
    return run(job, context, deps.store.insert(stored));
  });
}

function recordSearch(
  { onSearch, supplierAccess }: SearchDeps,
  { caller: { accountId, environment } }: CallContext,
  { supply, flights, unknownCodes = [] }: Pick<SearchAnswer, "supply" | "flights" | "unknownCodes">,
): void {
  const outcome = { accountId, environment, supply, flights };
  onSearch?.(outcome, unknownCodes);
  supplierAccess.recordSearch?.(outcome);
}

/** Yields the events of a stream. An error after the first flights becomes the last event. */
async function* writeChunks(
  deps: SearchDeps,
  { job, first, chunks }: { job: SearchJob; first: IteratorResult<SearchChunk>; chunks: AsyncIterator<SearchChunk> },
  call: CallContext,
): AsyncGenerator<Uint8Array> {
  let part = 0;
  try {
    for (let next = first; next.done !== true; next = await chunks.next()) {
      const { kept } = next.value;
      // Stored before the response contains their ids.
      if (kept !== undefined) await deps.keptOffers.insert(job, { searchId: job.searchId, part: part++, kept });
      yield next.value.bytes;
      const { done } = next.value;
      if (done === undefined) continue;
      recordSearch(deps, call, done);
      await recordPrice(deps, job, done, call);
    }
  } catch (error) {
    if (call.signal.aborted) return;
    const problem = call.describeError(error);
    yield new TextEncoder().encode(`event: error\ndata: ${JSON.stringify({ type: "error", problem })}\n\n`);
  } finally {
    // Stops the search if the client disconnected.
    await chunks.return?.();
  }
}
