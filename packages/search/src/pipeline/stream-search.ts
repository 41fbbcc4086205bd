import type { Steps } from "@wayfare/concurrency";
import { type SupplierResult, type SupplyReport, type SupplyUpdate, searchSuppliers } from "@wayfare/suppliers";
import { type Candidate, ResultMerger } from "../candidates/merge.ts";
import { toQuery } from "../request/normalize.ts";
import { encodeKeptInSteps } from "../serialize/kept-flights.ts";
import { ResponseText, type Selection, supplyEvent } from "../serialize/response-text.ts";
import { isLarge, type RunDeps, runOnResults, selectAndScore, textOptionsOf, unknownCodesOf } from "./answer-search.ts";
import { ChunkSpool } from "./chunk-spool.ts";
import { contextOf, type RunContext, suppliersOf } from "./find-flights.ts";
import type { SearchChunk, SearchJob } from "./search-job.ts";
import { findStorablePrice } from "./storable-price.ts";
import { checkAnswered } from "./supply-error.ts";
import { toFinalRows, toSupplyRow } from "./supply-rows.ts";

/** Size of an event in bytes, from which the next flights go into another one. */
const eventBytes = 40 * 1024;

/** Flights per step, about half a millisecond. */
const flightsPerStep = 25;

/** Growth of large results from which their flights are written again before the end. */
const worthwhileGrowth = 1.25;

interface WrittenFlight {
  candidate: Candidate;
  text: string;
}

/**
 * Runs a search and yields its response in server-sent events as suppliers answer. The first chunk comes with the first successful answer.
 * The search does not wait for the reader.
 *
 * @throws DomainError before the first chunk, as the whole response does.
 */
export async function* streamSearch(
  deps: RunDeps,
  job: SearchJob,
  context: Omit<RunContext, "deadlineMs">,
): AsyncGenerator<SearchChunk> {
  const spool = new ChunkSpool();
  writeStream(deps, job, { ...context, deadlineMs: job.deadlineMs }, spool).then(
    () => spool.end(),
    (error: unknown) => spool.fail(error),
  );
  yield* spool;
}

async function writeStream(deps: RunDeps, job: SearchJob, run: RunContext, spool: ChunkSpool): Promise<void> {
  const stream = new SearchStream(deps, job, spool, run);
  const updates = new UpdateQueue();
  const searched = searchSuppliers(
    suppliersOf(deps.supply, job, run.access),
    toQuery(job.request),
    { ...contextOf(job, run), isStreamed: true },
    (update) => updates.push(update),
  ).finally(() => updates.end());
  // Handled when it is awaited below.
  searched.catch(() => {});
  for await (const batch of updates) {
    for (const { report } of batch) if (report !== undefined) stream.addReport(report);
    const { results } = batch.at(-1) ?? { results: [] };
    const hasNews = !stream.started || batch.some(({ report }) => report === undefined);
    if (results.length > 0 && hasNews && stream.isWorthwhile(results)) await stream.writeFlights(results);
    stream.writeReports();
  }
  const fanOut = await searched;
  checkAnswered(fanOut);
  const { results, supply: reports } = fanOut;
  await stream.writeEnd(results, reports);
}

/** Writes the events of one search. */
class SearchStream {
  readonly #deps: RunDeps;
  readonly #job: SearchJob;
  readonly #run: RunContext;
  readonly #spool: ChunkSpool;
  readonly #text: ResponseText;
  /** Events that wait for the next chunk. */
  #pending: string;
  readonly #merger: ResultMerger;
  /** Text of each flight as sent last. */
  readonly #sent = new Map<string, string>();
  /** Flights of the results that were written last. */
  #writtenFlights = 0;
  /** True once flights were sent. */
  started = false;

  constructor(deps: RunDeps, job: SearchJob, spool: ChunkSpool, run: RunContext) {
    this.#deps = deps;
    this.#job = job;
    this.#run = run;
    this.#spool = spool;
    this.#merger = new ResultMerger(job.searchId, job.request.currency);
    this.#text = new ResponseText(job, textOptionsOf(deps, job));
    this.#pending = this.#text.searchEvent();
  }

  addReport(report: SupplyReport): void {
    if (report.failure !== undefined && !this.#run.signal.aborted) this.#run.onFailure?.(report);
    this.#pending += supplyEvent(toSupplyRow(report));
  }

  /** False for results that are large and have hardly grown since they were written: each time, all of them are merged and sorted. */
  isWorthwhile(results: readonly SupplierResult[]): boolean {
    return !isLarge(results) || countFlights(results) >= this.#writtenFlights * worthwhileGrowth;
  }

  /** Writes the flights that are new or changed since they were sent. */
  async writeFlights(results: readonly SupplierResult[]): Promise<void> {
    this.#writtenFlights = countFlights(results);
    await this.#runSteps(results, () => this.#writeResults(results, { scored: false }));
  }

  /** Writes the reports that were added since the last flights. Before the first flights, the response may still become an error. */
  writeReports(): void {
    if (this.started && this.#pending !== "") this.#push("");
  }

  /** Writes the rest of the stream, once all suppliers have answered. */
  async writeEnd(results: readonly SupplierResult[], reports: readonly SupplyReport[]): Promise<void> {
    await this.#runSteps(results, () => this.#writeEnd(results, reports));
  }

  #runSteps<Result>(results: readonly SupplierResult[], start: () => Steps<Result>): Promise<Result> {
    return runOnResults(this.#deps.cpu, { results, accountId: this.#job.accountId, signal: this.#run.signal }, start);
  }

  *#writeEnd(results: readonly SupplierResult[], reports: readonly SupplyReport[]): Steps<void> {
    const { selection, candidates } = yield* this.#writeResults(results, { scored: this.#job.scored });
    const supply = toFinalRows(reports, { ...this.#job, candidates, selected: selection.selected });
    const events = this.#text.scoreOptionsEvent(selection) + this.#text.doneEvent(selection, supply);
    const storable = findStorablePrice(this.#deps.supply, this.#job.environment, candidates);
    const unknown = unknownCodesOf(this.#deps.supply, results);
    this.#push(events, { done: { flights: selection.selected.length, supply, ...storable, ...unknown } });
  }

  /** Writes flights that are new or changed, and pins all that were sent, so that no later result moves or renames their offers. */
  *#writeResults(
    results: readonly SupplierResult[],
    options: { scored: boolean },
  ): Steps<{ selection: Selection; candidates: readonly Candidate[] }> {
    const candidates = yield* this.#merger.merge(results);
    const selection = yield* this.#writeFlights(candidates, options);
    this.#merger.pin(this.#sent.keys());
    return { selection, candidates };
  }

  *#writeFlights(candidates: readonly Candidate[], { scored }: { scored: boolean }): Steps<Selection> {
    const selection = yield* selectAndScore(this.#deps.supply, { ...this.#job, scored }, candidates);
    const textOf = this.#text.flightWriter(selection);
    let event: WrittenFlight[] = [];
    let bytes = 0;
    for (const [at, candidate] of selection.selected.entries()) {
      if (at % flightsPerStep === flightsPerStep - 1) yield;
      const text = textOf(candidate);
      if (this.#sent.get(candidate.id) === text) continue;
      this.#sent.set(candidate.id, text);
      event.push({ candidate, text });
      bytes += Buffer.byteLength(text);
      if (bytes < eventBytes) continue;
      yield* this.#pushFlights(event);
      [event, bytes] = [[], 0];
    }
    if (event.length > 0 || !this.started) yield* this.#pushFlights(event);
    return selection;
  }

  *#pushFlights(flights: readonly WrittenFlight[]): Steps<void> {
    const isFirst = !this.started;
    this.started = true;
    const event = this.#text.flightsEvent(
      flights.map(({ candidate }) => candidate),
      flights.map(({ text }) => text),
    );
    const kept = yield* encodeKeptInSteps(flights.map(({ candidate }) => candidate));
    this.#push(event, { ...(isFirst && { started: true }), ...(kept && { kept }) });
  }

  #push(events: string, marks: Omit<SearchChunk, "bytes"> = {}): void {
    const text = this.#pending + events;
    this.#pending = "";
    this.#spool.push({ ...marks, bytes: new TextEncoder().encode(text) });
  }
}

function countFlights(results: readonly SupplierResult[]): number {
  return results.reduce((sum, { flights }) => sum + flights.length, 0);
}

/** Collects updates until the stream is ready for them. Iterating returns all collected ones at once. */
class UpdateQueue {
  #updates: SupplyUpdate[] = [];
  #ended = false;
  #wake: () => void = () => {};

  push(update: SupplyUpdate): void {
    this.#updates.push(update);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SupplyUpdate[]> {
    for (;;) {
      if (this.#updates.length > 0) yield this.#updates.splice(0);
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
