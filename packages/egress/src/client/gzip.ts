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
    return { ...response, headers, body: await decode(response.body, { maxOutputLength: maxBodyBytes }) };
  } catch (error) {
    if (isTooLarge(error)) return { ...response, headers, body: Buffer.alloc(0), truncated: true };
    return null;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}
