import type { Client, Dispatcher } from "undici";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What is sent over a connection. */
export interface ExchangeRequest {
  readonly method: HttpMethod;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
  readonly acceptGzip: boolean;
}

/** What came back. */
export interface Exchange {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** The answer is longer than the cap and goes on: only closing the connection ends it. */
  readonly truncated: boolean;
}

/** Told while an exchange goes on. */
export interface ExchangeWatch {
  onWrite(): void;
  onFirstByte(): void;
}

/** The server spoke HTTP that no honest server speaks. */
export class ProtocolError extends Error {}

/** Interim answers (1xx) before the real one. Each has its own headers, which would go around their limit. */
const mostInterim = 10;
/** Set here and nowhere else. */
const ownHeaders: ReadonlySet<string> = new Set(["host", "connection", "accept-encoding", "content-length"]);

/**
 * Sends a request and reads its answer up to a cap. Follows nothing, decodes nothing. Rejects with undici's error, or a
 * ProtocolError. After a rejection and after a truncated answer the connection has to be destroyed.
 */
export function exchange(
  client: Client,
  request: ExchangeRequest,
  maxBodyBytes: number,
  watch: ExchangeWatch,
): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const { method, path, body, acceptGzip } = request;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .flat();
  if (acceptGzip) headers.push("accept-encoding", "gzip");
  client.dispatch({ method, path, headers, body }, answerReader(maxBodyBytes, watch, resolve, reject));
  return promise;
}

function answerReader(
  maxBodyBytes: number,
  watch: ExchangeWatch,
  resolve: (answer: Exchange) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let head = { status: 0, headers: {} };
  let size = 0;
  let interim = 0;
  const answer = (truncated: boolean) => {
    resolve({ ...head, body: Buffer.concat(chunks, Math.min(size, maxBodyBytes)), truncated });
  };
  return {
    onRequestStart: () => watch.onWrite(),
    onResponseStarted: () => watch.onFirstByte(),
    onResponseStart(controller, status, headers) {
      if (status >= 200) head = { status, headers: flatten(headers) };
      else if (++interim > mostInterim) controller.abort(new ProtocolError("There were too many interim answers."));
    },
    onResponseData(_controller, chunk) {
      if (size > maxBodyBytes) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBodyBytes) answer(true);
    },
    onResponseEnd: () => answer(false),
    onResponseError: (_controller, error) => reject(error),
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [name, typeof value === "string" ? value : value.join(", ")]),
  );
}
