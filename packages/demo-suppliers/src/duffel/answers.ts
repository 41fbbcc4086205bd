import type { DoubleAnswer } from "../server/supplier-double.ts";

/**
 * Types and statuses of Duffel's documented errors (https://duffel.com/docs/api/overview/response-handling, read in November 2026; the codes
 * also in `errors.go` of airheartdev/duffel). Validation errors and invalid states have status 422.
 */
const errors: Readonly<Record<string, { type: string; status: number }>> = {
  missing_authorization_header: { type: "authentication_error", status: 401 },
  invalid_authorization_header: { type: "authentication_error", status: 401 },
  access_token_not_found: { type: "authentication_error", status: 401 },
  missing_version_header: { type: "invalid_request_error", status: 400 },
  invalid_version_header: { type: "invalid_request_error", status: 400 },
  unsupported_version: { type: "invalid_request_error", status: 400 },
  missing_content_type_header: { type: "invalid_request_error", status: 400 },
  unsupported_format: { type: "invalid_request_error", status: 406 },
  missing_data_param: { type: "invalid_request_error", status: 400 },
  invalid_data_param: { type: "invalid_request_error", status: 400 },
  not_found: { type: "invalid_request_error", status: 404 },
  rate_limit_exceeded: { type: "rate_limit_error", status: 429 },
  unsupported_action: { type: "invalid_request_error", status: 422 },
  // Orders. `order_not_created` guarantees that nothing was ordered or paid
  // (https://changelog.duffel.com/announcements/we-ve-added-a-new-error-code-for-when-an-order-is-not-created).
  order_not_created: { type: "airline_error", status: 502 },
  airline_unknown: { type: "airline_error", status: 422 },
  airline_internal: { type: "airline_error", status: 502 },
  internal_server_error: { type: "api_error", status: 500 },
  gateway_timeout_error: { type: "api_error", status: 504 },
  duplicate_booking: { type: "airline_error", status: 422 },
  insufficient_balance: { type: "invalid_state_error", status: 422 },
  offer_no_longer_available: { type: "invalid_state_error", status: 422 },
  offer_expired: { type: "invalid_state_error", status: 422 },
  offer_request_already_booked: { type: "invalid_state_error", status: 422 },
  order_creation_already_attempted: { type: "invalid_state_error", status: 422 },
  price_changed: { type: "invalid_state_error", status: 422 },
  already_cancelled: { type: "invalid_state_error", status: 422 },
  // https://duffel.com/docs/guides/cancelling-an-order: only the latest quote can be confirmed, before it expires.
  order_cancellation_stale: { type: "invalid_state_error", status: 422 },
  stale_airline_initiated_change_accept: { type: "invalid_state_error", status: 422 },
  stale_airline_initiated_change_update: { type: "invalid_state_error", status: 422 },
};

/** A documented error, with the member that a validation error is about. */
export interface DuffelError {
  code: string;
  message: string;
  /** JSON pointer to the wrong member; validation errors only. */
  pointer?: string;
}

/** Returns a successful answer. */
export function succeed(value: unknown, status = 200): DoubleAnswer {
  return { status, body: JSON.stringify(value) };
}

/** Returns an answer with documented errors. Codes that are not in the table are validation errors. */
export function fail(given: string | readonly DuffelError[], status?: number): DoubleAnswer {
  const all = typeof given === "string" ? [{ code: given, message: given.replaceAll("_", " ") }] : given;
  const known = errors[all[0]?.code ?? ""] ?? { type: "validation_error", status: 422 };
  const actual = status ?? known.status;
  const body = {
    errors: all.map(({ code, message, pointer }) => ({
      type: errors[code]?.type ?? "validation_error",
      code,
      title: message,
      message,
      documentation_url: "https://duffel.com/docs/api/overview/response-handling",
      ...(pointer !== undefined && { source: { field: pointer.split("/").at(-1), pointer } }),
    })),
    meta: { request_id: "FZW0H3HdJwKk5HMAAKxB", status: actual },
  };
  return { status: actual, body: JSON.stringify(body) };
}

/** Returns a documented error that the test must see as a fault: the client never sends such a request. */
export function refuse(code: string, fault: string): DoubleAnswer {
  return { ...fail([{ code, message: fault }]), fault };
}
