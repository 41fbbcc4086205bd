import { pipeline, type Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import type { ContentCoding } from "../http/accept-encoding.ts";

const { constants } = zlib;

/**
 * Compressors of event streams. Each written chunk is flushed, so that events arrive when they are sent. Windows are small, because a stream
 * keeps its own for as long as its reader takes.
 */
const compressors: Readonly<Record<ContentCoding, () => Transform>> = {
  zstd: () =>
    zlib.createZstdCompress({
      flush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 },
    }),
  br: () =>
    zlib.createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 17 },
    }),
  gzip: () => zlib.createGzip({ flush: constants.Z_SYNC_FLUSH, level: 2 }),
};

/** Compresses an event stream. An error or an early end of either stream ends the other. */
export function compressStream(events: Readable, coding: ContentCoding): Readable {
  // Fastify handles errors of the returned stream.
  return pipeline(events, compressors[coding](), () => undefined);
}
