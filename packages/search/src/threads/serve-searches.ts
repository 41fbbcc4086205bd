import type { MessagePort } from "node:worker_threads";
import { DomainError } from "@wayfare/contract";
import type { SupplyReport } from "@wayfare/suppliers";
import { startTrace } from "@wayfare/telemetry";
import type { SearchRunner } from "../pipeline/runner.ts";
import type { SearchChunk } from "../pipeline/search-job.ts";
import type { FromThread, ToThread } from "./messages.ts";
import { RemoteAnswers } from "./remote-answers.ts";
import { RemoteBudgets } from "./remote-budgets.ts";
import { fromSentError, toSentError } from "./sent-error.ts";

/** A call that has not ended. */
interface Running {
  abort: AbortController;
  chunks?: AsyncIterator<SearchChunk>;
}

/** Serves the calls of `SearchThreads` in a search thread. */
export function serveSearches(runner: SearchRunner, port: MessagePort): void {
  const server = new SearchServer(runner, port);
  port.on("message", (message: ToThread) => server.handle(message));
}

class SearchServer {
  readonly #runner: SearchRunner;
  readonly #port: MessagePort;
  readonly #running = new Map<number, Running>();
  readonly #admissions = new Map<number, PromiseWithResolvers<void>>();
  readonly #budgets = new RemoteBudgets((message) => this.#send(message));
  readonly #answers = new RemoteAnswers((message) => this.#send(message));
  #lastAdmission = 0;

  constructor(runner: SearchRunner, port: MessagePort) {
    this.#runner = runner;
    this.#port = port;
  }

  handle(message: ToThread): void {
    switch (message.type) {
      case "call":
        this.#start(message);
        break;
      case "pull":
        void this.#sendNext(message.id);
        break;
      case "abort":
        this.#abort(message.id);
        break;
      case "acquired":
        this.#budgets.handle(message);
        break;
      case "answerFound":
        this.#answers.handle(message);
        break;
      default:
        this.#admit(message.admission, message.error && fromSentError(message.error));
    }
  }

  #start({ id, call, credentials, traceparent }: Extract<ToThread, { type: "call" }>): void {
    const abort = new AbortController();
    this.#running.set(id, { abort });
    const context = {
      signal: abort.signal,
      access: this.#answers.addTo(this.#budgets.accessOf(id, credentials), id, credentials),
      onFailure: ({ failure, ...report }: SupplyReport) =>
        this.#send({ type: "supplierFailed", id, report: { ...report, failure: toSentError(failure) } }),
    };
    const answer = (work: () => Promise<object | undefined>) => {
      const traced = () => startTrace(traceparent, () => ({ name: `search thread ${call.method}` }), work);
      void this.#answer(id, traceparent === undefined ? work() : traced());
    };
    switch (call.method) {
      case "search":
        answer(() => this.#runner.search(call.job, context));
        break;
      case "watch":
        answer(() => this.#runner.watch(call.job, context));
        break;
      case "calendar":
        answer(() => this.#runner.calendar(call.job, context));
        break;
      case "explore":
        answer(() => this.#runner.explore(call.job, context));
        break;
      case "reprice":
        answer(() => this.#runner.reprice(call.job, { ...context, admit: (work) => this.#runAdmitted(id, work) }));
        break;
      case "findCurrent":
        answer(() => this.#runner.findCurrent(call.job, context));
        break;
      case "order":
        answer(() => this.#runner.order(call.job, context));
        break;
      default:
        this.#running.set(id, { abort, chunks: this.#runner.stream(call.job, context)[Symbol.asyncIterator]() });
    }
  }

  async #answer(id: number, pending: Promise<object | undefined>): Promise<void> {
    try {
      const result = await pending;
      this.#send({ type: "result", id, result }, result !== undefined && "bytes" in result ? result : undefined);
    } catch (error) {
      this.#send({ type: "error", id, error: toSentError(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  async #sendNext(id: number): Promise<void> {
    try {
      const next = await this.#running.get(id)?.chunks?.next();
      // The thread that began the stream has stopped.
      if (next === undefined)
        throw new DomainError("SUPPLY_UNAVAILABLE", { detail: "The search stopped unexpectedly." });
      const chunk = next.done === true ? undefined : next.value;
      if (chunk === undefined) this.#running.delete(id);
      this.#send({ type: "chunk", id, chunk }, chunk);
    } catch (error) {
      this.#running.delete(id);
      this.#send({ type: "error", id, error: toSentError(error) });
    }
  }

  #abort(id: number): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.abort.abort();
    // Ends a stream that waits for the next `pull`.
    running?.chunks?.return?.().catch(() => {});
  }

  async #runAdmitted<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    const admission = ++this.#lastAdmission;
    const admitted = Promise.withResolvers<void>();
    this.#admissions.set(admission, admitted);
    this.#send({ type: "admit", id, admission });
    await admitted.promise;
    let succeeded = false;
    try {
      const result = await work();
      succeeded = true;
      return result;
    } finally {
      this.#send({ type: "released", admission, succeeded });
    }
  }

  #admit(admission: number, error: Error | undefined): void {
    const admitted = this.#admissions.get(admission);
    this.#admissions.delete(admission);
    if (error === undefined) admitted?.resolve();
    else admitted?.reject(error);
  }

  /** @param payload its bytes are transferred instead of cloned */
  #send(message: FromThread, payload?: object): void {
    const bytes =
      payload !== undefined && "bytes" in payload && payload.bytes instanceof Uint8Array ? payload.bytes : undefined;
    this.#port.postMessage(message, bytes !== undefined && ownsBuffer(bytes) ? [bytes.buffer] : []);
  }
}

/** Returns false for a part of a shared pool of buffers, which cannot be transferred. */
function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
}
