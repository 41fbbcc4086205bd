import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { SearchChunk } from "./search-job.ts";

/** Maximum size of a chunk in bytes. */
const chunkBytes = 48 * 1024;

/** Size of the chunks that wait uncompressed for the reader. */
const maxPlainBytes = 192 * 1024;

interface WaitingChunk extends SearchChunk {
  isCompressed: boolean;
}

/**
 * Chunks of a stream that wait for its reader. A search writes its stream without waiting for the client, so that it ends, and frees its
 * flights, however slowly the client reads; chunks beyond the first few wait compressed. For one reader.
 */
export class ChunkSpool implements AsyncIterable<SearchChunk> {
  readonly #waiting: WaitingChunk[] = [];
  #plainBytes = 0;
  #end: { error?: unknown } | undefined;
  #wake: () => void = () => {};

  /** Adds bytes in chunks of at most 48 KiB. `started` and `kept` are set on the first of them, `done` on the last one. */
  push({ bytes, started, kept, done }: SearchChunk): void {
    for (let from = 0; from === 0 || from < bytes.byteLength; from += chunkBytes) {
      const isLast = from + chunkBytes >= bytes.byteLength;
      this.#add({
        bytes: bytes.subarray(from, from + chunkBytes),
        ...(from === 0 && started !== undefined ? { started } : {}),
        ...(from === 0 && kept !== undefined ? { kept } : {}),
        ...(isLast && done !== undefined ? { done } : {}),
      });
    }
    this.#wake();
  }

  /** Ends the stream after the chunks that wait. */
  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** Ends the stream with an error after the chunks that wait. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SearchChunk> {
    for (;;) {
      const chunk = this.#waiting.shift();
      if (chunk !== undefined) yield this.#release(chunk);
      else if (this.#end === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if ("error" in this.#end) throw this.#end.error;
      else return;
    }
  }

  #add(chunk: SearchChunk): void {
    const isCompressed = this.#plainBytes + chunk.bytes.byteLength > maxPlainBytes;
    if (!isCompressed) this.#plainBytes += chunk.bytes.byteLength;
    // Copied, so that a chunk that waits holds neither the memory of the whole text nor the output buffer of the compressor.
    const bytes = new Uint8Array(isCompressed ? compress(chunk.bytes) : chunk.bytes);

    this.#waiting.push({ ...chunk, bytes, isCompressed });
  }

  #release({ isCompressed, bytes, ...chunk }: WaitingChunk): SearchChunk {
    if (!isCompressed) this.#plainBytes -= bytes.byteLength;
    return { ...chunk, bytes: isCompressed ? new Uint8Array(zstdDecompressSync(bytes)) : bytes };
  }
}

function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}
