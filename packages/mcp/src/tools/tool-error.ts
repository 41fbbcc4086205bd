import { ApiError, ConflictError, ConnectionError, TimeoutError } from "@wayfare/sdk";
import { InputError } from "../input/input-error.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Advice for a model by error code, if the detail of the API is advice for programmers. */
const advice: Readonly<Record<string, string>> = {
  AUTH_SCOPE_MISSING: "Ask the user for a key with this scope.",
  KEY_LIMIT_EXCEEDED:
    "Do not repeat the call: tell the user that the usage limit of the key is reached, and when it resets.",
  QUOTA_EXCEEDED: "Do not repeat the call: tell the user that the plan's searches are used up.",
  PAYMENT_REQUIRED: "Do not repeat the call: tell the user that an invoice is overdue.",
  ACCOUNT_SUSPENDED: "Do not repeat the call: tell the user that the account is suspended.",
  OFFER_EXPIRED: "Call search_flights again for a new offer.",
  OFFER_NOT_BOOKABLE: "Give the user the bookingLink of get_offer, or choose another offer.",
  SOLD_OUT: "Call search_flights again and choose another offer.",
  BOOKING_FAILED: "Nothing was charged. Choose another offer.",
  NOT_FOUND: "Use an id of an earlier answer of this connection.",
  IDEMPOTENCY_IN_PROGRESS: "The same call is still running. Wait a few seconds and repeat it.",
  SUPPLY_UNAVAILABLE: "Repeat the call in a minute, or choose other dates.",
};

/**
 * Describes an error as text for a model: what is wrong, the allowed values, and what to do. Returns undefined for errors of this program,
 * which have no remedy.
 */
export function describeToolError(tool: string, error: unknown): string | undefined {
  if (error instanceof InputError) {
    return [
      `Invalid arguments of ${tool}:`,
      ...error.faults.map((line) => `- ${line}`),
      "Fix them and call it again.",
    ].join("\n");
  }
  if (error instanceof ToolFailure) return error.message;
  if (error instanceof ApiError) return describeApiError(tool, error);
  if (error instanceof TimeoutError || error instanceof ConnectionError) {
    return "The service did not answer in time. Repeat the call in a few seconds.";
  }
  return undefined;
}

function describeApiError(tool: string, error: ApiError): string {
  const { code, title, detail, errors, retryAfterSeconds, requestId } = error;
  if (errors.length > 0) {
    const faults = errors.map(
      ({ pointer, detail: reason, suggestion }) =>
        `- ${pointer}: ${reason}${suggestion === undefined ? "" : ` Suggestion, to be confirmed by the user: ${suggestion}.`}`,
    );
    return [`Invalid arguments of ${tool} (${code}):`, ...faults, "Fix them and call it again."].join("\n");
  }
  return [
    `${code}: ${detail === "" ? title : detail}`,
    ...(error instanceof ConflictError && error.offer !== null
      ? [`Current offer: ${error.offer.id}. Call book with it and without confirmation for a new quote.`]
      : []),
    ...(retryAfterSeconds === null ? [] : [`Repeat the call after ${retryAfterSeconds} s.`]),
    ...(advice[code] === undefined ? [] : [advice[code]]),
    ...(requestId === null || error.status < 500 ? [] : [`Request id: ${requestId}.`]),
  ].join("\n");
}
