import { ApiError, ConnectionError, UnreadableAnswerError } from "@wayfare/sdk";
import type { Environment } from "./environment.ts";
import { readProblem } from "./portal-answers.ts";
import { type Decoder, ShapeMismatch } from "./shape.ts";

interface RequestOptions {
  body?: object;
  environment?: Environment | undefined;
}

/** An answer that the page cannot use. The message says which part of it. */
export class UnexpectedAnswerError extends UnreadableAnswerError {}

/**
 * The routes under `/portal`, which only these pages use. What is not read is not looked at.
 *
 * @throws ApiError, ConnectionError, UnexpectedAnswerError
 */
export const portal = {
  get: async <Answer>(path: string, read: Decoder<Answer>, environment?: Environment): Promise<Answer> =>
    readAnswer(await send("GET", path, { environment }), read),
  postAndRead: async <Answer>(path: string, body: object, read: Decoder<Answer>): Promise<Answer> =>
    readAnswer(await send("POST", path, { body }), read),
  post: async (path: string, body: object): Promise<void> => void (await send("POST", path, { body })),
  put: async (path: string, body: object): Promise<void> => void (await send("PUT", path, { body })),
  patch: async (path: string, body: object): Promise<void> => void (await send("PATCH", path, { body })),
  delete: async (path: string): Promise<void> => void (await send("DELETE", path, {})),
};

interface Arrived {
  request: string;
  status: number;
  headers: Headers;
  text: string;
}

async function send(method: string, path: string, { body, environment }: RequestOptions): Promise<Arrived> {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (environment !== undefined) headers.set("Wayfare-Environment", environment);
  const request = `${method} ${path}`;
  try {
    const response = await fetch(path, {
      method,
      headers,
      redirect: "error",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const arrived = { request, status: response.status, headers: response.headers, text: await response.text() };
    if (!response.ok) throw toApiError(arrived);
    return arrived;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ConnectionError(`${request} got no answer`, { cause });
  }
}

function readAnswer<Answer>({ request, status, headers, text }: Arrived, read: Decoder<Answer>): Answer {
  try {
    return read(JSON.parse(text), "");
  } catch (error) {
    const fault = error instanceof ShapeMismatch ? error.message : "It is not JSON";
    throw new UnexpectedAnswerError(`${request}: ${fault}.`, status, headers.get("Request-Id"));
  }
}

function toApiError({ status, headers, text }: Arrived): ApiError {
  const retryAfterSeconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    status,
    code: `HTTP_${status}`,
    title: `Unexpected answer with status ${status}`,
    detail: "A proxy returned an unexpected response. Try again.",
    errors: [],
    requestId: headers.get("Request-Id"),
    ...findProblem(text),
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
  });
}

/** The problem, or undefined when something else answered. */
function findProblem(text: string): ReturnType<typeof readProblem> | undefined {
  try {
    return readProblem(JSON.parse(text), "");
  } catch {
    return undefined;
  }
}
