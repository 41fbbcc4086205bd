import { ApiError, ConnectionError, InvalidResponseError, readResponseInfo } from "@wayfare/sdk";
import { DecodeError, type Decoder } from "./decoder.ts";
import type { Environment } from "./environment.ts";
import { readProblem } from "./portal-responses.ts";
import { addShownAccount } from "./shown-account.ts";

interface RequestOptions {
  body?: object;
  environment?: Environment | undefined;
}

/** Response that does not match its decoder. The message names the member. */
export class UnexpectedResponseError extends InvalidResponseError {}

/**
 * Client of the `/portal` routes. Methods without a decoder ignore the response body.
 *
 * @throws ApiError, ConnectionError, UnexpectedAnswerError
 */
export const portal = {
  get: async <Data>(path: string, read: Decoder<Data>, environment?: Environment): Promise<Data> =>
    decodeResponse(await send("GET", path, { environment }), read),
  postAndRead: async <Data>(path: string, body: object, read: Decoder<Data>): Promise<Data> =>
    decodeResponse(await send("POST", path, { body }), read),
  post: async (path: string, body: object): Promise<void> => void (await send("POST", path, { body })),
  /** Reads a file whose size has no limit. The browser keeps it on disk. */
  postForFile: async (path: string, body: object): Promise<Blob> => {
    const response = await fetchFrom("POST", path, { body });
    if (!response.ok) throw toApiError(await receive(`POST ${path}`, response));
    return response.blob();
  },
  put: async (path: string, body: object): Promise<void> => void (await send("PUT", path, { body })),
  patch: async (path: string, body: object): Promise<void> => void (await send("PATCH", path, { body })),
  delete: async (path: string): Promise<void> => void (await send("DELETE", path, {})),
};

interface ReceivedResponse {
  request: string;
  status: number;
  headers: Headers;
  text: string;
}

async function send(method: string, path: string, options: RequestOptions): Promise<ReceivedResponse> {
  const request = `${method} ${path}`;
  const response = await fetchFrom(method, path, options);
  const received = await receive(request, response);
  if (!response.ok) throw toApiError(received);
  return received;
}

async function fetchFrom(method: string, path: string, { body, environment }: RequestOptions): Promise<Response> {
  const headers = new Headers({ Accept: "*/*" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (environment !== undefined) headers.set("Wayfare-Environment", environment);
  // The session is read and replaced for whatever account it has.
  if (!path.startsWith("/portal/session")) addShownAccount(headers);
  try {
    return await fetch(path, {
      method,
      headers,
      redirect: "error",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new ConnectionError(`${method} ${path}: no response`, { cause });
  }
}

async function receive(request: string, response: Response): Promise<ReceivedResponse> {
  try {
    return { request, status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    throw new ConnectionError(`${request}: no response`, { cause });
  }
}

function decodeResponse<Data>({ request, status, headers, text }: ReceivedResponse, read: Decoder<Data>): Data {
  try {
    return read(JSON.parse(text), "");
  } catch (error) {
    const reason = error instanceof DecodeError ? error.message : "invalid JSON";
    throw new UnexpectedResponseError(`${request}: ${reason}.`, readResponseInfo(status, headers));
  }
}

function toApiError({ status, headers, text }: ReceivedResponse): ApiError {
  const retryAfterSeconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    status,
    code: `HTTP_${status}`,
    title: `Unexpected response (status ${status})`,
    detail: "A proxy returned an unexpected response. Try again.",
    errors: [],
    requestId: headers.get("Request-Id"),
    ...findProblem(text),
    response: readResponseInfo(status, headers),
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
  });
}

/** Parses an error response. Returns undefined if the response is not from the service. */
function findProblem(text: string): ReturnType<typeof readProblem> | undefined {
  try {
    return readProblem(JSON.parse(text), "");
  } catch {
    return undefined;
  }
}
