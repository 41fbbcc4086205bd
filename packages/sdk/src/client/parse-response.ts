import type { BookingConflict, FieldError } from "../generated/types.ts";
import { type ApiError, InvalidResponseError, makeApiError } from "./errors.ts";
import { type OperationId, operations, type ResponseOf } from "./operations.ts";
import { keepResponse, readResponseInfo } from "./response-info.ts";

/** A complete HTTP response. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body of a successful binary response, which has no text. */
  bytes?: Uint8Array;
}

/**
 * Parses the response of an operation.
 *
 * @param nowMs current time, to convert a `Retry-After` date to seconds.
 * @throws ApiError for an error response, InvalidResponseError for a body that is not JSON.
 */
export function parseResponse<Id extends OperationId>(
  operation: Id,
  arrived: RawResponse,
  nowMs: number,
): ResponseOf<Id> {
  const { status, headers } = arrived;
  const { extraStatus } = operations[operation];
  const isSuccess = isSuccessStatus(status) || (status === extraStatus && !isProblem(headers));
  if (!isSuccess) throw toApiError(arrived, nowMs);
  try {
    const result = read(operation, arrived);
    keepResponse(result, readResponseInfo(status, headers));
    return result;
  } catch {
    throw new InvalidResponseError(describeUnreadable(arrived), readResponseInfo(status, headers));
  }
}

/** Returns true for 2xx. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

function read<Id extends OperationId>(operation: Id, { text, bytes }: RawResponse): ResponseOf<Id> {
  const body: unknown = bytes ?? (operations[operation].responseType === "text" ? text : JSON.parse(text));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation determines the type
  return body as ResponseOf<Id>;
}

function describeUnreadable({ status, headers, text }: RawResponse): string {
  const type = headers.get("Content-Type") ?? "no content type";
  if (!type.includes("json")) {
    return `Expected JSON but received ${type} with status ${status}. Check that baseUrl is the address of the Wayfare service.`;
  }
  const encoding = headers.get("Content-Encoding");
  // Decoders of gzip and brotli accept a body that ends early.
  return `The JSON body of the response with status ${status}${encoding === null ? "" : ` (${encoding})`} is invalid after ${text.length} characters. A proxy may have truncated or changed it.`;
}

function isProblem(headers: Headers): boolean {
  return headers.get("Content-Type")?.includes("problem+json") === true;
}

/** Creates the error of a response without success. @param nowMs current time, to convert a `Retry-After` date to seconds */
export function toApiError(response: RawResponse, nowMs: number): ApiError {
  return toProblemError(readProblem(response), response, nowMs);
}

/** Creates the error of a problem. `response` has the status and the headers that came with it. */
export function toProblemError(
  problem: Readonly<Record<string, unknown>>,
  response: Pick<RawResponse, "status" | "headers">,
  nowMs: number,
): ApiError {
  const { status, headers } = response;
  const textOf = (name: string) => (typeof problem[name] === "string" ? problem[name] : undefined);
  return makeApiError({
    status,
    code: textOf("code") ?? `HTTP_${status}`,
    title: textOf("title") ?? "Unexpected response",
    detail: textOf("detail") ?? describeUnexpected(response),
    errors: Array.isArray(problem["errors"]) ? problem["errors"].filter(isFieldError) : [],
    requestId: textOf("requestId") ?? headers.get("Request-Id"),
    retryAfterSeconds: readRetryAfter(headers.get("Retry-After"), nowMs),
    response: readResponseInfo(status, headers),
    ...readOfferChange(problem),
  });
}

/** The members of a conflict that only `OFFER_CHANGED` has. */
type OfferChange = Pick<BookingConflict, "offer" | "difference">;

function readOfferChange({ offer, difference }: Readonly<Record<string, unknown>>): OfferChange {
  if (!isRecord(offer) || !isRecord(difference)) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- guaranteed by the problem schema
  return { offer, difference } as unknown as OfferChange;
}

function readProblem({ headers, text }: RawResponse): Readonly<Record<string, unknown>> {
  if (!headers.get("Content-Type")?.includes("json")) return {};
  try {
    const problem: unknown = JSON.parse(text);
    return isRecord(problem) ? problem : {};
  } catch {
    return {};
  }
}

function describeUnexpected({ status, headers }: Pick<RawResponse, "status" | "headers">): string {
  const target = headers.get("Location");
  const hint = "Check that baseUrl is the address of the Wayfare service.";
  if (target !== null) return `The server redirected to ${target}. Redirects are not followed. ${hint}`;
  if (status === 0) return `The server redirected the request. Redirects are not followed. ${hint}`;
  return `The response has ${headers.get("Content-Type") ?? "no content type"} instead of a Wayfare error. A proxy may have sent it. ${hint}`;
}

/** Returns true for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && ["pointer", "code", "detail"].every((name) => typeof value[name] === "string");
}

/** Reads `Retry-After` as seconds or a date (RFC 9110). Null if it is missing or invalid. */
function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
