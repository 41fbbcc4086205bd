export type { MileValue } from "./candidates/measures.ts";
export type { Candidate, Sourced } from "./candidates/merge.ts";
export { fromOrdinal } from "./candidates/offer-ordinal.ts";
export type { CalendarAnswer, CalendarJob } from "./pipeline/calendar-job.ts";
export { narrowRequest } from "./pipeline/current-offer.ts";
export type { ExploreAnswer, ExploreJob } from "./pipeline/explore-job.ts";
export { daysOf, findFlights, type RunContext, type SearchRun, type SearchSupply } from "./pipeline/find-flights.ts";
export { type PreviewSupply, previewSearch, toPreviewJob } from "./pipeline/preview.ts";
export type { RepricedOffer } from "./pipeline/reprice.ts";
export { createSearchRunner, type JobContext, type SearchRunner } from "./pipeline/runner.ts";
export type { SearchAnswer, SearchChunk, SearchJob } from "./pipeline/search-job.ts";
export type { OrderAnswer, OrderCall, OrderJob } from "./pipeline/supplier-order.ts";
export { countUsable } from "./pipeline/supply-rows.ts";
export type { UnknownCode } from "./pipeline/unknown-codes.ts";
export type { WatchAnswer, WatchedAward, WatchedCash, WatchedFlight, WatchJob } from "./pipeline/watch-job.ts";
export type { Dictionary, Gazetteer } from "./request/facts.ts";
export {
  checkRequest,
  normalizeRequest,
  readStoredRequest,
  type StoredRequest,
  searchableDates,
  toStoredRequest,
} from "./request/normalize.ts";
export { type NormalizedCalendar, normalizeCalendar } from "./request/normalize-calendar.ts";
export { type NormalizedExplore, normalizeExplore } from "./request/normalize-explore.ts";
export type { ContentCoding } from "./serialize/compress.ts";
export { collectDictionaries } from "./serialize/dictionaries.ts";
export { toApiSlices, toFlight } from "./serialize/flight-text.ts";
export { encodeKeptFlights, type KeptFlights } from "./serialize/kept-flights.ts";
export { SearchThreads, type SearchThreadsOptions } from "./threads/search-threads.ts";
export { serveSearches } from "./threads/serve-searches.ts";
