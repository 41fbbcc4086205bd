import { Worker } from "node:worker_threads";
import { threadModuleUrl } from "@wayfare/resources";
import { DatabaseError } from "../port/errors.ts";
import {
  type PgliteThreadOptions,
  SharedMemory,
  type ThreadPgliteOptions,
  type ThreadReply,
  type ThreadRequest,
} from "./thread-messages.ts";

/** Statements leave little garbage. With the default, an idle process keeps 20 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

interface PendingRequest {
  resolve(reply: ThreadReply): void;
  reject(error: unknown): void;
}

/**
 * A PGlite in a worker thread, which handles one request at a time: wait for a reply before the next request. After a crash of the thread,
 * the pending and all later requests reject with CONNECTION_LOST.
 */
export class PgliteThread {
  readonly #worker: Worker;
  readonly #memory = new SharedMemory();
  readonly #end = Promise.withResolvers<DatabaseError>();
  #pending: PendingRequest | undefined;
  #lost: DatabaseError | undefined;

  private constructor(pglite: ThreadPgliteOptions, archive: Uint8Array | undefined) {
    const workerData: PgliteThreadOptions = { pglite, archive, memory: this.#memory.buffer };
    this.#worker = new Worker(threadModuleUrl("database-thread"), { workerData, resourceLimits });
    this.#worker.on("message", (reply: ThreadReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#lose(messageOf(error)));
    this.#worker.on("exit", () => this.#lose("its thread exited"));
  }

  /** Resolves with the error of all later requests when the thread has crashed or ended. */
  get lost(): Promise<DatabaseError> {
    return this.#end.promise;
  }

  /**
   * Rejects with PGlite's error if it cannot open the database.
   *
   * @param archive compressed tar file from which the missing or empty directory is made first
   */
  static async start(options: ThreadPgliteOptions, archive?: Uint8Array): Promise<PgliteThread> {
    const thread = new PgliteThread(options, archive);
    try {
      await thread.#wait();
    } catch (error) {
      await thread.terminate();
      throw error;
    }
    return thread;
  }

  /** Executes messages of the wire protocol and returns the response's messages. */
  async execute(messages: readonly Uint8Array[]): Promise<Uint8Array> {
    this.#assertIdle();
    const reply = await this.#execute(messages).catch((error: unknown) => {
      // An exception that is not an error of PostgreSQL leaves PGlite in an unknown state.
      this.#lose(messageOf(error));
      void this.terminate();
      throw this.#lost;
    });
    if (reply.type === "shared") return this.#memory.response.slice(0, reply.length);
    if (reply.type === "executed") return reply.bytes;
    throw new Error(`unexpected reply ${reply.type}`);
  }

  /** Returns a snapshot of the data directory, an uncompressed tar archive. */
  async dump(): Promise<Blob> {
    const reply = await this.#post({ type: "dump" });
    if (reply.type !== "dumped") throw new Error(`unexpected reply ${reply.type}`);
    return new Blob([reply.archive]);
  }

  /** Closes PGlite, which writes a checkpoint, and ends the thread. Does nothing after a crash of the thread. */
  async close(): Promise<void> {
    if (this.#lost !== undefined) return;
    try {
      await this.#post({ type: "close" });
    } finally {
      await this.terminate();
    }
  }

  /** Ends the thread without closing PGlite. The next start recovers the database. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #execute(messages: readonly Uint8Array[]): Promise<ThreadReply> {
    const length = messages.reduce((sum, message) => sum + message.length, 0);
    if (length > this.#memory.request.length) {
      const bytes = new Uint8Array(length);
      write(messages, bytes);
      return this.#post({ type: "execute", bytes }, [bytes.buffer]);
    }
    return this.#request(() => {
      write(messages, this.#memory.request);
      this.#memory.signal(length);
    });
  }

  #post(request: ThreadRequest, transfer: ArrayBuffer[] = []): Promise<ThreadReply> {
    return this.#request(() => {
      this.#worker.postMessage(request, transfer);
      this.#memory.signal(0);
    });
  }

  async #request(send: () => void): Promise<ThreadReply> {
    if (this.#lost !== undefined) throw this.#lost;
    this.#assertIdle();
    send();
    return this.#wait();
  }

  /** A second request would overwrite the first one in the shared memory. */
  #assertIdle(): void {
    if (this.#pending !== undefined) throw new Error("the thread handles one request at a time");
  }

  #wait(): Promise<ThreadReply> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>();
    this.#pending = { resolve, reject };
    // An idle database does not keep the process running.
    this.#worker.ref();
    return promise;
  }

  #settle(reply: ThreadReply): void {
    const request = this.#pending;
    this.#pending = undefined;
    this.#worker.unref();
    if (reply.type !== "failed") return request?.resolve(reply);
    const { message, ...fields } = reply.error;
    request?.reject(Object.assign(new Error(message), fields));
  }

  #lose(reason: string): void {
    this.#lost ??= new DatabaseError("CONNECTION_LOST", `the embedded database stopped: ${reason}`);
    this.#end.resolve(this.#lost);
    this.#pending?.reject(this.#lost);
    this.#pending = undefined;
  }
}

function write(messages: readonly Uint8Array[], target: Uint8Array): void {
  let offset = 0;
  for (const message of messages) {
    target.set(message, offset);
    offset += message.length;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
