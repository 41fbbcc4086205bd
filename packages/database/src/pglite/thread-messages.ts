import type { PGliteOptions } from "@electric-sql/pglite";

/** Bytes of the area for a request and of the area for its response. Nearly all statements fit. */
const areaBytes = 64 * 1024;

/**
 * Memory shared with the thread, for one request at a time. Messages of the wire protocol in shared memory cost less CPU than messages
 * of a port, which wake an event loop on both sides and allocate a buffer each.
 */
export class SharedMemory {
  readonly buffer: SharedArrayBuffer;
  /** Messages of the wire protocol. */
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  /** Number of requests so far, then the bytes in `request`; 0 if the request is a message of the port. */
  readonly #control: Int32Array;

  constructor(buffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT + 2 * areaBytes)) {
    this.buffer = buffer;
    this.#control = new Int32Array(buffer, 0, 2);
    this.request = new Uint8Array(buffer, this.#control.byteLength, areaBytes);
    this.response = new Uint8Array(buffer, this.#control.byteLength + areaBytes, areaBytes);
  }

  /** Wakes the thread. `length` is the number of bytes in `request`, or 0 for a message of the port. */
  signal(length: number): void {
    Atomics.store(this.#control, 1, length);
    Atomics.add(this.#control, 0, 1);
    Atomics.notify(this.#control, 0);
  }

  /**
   * Blocks the thread until there are more than `handled` requests, and returns the bytes in `request`. A wake-up alone says nothing: on a
   * busy machine the thread can see the new number and answer before `signal` wakes it, which then happens during the next wait.
   */
  wait(handled: number): number {
    // The number of requests wraps around.
    while (Atomics.load(this.#control, 0) === (handled | 0)) Atomics.wait(this.#control, 0, handled);
    return Atomics.load(this.#control, 1);
  }
}

/** Options of PGlite that are sent to its thread; blobs are shared, not copied. */
export type ThreadPgliteOptions = Pick<PGliteOptions, "dataDir" | "startParams" | "loadDataDir">;

export interface PgliteThreadOptions {
  readonly pglite: ThreadPgliteOptions;
  /** Compressed tar file from which the directory is made first. */
  readonly archive: Uint8Array | undefined;
  readonly memory: SharedArrayBuffer;
}

/** A request that is not in shared memory. `bytes` are messages of the wire protocol. */
export type ThreadRequest = { type: "execute"; bytes: Uint8Array<ArrayBuffer> } | { type: "dump" } | { type: "close" };

/** Reply to a request; the first one, "done", follows the start. `length` is the number of bytes in the shared response. */
export type ThreadReply =
  | { type: "shared"; length: number }
  | { type: "executed"; bytes: Uint8Array<ArrayBuffer> }
  | { type: "dumped"; archive: ArrayBuffer }
  | { type: "done" }
  | { type: "failed"; error: { name: string; message: string; code: string | undefined } };
