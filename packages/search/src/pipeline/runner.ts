import { CpuScheduler } from "@wayfare/concurrency";
import type { Partition } from "@wayfare/contract";
import type { AccessBySupplier, SupplyReport } from "@wayfare/suppliers";
import type { Candidate } from "../candidates/merge.ts";
import { ByteWriter } from "../serialize/byte-writer.ts";
import type { ContentCoding } from "../serialize/compress.ts";
import { DictionaryText } from "../serialize/dictionaries.ts";
import { answerCalendar } from "./answer-calendar.ts";
import { answerExplore } from "./answer-explore.ts";
import { answerSearch } from "./answer-search.ts";
import { answerWatch } from "./answer-watch.ts";
import type { CalendarAnswer, CalendarJob } from "./calendar-job.ts";
import { type CurrentOfferQuery, findCurrentOffer } from "./current-offer.ts";
import type { ExploreAnswer, ExploreJob } from "./explore-job.ts";
import type { SearchSupply } from "./find-flights.ts";
import { type RepricedOffer, type RepriceQuery, repriceOffer } from "./reprice.ts";
import type { SearchAnswer, SearchChunk, SearchJob } from "./search-job.ts";
import { streamSearch } from "./stream-search.ts";
import { callSupplierOrders, type OrderAnswer, type OrderJob } from "./supplier-order.ts";
import type { WatchAnswer, WatchJob } from "./watch-job.ts";

/** Context of a job. */
export interface JobContext {
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
  /** Credentials and budgets of the real suppliers; those that need one and have none are not searched. */
  access?: AccessBySupplier;
  /** Called for each supplier that failed, for logging. */
  onFailure?: (report: SupplyReport) => void;
}

/** A call to reprice one offer. */
export interface RepriceJob extends RepriceQuery {
  deadlineMs: number;
}

/** A search for the offer that replaces another one. */
export interface CurrentOfferJob extends CurrentOfferQuery {
  deadlineMs: number;
}

/** Runs searches: in this thread, or in search threads. Arguments and results can be cloned to another thread. */
export interface SearchRunner {
  /** Versions of a partition's suppliers, encoded as one string. */
  versionsOf(environment: Partition): string;
  /** Runs a search. @throws DomainError if no supplier answers */
  search(job: SearchJob & { coding: ContentCoding }, context: JobContext): Promise<SearchAnswer>;
  /**
   * Runs a search whose response is sent in parts, as suppliers answer. The search does not wait for the reader; ending the iteration stops
   * it.
   *
   * @throws DomainError before the first chunk if no supplier answers
   */
  stream(job: SearchJob, context: JobContext): AsyncIterable<SearchChunk>;
  /** Runs the search of watches. @throws DomainError if no supplier answers */
  watch(job: WatchJob, context: JobContext): Promise<WatchAnswer>;
  /** Prices a calendar. @throws DomainError if its supplier does not answer */
  calendar(job: CalendarJob, context: Omit<JobContext, "onFailure">): Promise<CalendarAnswer>;
  /** Finds the lowest prices of many destinations. @throws DomainError if its supplier does not answer */
  explore(job: ExploreJob, context: Omit<JobContext, "onFailure">): Promise<ExploreAnswer>;
  /**
   * Reprices an offer with its supplier.
   *
   * @param context.admit runs work that costs as much as a search, once capacity is available
   * @throws DomainError NOT_FOUND if the search had no such offer, SUPPLY_UNAVAILABLE or OVERLOADED if its supplier does not respond
   */
  reprice(job: RepriceJob, context: RepriceJobContext): Promise<RepricedOffer>;
  /** Searches one itinerary for the offer that replaces a quoted one. @throws DomainError if its supplier does not answer */
  findCurrent(job: CurrentOfferJob, context: JobContext): Promise<Candidate | undefined>;
  /** Calls the orders of a supplier. @throws DomainError SUPPLY_UNAVAILABLE, SupplierFailure or SupplierSkipped */
  order(job: OrderJob, context: Pick<JobContext, "access">): Promise<OrderAnswer>;
}

export interface RepriceJobContext extends Omit<JobContext, "signal"> {
  admit: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Creates a runner in this thread. */
export function createSearchRunner(
  supply: SearchSupply,
  { cpu = new CpuScheduler() }: { cpu?: CpuScheduler } = {},
): SearchRunner {
  const deps = { supply, cpu, dictionaries: new DictionaryText(supply), out: new ByteWriter() };
  const never = new AbortController().signal;
  return {
    versionsOf: (environment) => supply.suppliers.versionsOf(environment),
    search: (job, { signal = never, ...context }) => answerSearch(deps, job, { ...context, signal }),
    async *stream(job, { signal, ...context }) {
      const ended = new AbortController();
      const abort = () => ended.abort(signal?.reason);
      if (signal?.aborted === true) abort();
      signal?.addEventListener("abort", abort);
      try {
        yield* streamSearch(deps, job, { ...context, signal: ended.signal });
      } finally {
        signal?.removeEventListener("abort", abort);
        ended.abort();
      }
    },
    watch: (job, { signal = never, ...context }) => answerWatch(deps, job, { ...context, signal }),
    calendar: (job, { signal = never, ...context }) => answerCalendar(deps, job, { ...context, signal }),
    explore: (job, { signal = never, ...context }) => answerExplore(deps, job, { ...context, signal }),
    reprice: ({ deadlineMs, ...query }, context) => repriceOffer(supply, query, { ...context, deadlineMs }),
    findCurrent: ({ deadlineMs, ...query }, { signal = never, ...context }) =>
      findCurrentOffer(supply, query, { ...context, signal, deadlineMs }),
    order: (job, context) => callSupplierOrders(supply, job, context),
  };
}
