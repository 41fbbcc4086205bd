import type { CallOutcome, Credential, KeptAnswer, SupplyReport } from "@wayfare/suppliers";
import type { CalendarJob } from "../pipeline/calendar-job.ts";
import type { ExploreJob } from "../pipeline/explore-job.ts";
import type { CurrentOfferJob, RepriceJob } from "../pipeline/runner.ts";
import type { SearchChunk, SearchJob } from "../pipeline/search-job.ts";
import type { OrderJob } from "../pipeline/supplier-order.ts";
import type { WatchJob } from "../pipeline/watch-job.ts";
import type { ContentCoding } from "../serialize/compress.ts";
import type { SentError } from "./sent-error.ts";

/** Call of a method of a thread's runner. */
export type ThreadCall =
  | { method: "search"; job: SearchJob & { coding: ContentCoding } }
  | { method: "stream"; job: SearchJob }
  | { method: "watch"; job: WatchJob }
  | { method: "calendar"; job: CalendarJob }
  | { method: "explore"; job: ExploreJob }
  | { method: "reprice"; job: RepriceJob }
  | { method: "findCurrent"; job: CurrentOfferJob }
  | { method: "order"; job: OrderJob };

/** A credential that a call may use. */
export interface SentCredential {
  supplier: string;
  credential: Credential;
  /** True if answers of the supplier may be used again. */
  keepsAnswers: boolean;
}

/** Message to a search thread. `id` identifies the call. */
export type ToThread =
  | {
      type: "call";
      id: number;
      call: ThreadCall;
      credentials: readonly SentCredential[];
      /** Position in the trace of the caller, if that is recorded. */
      traceparent: string | undefined;
    }
  /** Requests the next chunk of a stream. */
  | { type: "pull"; id: number }
  | { type: "abort"; id: number }
  /** Answers `admit`. Without an error, the work may start. */
  | { type: "admitted"; admission: number; error?: SentError }
  /** Answers `acquire`. Without an error, the upstream call may be made. */
  | { type: "acquired"; acquisition: number; error?: SentError }
  /** Answers `findAnswer`; undefined if no answer is kept. */
  | { type: "answerFound"; lookup: number; answer: KeptAnswer | undefined };

/** Message from a search thread. */
export type FromThread =
  | { type: "result"; id: number; result: unknown }
  | { type: "error"; id: number; error: SentError }
  /** The next chunk of a stream; undefined at its end. */
  | { type: "chunk"; id: number; chunk: SearchChunk | undefined }
  | { type: "supplierFailed"; id: number; report: Omit<SupplyReport, "failure"> & { failure: SentError } }
  /** Requests the admission of work that costs as much as a search. */
  | { type: "admit"; id: number; admission: number }
  /** Admitted work has ended. */
  | { type: "released"; admission: number; succeeded: boolean }
  /** Requests a permit for one upstream call. */
  | { type: "acquire"; id: number; supplier: string; acquisition: number; isFollowUp?: true }
  /** Looks up a kept answer of a supplier. */
  | { type: "findAnswer"; id: number; supplier: string; lookup: number; key: string }
  /** Keeps the answer of a supplier. */
  | { type: "keepAnswer"; id: number; supplier: string; key: string; answer: KeptAnswer }
  /** The permit is no longer needed; the call was not made. */
  | { type: "abandon"; acquisition: number }
  /** Reports the outcome of an upstream call. */
  | { type: "settle"; acquisition: number; outcome: CallOutcome };
