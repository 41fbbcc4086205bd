import { Attempt } from "./attempt.ts";
import { type ApiError, InvalidResponseError } from "./errors.ts";
import { isSuccessStatus, toApiError, toProblemError } from "./parse-response.ts";
import { readEvents, type ServerSentEvent } from "./read-events.ts";
import { readResponseInfo } from "./response-info.ts";
import { fetchHead, makeConnectionError, type PreparedRequest, type SendOnceOptions } from "./send-once.ts";

/** Media type of server-sent events. */
export const eventStreamType = "text/event-stream";

/** An open response of server-sent events. */
export interface EventStream {
  /** @throws ConnectionError, TimeoutError, InvalidResponseError, or the abort reason of the caller's signal. */
  events: AsyncGenerator<ServerSentEvent, void, undefined>;
  /** Creates the error of a stream that does not have the expected content. */
  makeInvalid: (message: string) => InvalidResponseError;
  /** Creates the error of an `error` event. */
  makeApiError: (problem: Readonly<Record<string, unknown>>) => ApiError;
  /** Aborts the request if it has not ended. */
  close: () => void;
}

/**
 * Sends a request once and resolves when the first bytes of the stream have arrived. The timeout applies to this wait, and then to the wait
 * for each further piece.
 *
 * @throws ApiError, ConnectionError, TimeoutError, InvalidResponseError, or the abort reason of the caller's signal.
 */
export async function openStreamOnce(request: PreparedRequest, options: SendOnceOptions): Promise<EventStream> {
  const attempt = new Attempt(`${request.method} ${request.url}`, options);
  try {
    return await attempt.run(open(request, options, attempt));
  } catch (error) {
    attempt.cancel();
    throw error;
  }
}

async function open(request: PreparedRequest, options: SendOnceOptions, attempt: Attempt): Promise<EventStream> {
  const failed = (cause: unknown): never => {
    throw makeConnectionError(request, cause);
  };
  const response = await fetchHead(request, options.fetch, attempt.signal).catch(failed);
  const { status, headers, body } = response;
  if (!isSuccessStatus(status)) {
    throw toApiError({ status, headers, text: await response.text().catch(failed) }, options.clock.nowMs());
  }
  const makeInvalid = (message: string) => new InvalidResponseError(message, readResponseInfo(status, headers));
  const type = headers.get("Content-Type") ?? "no content type";
  if (body === null || !type.startsWith(eventStreamType)) {
    throw makeInvalid(`Expected server-sent events but received ${type} with status ${status}. Check baseUrl.`);
  }
  const reader = body.getReader();
  const read = async () => (await reader.read().catch(failed)).value;
  let first = await read();
  if (first === undefined) throw makeInvalid("The stream of server-sent events is empty.");
  const next = async () => {
    const bytes = first ?? (await attempt.run(read()));
    first = undefined;
    return bytes;
  };
  return {
    events: readEvents(next),
    makeInvalid,
    makeApiError: (problem) => toProblemError(problem, { status: statusOf(problem), headers }, options.clock.nowMs()),
    close: () => attempt.cancel(),
  };
}

function statusOf({ status }: Readonly<Record<string, unknown>>): number {
  return typeof status === "number" ? status : 500;
}
