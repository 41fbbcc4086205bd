import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ContentCoding, negotiateEncoding } from "./accept-encoding.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** False for responses with a new secret, and for routes that compress their responses themselves. True if absent. */
    compress?: boolean;
  }
}

/** Smaller bodies fit into one packet anyway. */
const minBytes = 1024;
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const zstdOptions = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };
const gzipOptions = { level: 4 };

interface Compressor {
  /** Up to this size, compressing at once costs the main thread less than a task of the thread pool (docs/performance.md). */
  maxSyncBytes: number;
  sync: (body: Body) => Buffer;
  inPool: (body: Body) => Promise<Buffer>;
}

/** Levels for bodies that are compressed for one response (docs/performance.md). */
const compressors: Readonly<Record<ContentCoding, Compressor>> = {
  zstd: {
    maxSyncBytes: 48 * 1024,
    sync: (body) => zlib.zstdCompressSync(body, zstdOptions),
    inPool: (body) => promisify(zlib.zstdCompress)(body, zstdOptions),
  },
  br: {
    maxSyncBytes: 8 * 1024,
    sync: (body) => zlib.brotliCompressSync(body, brotliOptions),
    inPool: (body) => promisify(zlib.brotliCompress)(body, brotliOptions),
  },
  gzip: {
    maxSyncBytes: 16 * 1024,
    sync: (body) => zlib.gzipSync(body, gzipOptions),
    inPool: (body) => promisify(zlib.gzip)(body, gzipOptions),
  },
};

type Body = string | Buffer;

/** Media types of text. Event streams compress themselves, event by event; files such as invoices are rare. */
const compressibleType =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/javascript|image\/svg\+xml)/;

/**
 * Compresses responses of more than 1 KiB in the coding that Accept-Encoding prefers. Streams, responses with a Content-Encoding and routes with
 * `compress: false` are sent as they are.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    // First the check that ends most calls, because it costs least.
    if (!isLarge(payload) || !isCompressible(request, reply)) return done();
    varyByEncoding(reply);
    const coding = findCoding(request, reply);
    if (coding === undefined) return done();
    const { maxSyncBytes, sync, inPool } = compressors[coding];
    const finish = (body: Buffer): void => {
      markEncoded(reply, coding);
      done(null, body);
    };
    if (Buffer.byteLength(payload) <= maxSyncBytes) return finish(sync(payload));
    inPool(payload).then(finish, done);
  });
}

/** Adds Accept-Encoding to `Vary`, for every variant of a response that exists in several codings. */
export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader("vary");
  if (vary === undefined) reply.header("vary", "accept-encoding");
  else if (!/\baccept-encoding\b/i.test(String(vary))) reply.header("vary", `${String(vary)}, accept-encoding`);
}

function isLarge(payload: unknown): payload is Body {
  // A character has one to three bytes in UTF-8.
  if (typeof payload === "string") return payload.length * 3 > minBytes && Buffer.byteLength(payload) > minBytes;
  return Buffer.isBuffer(payload) && payload.length > minBytes;
}

function isCompressible({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  return routeOptions.config?.compress !== false && compressibleType.test(String(reply.getHeader("content-type")));
}

/**
 * Returns undefined if the response is sent as it is. A page of another site cannot cause compressed responses: from their sizes, an
 * eavesdropper could guess secrets in them (BREACH).
 */
function findCoding({ headers }: FastifyRequest, reply: FastifyReply): ContentCoding | undefined {
  if (reply.hasHeader("content-encoding")) return undefined;
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") return undefined;
  const encoding = negotiateEncoding(headers["accept-encoding"]);
  return encoding === "identity" ? undefined : encoding;
}

function markEncoded(reply: FastifyReply, coding: ContentCoding): void {
  reply.header("content-encoding", coding);
  // A strong ETag stands for the exact bytes of another variant.
  const etag = reply.getHeader("etag");
  if (typeof etag === "string" && etag.startsWith('"')) reply.header("etag", `W/${etag}`);
}
