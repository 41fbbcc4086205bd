import type { Steps } from "@wayfare/concurrency";
import { type SupplyReport, type SupplyUpdate, searchSuppliers } from "@wayfare/suppliers";
import { type Candidate, mergeResults } from "../candidates/merge.ts";
import { toQuery } from "../request/normalize.ts";
import { ResponseText, type Selection, supplyEvent } from "../serialize/response-text.ts";
import { type RunDeps, selectAndScore, textOptionsOf } from "./answer-search.ts";
import { contextOf, type RunContext, suppliersOf } from "./find-flights.ts";
import { type SearchChunk, type SearchJob, toSupplyRow } from "./search-job.ts";
import { toSupplyError } from "./supply-error.ts";

/** Size of a chunk in bytes, from which the next flights go into another one. */
const chunkBytes = 48 * 1024;

/** A flight to send. */
interface FlightToSend {
  candidate: Candidate;
  text: string;
  bytes: number;
}

/**
 * Runs a search and yields its response in server-sent events as suppliers answer. The first chunk comes with the first successful answer.
 *
 * @throws DomainError before the first chunk, as the whole response does.
 */
export async function* streamSearch(
  deps: RunDeps,
  job: SearchJob,
  context: Omit<RunContext, "deadlineMs">,
): AsyncGenerator<SearchChunk> {
  const stream = new SearchStream(deps, job);
  const updates = new UpdateQueue();
  const run = { ...context, deadlineMs: job.deadlineMs };
  const searched = searchSuppliers(suppliersOf(deps.supply, job), toQuery(job.request), contextOf(job, run), (update) =>
    updates.push(update),
  ).finally(() => updates.end());
  // Handled when it is awaited below.
  searched.catch(() => {});
  try {
    for await (const batch of updates) {
      for (const { report } of batch) if (report !== undefined) stream.addReport(report, run);
      const { results } = batch.at(-1) ?? { results: [] };
      const hasNews = !stream.started || batch.some(({ report }) => report === undefined);
      if (results.length > 0 && hasNews) yield* stream.flightChunks(mergeResults(job.searchId, results), false);
      yield* stream.reportChunks();
    }
    const { results, supply: reports } = await searched;
    if (results.length === 0) throw toSupplyError(reports);
    yield* stream.flightChunks(mergeResults(job.searchId, results), true);
    yield stream.lastChunk(reports);
  } finally {
    updates.end();
  }
}

/** Writes the events of one search. */
class SearchStream {
  readonly #deps: RunDeps;
  readonly #job: SearchJob;
  readonly #text: ResponseText;
  /** Events that wait for the next chunk. */
  #pending: string;
  /** Text of each flight as sent last. */
  readonly #sent = new Map<string, string>();
  #selection: Selection = { selected: [] };
  /** True once flights were sent. */
  started = false;

  constructor(deps: RunDeps, job: SearchJob) {
    this.#deps = deps;
    this.#job = job;
    this.#text = new ResponseText(job, textOptionsOf(deps, job));
    this.#pending = this.#text.searchEvent();
  }

  addReport(report: SupplyReport, { onFailure, signal }: Pick<RunContext, "onFailure" | "signal">): void {
    if (report.failure !== undefined && !signal.aborted) onFailure?.(report);
    this.#pending += supplyEvent(toSupplyRow(report));
  }

  /**
   * Yields the flights that are new or changed since they were sent.
   *
   * @param isFinal true once all suppliers have answered: the offers are ranked
   */
  async *flightChunks(candidates: readonly Candidate[], isFinal: boolean): AsyncGenerator<SearchChunk> {
    const changed = await this.#deps.cpu.run(this.#job.accountId, () => this.#findChanged(candidates, isFinal), {
      continues: true,
    });
    let [from, size] = [0, 0];
    for (const [at, { bytes }] of changed.entries()) {
      size += bytes;
      if (size < chunkBytes && at < changed.length - 1) continue;
      yield this.#chunk(changed.slice(from, at + 1));
      [from, size] = [at + 1, 0];
    }
    if (!this.started) yield this.#chunk([]);
  }

  /** Yields the reports that were added since the last flights. Before the first flights, the response may still become an error. */
  *reportChunks(): Generator<SearchChunk> {
    if (this.started && this.#pending !== "") yield this.#toChunk("");
  }

  lastChunk(reports: readonly SupplyReport[]): SearchChunk {
    const supply = reports.map(toSupplyRow);
    const events = this.#text.scoreOptionsEvent(this.#selection) + this.#text.doneEvent(this.#selection, supply);
    return { ...this.#toChunk(events), done: { flights: this.#selection.selected.length, supply } };
  }

  *#findChanged(candidates: readonly Candidate[], isFinal: boolean): Steps<FlightToSend[]> {
    const scored = this.#job.scored && isFinal;
    this.#selection = yield* selectAndScore(this.#deps.supply, { ...this.#job, scored }, candidates);
    const changed: FlightToSend[] = [];
    const textOf = this.#text.flightWriter(this.#selection);
    for (const candidate of this.#selection.selected) {
      const text = textOf(candidate);
      if (this.#sent.get(candidate.id) === text) continue;
      this.#sent.set(candidate.id, text);
      // Counting joins the concatenated pieces of the text, which take three times its memory while a slow client holds the stream.
      changed.push({ candidate, text, bytes: Buffer.byteLength(text) });
      if (changed.length % flightsPerStep === 0) yield;
    }
    if (isFinal) this.#sent.clear();
    return changed;
  }

  #chunk(flights: readonly FlightToSend[]): SearchChunk {
    const event = this.#text.flightsEvent(
      flights.map(({ candidate }) => candidate),
      flights.map(({ text }) => text),
    );
    const isFirst = !this.started;
    this.started = true;
    return { ...this.#toChunk(event), ...(isFirst ? { started: true } : {}) };
  }

  #toChunk(events: string): SearchChunk {
    const text = this.#pending + events;
    this.#pending = "";
    return { bytes: new TextEncoder().encode(text) };
  }
}

const flightsPerStep = 25;

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
