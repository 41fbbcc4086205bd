import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Exchange } from "./exchange.ts";

const decode = promisify(gunzip);

/**
 * Decodes a gzip response in the thread pool. Decoding stops at the limit, so that a small response cannot exhaust memory; a body over the
 * limit is dropped, because a partial document is useless.
 *
 * @returns null if the body is not valid gzip.
 */
export async function decodeGzip(response: Exchange, maxBodyBytes: number): Promise<Exchange | null> {
  const { "content-encoding": encoding, ...headers } = response.headers;
  if (!/^(x-)?gzip$/i.test(encoding ?? "") || response.body.length === 0) return response;
  if (response.truncated) return { ...response, headers, body: Buffer.alloc(0) };
  try {
    const options = { maxOutputLength: maxBodyBytes, chunkSize: chunkSizeOf(response.body, maxBodyBytes) };
    return { ...response, headers, body: await decode(response.body, options) };
  } catch (error) {
    if (isTooLarge(error)) return { ...response, headers, body: Buffer.alloc(0), truncated: true };
    return null;
  }
}

const minChunkBytes = 16 * 1024;
/** Deflate cannot compress more. */
const maxRatio = 1032;

/**
 * Returns a size of the output chunks that holds the whole body, so that no chunks have to be joined: they would need the memory twice. A gzip
 * file ends with its decoded size (RFC 1952, section 2.3.1), which is only a hint of an untrusted server.
 */
function chunkSizeOf(body: Buffer, maxBodyBytes: number): number {
  const stated = body.length < 4 ? 0 : body.readUInt32LE(body.length - 4);
  return Math.max(minChunkBytes, Math.min(stated, maxBodyBytes, body.length * maxRatio) + 1);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}
