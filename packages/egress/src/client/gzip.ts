import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Exchange } from "./exchange.ts";

const decode = promisify(gunzip);

/**
 * Decodes an answer that says it is gzip, in the thread pool. Decoding ends at the cap, so that a small answer cannot fill the memory; a body
 * over the cap is dropped, because half a document is of no use. Null if the body is not gzip.
 */
export async function decodeGzip(answer: Exchange, maxBodyBytes: number): Promise<Exchange | null> {
  const { "content-encoding": coding, ...headers } = answer.headers;
  if (!/^(x-)?gzip$/i.test(coding ?? "") || answer.body.length === 0) return answer;
  if (answer.truncated) return { ...answer, headers, body: Buffer.alloc(0) };
  try {
    return { ...answer, headers, body: await decode(answer.body, { maxOutputLength: maxBodyBytes }) };
  } catch (error) {
    if (isTooLarge(error)) return { ...answer, headers, body: Buffer.alloc(0), truncated: true };
    return null;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}
