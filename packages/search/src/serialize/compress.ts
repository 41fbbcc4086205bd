import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";

/** Content codings of responses, and `identity` for none. */
export type ContentCoding = "zstd" | "br" | "gzip" | "identity";

/** Smaller responses fit into one packet and are not compressed. */
const minBytes = 1024;

/**
 * Compresses a response on the calling thread. The levels are the fastest ones: higher levels save a few percent and take several times as
 * long (docs/performance.md).
 *
 * @returns bytes in a separate buffer, and the coding that was used: `identity` for a small response.
 */
export function compress(bytes: Uint8Array, coding: ContentCoding): { bytes: Uint8Array; coding: ContentCoding } {
  if (coding === "identity" || bytes.byteLength < minBytes) return { bytes: new Uint8Array(bytes), coding: "identity" };
  return { bytes: compressors[coding](bytes), coding };
}

const compressors: Record<Exclude<ContentCoding, "identity">, (bytes: Uint8Array) => Uint8Array> = {
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
};
