import { DomainError, type Partition } from "@wayfare/contract";
import type { Candidate } from "../candidates/merge.ts";
import type { CalendarAnswer, CalendarJob } from "../pipeline/calendar-job.ts";
import type { ExploreAnswer, ExploreJob } from "../pipeline/explore-job.ts";
import type { RepricedOffer } from "../pipeline/reprice.ts";
import type { CurrentOfferJob, JobContext, RepriceJob, RepriceJobContext, SearchRunner } from "../pipeline/runner.ts";
import type { SearchAnswer, SearchChunk, SearchJob } from "../pipeline/search-job.ts";
import type { OrderAnswer, OrderJob } from "../pipeline/supplier-order.ts";
import type { WatchAnswer, WatchJob } from "../pipeline/watch-job.ts";
import type { ContentCoding } from "../serialize/compress.ts";
import { SearchThread, type SearchThreadOptions } from "./search-thread.ts";

export interface SearchThreadsOptions extends SearchThreadOptions {
  threads: number;
  /** Versions of each partition's suppliers, encoded as `SupplierRegistry.versionsOf` does. */
  versions: Readonly<Record<Partition, string>>;
}

/** Runs searches in worker threads. */
export class SearchThreads implements SearchRunner {
  readonly #threads: readonly SearchThread[];
  readonly #versions: Readonly<Record<Partition, string>>;
  #next = 0;

  constructor({ threads, versions, ...options }: SearchThreadsOptions) {
    this.#threads = Array.from({ length: threads }, () => new SearchThread(options));
    this.#versions = versions;
  }

  versionsOf(environment: Partition): string {
    return this.#versions[environment];
  }

  async search(job: SearchJob & { coding: ContentCoding }, context: JobContext): Promise<SearchAnswer> {
    return this.#leastBusy().call<SearchAnswer>({ method: "search", job }, context);
  }

  stream(job: SearchJob, context: JobContext): AsyncIterable<SearchChunk> {
    return this.#leastBusy().stream(job, context);
  }

  async watch(job: WatchJob, context: JobContext): Promise<WatchAnswer> {
    return this.#leastBusy().call<WatchAnswer>({ method: "watch", job }, context);
  }

  async calendar(job: CalendarJob, context: JobContext): Promise<CalendarAnswer> {
    return this.#leastBusy().call<CalendarAnswer>({ method: "calendar", job }, context);
  }

  async explore(job: ExploreJob, context: JobContext): Promise<ExploreAnswer> {
    return this.#leastBusy().call<ExploreAnswer>({ method: "explore", job }, context);
  }

  /** Uses the same thread for all offers of a search, which keeps the flights of a repeated search for a while. */
  async reprice(job: RepriceJob, context: RepriceJobContext): Promise<RepricedOffer> {
    return this.#threadOf(job.offerId).call<RepricedOffer>({ method: "reprice", job }, context);
  }

  async findCurrent(job: CurrentOfferJob, context: JobContext): Promise<Candidate | undefined> {
    return this.#leastBusy().call<Candidate | undefined>({ method: "findCurrent", job }, context);
  }

  async order(job: OrderJob, context: Pick<JobContext, "access">): Promise<OrderAnswer> {
    return this.#leastBusy().call<OrderAnswer>({ method: "order", job }, context);
  }

  /** Runs a search on every thread, so that no request waits for its start. */
  async warmUp(job: SearchJob): Promise<void> {
    await Promise.all(
      this.#threads.map((thread) => thread.call({ method: "search", job: { ...job, coding: "identity" } }, {})),
    );
  }

  /** Stops the threads after pending calls have ended. Later calls fail. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #leastBusy(): SearchThread {
    const from = this.#next++ % this.#threads.length;
    const rotated = [...this.#threads.slice(from), ...this.#threads.slice(0, from)];
    const [first, ...others] = rotated;
    if (first === undefined) throw new DomainError("SUPPLY_UNAVAILABLE");
    return others.reduce((best, thread) => (thread.pending < best.pending ? thread : best), first);
  }

  #threadOf(offerId: string): SearchThread {
    const searchId = offerId.slice(0, offerId.lastIndexOf("_"));
    let hash = 0;
    for (const char of searchId) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
    return this.#threads[hash % this.#threads.length] ?? this.#leastBusy();
  }
}
