import { ApiError, ConnectionError } from "@wayfare/sdk";
import type { Environment } from "./environment.ts";

interface RequestParts {
  body?: object | undefined;
  environment?: Environment | undefined;
}

/**
 * The routes under `/portal`, which only these pages use. Answers are what the caller says they are: the service is ours and of
 * the same version.
 *
 * @throws ApiError, ConnectionError
 */
export const portal = {
  get: <Answer>(path: string, environment?: Environment) => request<Answer>("GET", path, { environment }),
  post: <Answer = void>(path: string, body: object = {}) => request<Answer>("POST", path, { body }),
  put: <Answer = void>(path: string, body: object) => request<Answer>("PUT", path, { body }),
  patch: <Answer = void>(path: string, body: object) => request<Answer>("PATCH", path, { body }),
  delete: <Answer = void>(path: string) => request<Answer>("DELETE", path, {}),
};

async function request<Answer>(method: string, path: string, { body, environment }: RequestParts): Promise<Answer> {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (environment !== undefined) headers.set("Wayfare-Environment", environment);
  const response = await send(path, {
    method,
    headers,
    redirect: "error",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw toApiError(response, text);
  return JSON.parse(text === "" ? "null" : text);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    throw new ConnectionError(`${init.method} ${path} got no answer`, { cause });
  }
}

function toApiError({ status, headers }: Response, text: string): ApiError {
  const retryAfterSeconds = Number(headers.get("Retry-After") ?? Number.NaN);
  const told = headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : {};
  return new ApiError({
    status,
    code: `HTTP_${status}`,
    title: "The service gave no reason",
    detail: "What stands between you and it may have answered instead. Try again.",
    errors: [],
    requestId: headers.get("Request-Id"),
    ...told,
    retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : null,
  });
}
