import { Worker } from "node:worker_threads";
import { DomainError } from "@wayfare/contract";
import type { KeptAnswers } from "@wayfare/suppliers";
import { currentTraceparent } from "@wayfare/telemetry";
import type { JobContext, RepriceJobContext } from "../pipeline/runner.ts";
import type { SearchChunk, SearchJob } from "../pipeline/search-job.ts";
import type { FromThread, SentCredential, ThreadCall, ToThread } from "./messages.ts";
import { PermitTable } from "./permit-table.ts";
import { fromSentError, toSentError } from "./sent-error.ts";

export interface SearchThreadOptions {
  /** Module that calls `serveSearches` with its `parentPort`. */
  module: URL;
  workerData: unknown;
  /** Called when a thread has stopped unexpectedly; it is started again. */
  onCrash?: (error: Error) => void;
  /**
   * Pause in milliseconds before a thread that stopped is started again, so that a crash at the start does not repeat at full speed; 1000
   * by default.
   */
  restartMs?: number;
}

type CallContext = JobContext & Partial<RepriceJobContext>;

/** A message whose answer has not arrived. */
interface PendingCall {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Young generation of a thread. V8's default of about 100 MB would be most of its memory. 24 MB take the CPU time of 48 MB per search; 12 MB
 * take a tenth more.
 */
const youngGenerationMb = 24;

const defaultRestartMs = 1000;

/** One search thread and the calls that it serves. */
export class SearchThread {
  readonly #options: SearchThreadOptions;
  readonly #calls = new Map<number, PendingCall>();
  /** Contexts of calls and streams that have not ended. A stream has no pending call while its reader processes a chunk. */
  readonly #contexts = new Map<number, CallContext>();
  readonly #permits = new PermitTable((message) => this.#post(message));
  /** Admitted work that has not ended. */
  readonly #admitted = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  readonly #idle: (() => void)[] = [];
  #worker: Worker | undefined;
  #restart: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** Streams whose reader has not requested the next chunk. */
  #waitingStreams = 0;
  #isOpen = true;

  constructor(options: SearchThreadOptions) {
    this.#options = options;
    this.#start();
  }

  /** Number of calls and streams that have not ended. */
  get pending(): number {
    return this.#calls.size + this.#waitingStreams;
  }

  /**
   * Calls a method of the thread's runner.
   *
   * @throws the signal's reason if it was aborted, DomainError SUPPLY_UNAVAILABLE if the thread stops, and any error of the method.
   */
  async call<Result>(call: ThreadCall, context: CallContext): Promise<Result> {
    const id = ++this.#lastId;
    this.#contexts.set(id, context);
    try {
      const result = await this.#settle(id, context, toCall(id, call, context));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the method with this result
      return result as Result;
    } finally {
      this.#contexts.delete(id);
    }
  }

  async *stream(job: SearchJob, context: JobContext): AsyncGenerator<SearchChunk> {
    const id = ++this.#lastId;
    this.#contexts.set(id, context);
    let ended = false;
    try {
      this.#post(toCall(id, { method: "stream", job }, context));
      for (;;) {
        const chunk = await this.#settle(id, context, { type: "pull", id });
        if (chunk === undefined) {
          ended = true;
          return;
        }
        this.#waitingStreams++;
        try {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers `pull` with chunks
          yield chunk as SearchChunk;
        } finally {
          this.#waitingStreams--;
        }
      }
    } catch (error) {
      ended = error instanceof DomainError;
      throw error;
    } finally {
      this.#contexts.delete(id);
      if (!ended) this.#post({ type: "abort", id });
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#restart);
    if (this.#calls.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.#worker?.terminate();
  }

  /** Sends a message and waits for the result of its call. */
  #settle(id: number, { signal }: CallContext, message: ToThread): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (!this.#isOpen || this.#worker === undefined) {
      return Promise.reject(new DomainError("SUPPLY_UNAVAILABLE", { detail: "The search threads are not running." }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const abort = () => {
      this.#post({ type: "abort", id });
      this.#end(id);
      reject(signal?.reason);
    };
    const unlisten = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort, { once: true });
    this.#calls.set(id, {
      resolve: (result) => {
        unlisten();
        resolve(result);
      },
      reject: (error) => {
        unlisten();
        reject(error);
      },
    });
    this.#post(message);
    return promise;
  }

  #start(): void {
    const worker = new Worker(this.#options.module, {
      workerData: this.#options.workerData,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.#worker = worker;
    let crash = new Error("search thread exited");
    worker.on("message", (message: FromThread) => this.#handle(message));
    worker.on("error", (error) => (crash = error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => {
      if (this.#isOpen) this.#recover(crash);
      else this.#failAll();
    });
  }

  #recover(crash: Error): void {
    this.#worker = undefined;
    this.#options.onCrash?.(crash);
    this.#failAll();
    this.#restart = setTimeout(() => this.#start(), this.#options.restartMs ?? defaultRestartMs);
    this.#restart.unref();
  }

  #failAll(): void {
    const error = stoppedError();
    for (const [id, call] of this.#calls) {
      this.#end(id);
      call.reject(error);
    }
    for (const { reject } of this.#admitted.values()) reject(error);
    this.#admitted.clear();
    this.#permits.clear();
  }

  #handle(message: FromThread): void {
    switch (message.type) {
      case "released":
        this.#release(message.admission, message.succeeded);
        break;
      case "supplierFailed": {
        const { failure, ...report } = message.report;
        this.#contexts.get(message.id)?.onFailure?.({ ...report, failure: fromSentError(failure) });
        break;
      }
      case "admit":
        void this.#admit(message.admission, this.#contexts.get(message.id)?.admit);
        break;
      case "acquire":
        this.#permits.handle(message, this.#contexts.get(message.id)?.access?.get(message.supplier)?.budget);
        break;
      case "findAnswer":
        void this.#findAnswer(message);
        break;
      case "keepAnswer":
        this.#answersOf(message)?.keep(message.key, message.answer);
        break;
      case "abandon":
      case "settle":
        this.#permits.handle(message, undefined);
        break;
      default:
        this.#finish(message);
    }
  }

  /** The kept answers of a call; undefined after its end. */
  #answersOf({ id, supplier }: { id: number; supplier: string }): KeptAnswers | undefined {
    return this.#contexts.get(id)?.access?.get(supplier)?.answers;
  }

  /** A lookup that fails counts as one without a kept answer: the supplier is called. */
  async #findAnswer(message: Extract<FromThread, { type: "findAnswer" }>): Promise<void> {
    const worker = this.#worker;
    const found = this.#answersOf(message)?.find(message.key);
    const answer = await found?.catch(() => undefined);
    // A thread that was started since then counts its lookups from the beginning.
    if (worker === this.#worker) this.#post({ type: "answerFound", lookup: message.lookup, answer });
  }

  #finish(message: Extract<FromThread, { type: "result" | "error" | "chunk" }>): void {
    const call = this.#calls.get(message.id);
    this.#end(message.id);
    if (message.type === "error") call?.reject(fromSentError(message.error));
    else call?.resolve(message.type === "chunk" ? message.chunk : message.result);
  }

  /** @param admit undefined after the call has ended, for example at its deadline: the work is refused */
  async #admit(admission: number, admit: RepriceJobContext["admit"] | undefined): Promise<void> {
    const worker = this.#worker;
    try {
      if (admit === undefined) throw stoppedError();
      await admit(() => {
        // Admitted after a crash: no thread would report the end of the work.
        if (worker === undefined || worker !== this.#worker) throw stoppedError();
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        this.#admitted.set(admission, { resolve, reject });
        this.#post({ type: "admitted", admission });
        return promise;
      });
    } catch (error) {
      // Not admitted, or the work failed, which the thread knows.
      if (worker === this.#worker) this.#post({ type: "admitted", admission, error: toSentError(error) });
    }
  }

  #release(admission: number, succeeded: boolean): void {
    const admitted = this.#admitted.get(admission);
    this.#admitted.delete(admission);
    if (succeeded) admitted?.resolve();
    else admitted?.reject(new Error("admitted work failed"));
  }

  #end(id: number): void {
    this.#calls.delete(id);
    if (this.#calls.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }
}

function toCall(id: number, call: ThreadCall, { access }: CallContext): ToThread {
  const credentials = [...(access ?? [])].map(
    ([supplier, { credential, answers }]): SentCredential => ({
      supplier,
      credential,
      keepsAnswers: answers !== undefined,
    }),
  );
  return { type: "call", id, call, credentials, traceparent: currentTraceparent() };
}

function stoppedError(): DomainError {
  return new DomainError("SUPPLY_UNAVAILABLE", { detail: "The search stopped unexpectedly." });
}
