import { Worker } from "node:worker_threads";
import { DatabaseError } from "../port/errors.ts";
import { loadPgliteAssets } from "./pglite-assets.ts";
import type { PgliteThreadOptions, ThreadReply, ThreadRequest } from "./thread-messages.ts";

interface PendingRequest {
  resolve(reply: ThreadReply): void;
  reject(error: unknown): void;
}

/** A PGlite in a worker thread. After a crash of the thread, all pending and later requests reject with CONNECTION_LOST. */
export class PgliteThread {
  readonly #worker: Worker;
  readonly #pending: PendingRequest[] = [];
  #lost: DatabaseError | undefined;

  private constructor(options: PgliteThreadOptions) {
    this.#worker = new Worker(new URL("./pglite-worker.ts", import.meta.url), { workerData: options });
    this.#worker.on("message", (reply: ThreadReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", () => this.#lose("its thread exited"));
  }

  /** Rejects with PGlite's error if it cannot open the database. */
  static async start(
    options: Pick<PgliteThreadOptions, "dataDir" | "startParams" | "loadDataDir">,
  ): Promise<PgliteThread> {
    const thread = new PgliteThread({ ...options, ...(await loadPgliteAssets()) });
    try {
      await thread.#wait();
    } catch (error) {
      await thread.terminate();
      throw error;
    }
    return thread;
  }

  /** Executes messages of the wire protocol and returns the response's messages. Transfers the buffer of `bytes`. */
  async execute(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const reply = await this.#request({ type: "execute", bytes }, [bytes.buffer]).catch((error: unknown) => {
      // An exception that is not an error of PostgreSQL leaves PGlite in an unknown state.
      this.#lose(error instanceof Error ? error.message : String(error));
      void this.terminate();
      throw this.#lost;
    });
    if (reply.type !== "executed") throw new Error(`unexpected reply ${reply.type}`);
    return reply.bytes;
  }

  /** Returns a snapshot of the data directory, an uncompressed tar archive. */
  async dump(): Promise<Blob> {
    const reply = await this.#request({ type: "dump" });
    if (reply.type !== "dumped") throw new Error(`unexpected reply ${reply.type}`);
    return new Blob([reply.archive]);
  }

  /** Closes PGlite, which writes a checkpoint, and ends the thread. Does nothing after a crash of the thread. */
  async close(): Promise<void> {
    if (this.#lost !== undefined) return;
    try {
      await this.#request({ type: "close" });
    } finally {
      await this.terminate();
    }
  }

  /** Ends the thread without closing PGlite. The next start recovers the database. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #request(request: ThreadRequest, transfer: ArrayBuffer[] = []): Promise<ThreadReply> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    this.#worker.postMessage(request, transfer);
    return this.#wait();
  }

  #wait(): Promise<ThreadReply> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>();
    this.#pending.push({ resolve, reject });
    // An idle database does not keep the process running.
    this.#worker.ref();
    return promise;
  }

  #settle(reply: ThreadReply): void {
    const request = this.#pending.shift();
    if (this.#pending.length === 0) this.#worker.unref();
    if (reply.type !== "failed") return request?.resolve(reply);
    const { message, ...fields } = reply.error;
    request?.reject(Object.assign(new Error(message), fields));
  }

  #lose(reason: string): void {
    this.#lost ??= new DatabaseError("CONNECTION_LOST", `the embedded database stopped: ${reason}`);
    for (const request of this.#pending.splice(0)) request.reject(this.#lost);
  }
}
