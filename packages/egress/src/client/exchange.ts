import type { Client, Dispatcher } from "undici";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request on a connection. */
export interface ExchangeRequest {
  readonly method: HttpMethod;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
  readonly acceptGzip: boolean;
}

/** A response. */
export interface Exchange {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** True if the body exceeds the limit. The rest is unread, so the connection must be closed. */
  readonly truncated: boolean;
}

/** Listener of an exchange. */
export interface ExchangeListener {
  onWrite(): void;
  onFirstByte(): void;
}

/** The server used HTTP in a way that no regular server does. */
export class ProtocolError extends Error {}

/** Maximum number of interim responses (1xx). Each has its own headers, which together would exceed the header limit. */
const maxInterimResponses = 10;
/** Headers that the client sets itself. */
const ownHeaders: ReadonlySet<string> = new Set(["host", "connection", "accept-encoding", "content-length"]);

/**
 * Sends a request and reads the response up to a limit. Does not follow redirects or decode the body. Rejects with undici's
 * error or a ProtocolError. The connection must be destroyed after a rejection or a truncated response.
 */
export function exchange(
  client: Client,
  request: ExchangeRequest,
  maxBodyBytes: number,
  listener: ExchangeListener,
): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const { method, path, body, acceptGzip } = request;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .flat();
  if (acceptGzip) headers.push("accept-encoding", "gzip");
  client.dispatch({ method, path, headers, body }, createResponseHandler(maxBodyBytes, listener, resolve, reject));
  return promise;
}

function createResponseHandler(
  maxBodyBytes: number,
  listener: ExchangeListener,
  resolve: (response: Exchange) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let head = { status: 0, headers: {} };
  let size = 0;
  let interim = 0;
  const finish = (truncated: boolean) => {
    resolve({ ...head, body: Buffer.concat(chunks, Math.min(size, maxBodyBytes)), truncated });
  };
  return {
    onRequestStart: () => listener.onWrite(),
    onResponseStarted: () => listener.onFirstByte(),
    onResponseStart(controller, status, headers) {
      if (status >= 200) head = { status, headers: flatten(headers) };
      else if (++interim > maxInterimResponses)
        controller.abort(new ProtocolError("The server sent too many interim responses."));
    },
    onResponseData(_controller, chunk) {
      if (size > maxBodyBytes) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBodyBytes) finish(true);
    },
    onResponseEnd: () => finish(false),
    onResponseError: (_controller, error) => reject(error),
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = ""]) => [name, typeof value === "string" ? value : value.join(", ")]),
  );
}
