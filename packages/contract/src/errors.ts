/** How a problem reads wherever it appears: in answers, on its documentation page and in the OpenAPI document. */
export interface ErrorEntry {
  status: number;
  /** A second status under which the same code may leave. */
  alternativeStatus?: number;
  title: string;
  /** What the caller can do about it. */
  help: string;
}

/** Every error code that leaves the service. */
export const errorCatalogue = {
  REQUEST_INVALID: {
    status: 400,
    title: "Request does not match its schema",
    help: "Each row of `errors` names one fault: `pointer` is a JSON pointer into what you sent, `detail` says what belongs there.",
  },
  JSON_INVALID: {
    status: 400,
    title: "Body is not valid JSON",
    help: "Send one JSON document in UTF-8, without a byte order mark, without repeated members and without members named `__proto__`.",
  },
  CURSOR_INVALID: {
    status: 400,
    title: "Cursor does not fit",
    help: "A cursor is opaque and belongs to the list and the filters that it came with. Start again without one.",
  },
  AUTH_MISSING: {
    status: 401,
    title: "No API key",
    help: "Send the header `Authorization: Bearer <API key>`.",
  },
  AUTH_INVALID: {
    status: 401,
    title: "API key is malformed or unknown",
    help: "Check that the key was copied as a whole and belongs to this deployment. A lost key cannot be shown again: make a new one.",
  },
  AUTH_KEY_REVOKED: {
    status: 401,
    title: "API key has been revoked",
    help: "A revoked key works for 60 seconds more. Use another key.",
  },
  AUTH_KEY_EXPIRED: {
    status: 401,
    title: "API key has expired",
    help: "Make a new key, or roll a key before its `expiresAt`.",
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    title: "Not signed in",
    help: "There is no session, or it has ended. Sign in at `/sign-in`.",
  },
  SIGN_IN_FAILED: {
    status: 401,
    title: "Sign-in failed",
    help: "The e-mail address, the password, the code or the passkey is not right. Whoever runs the service can make a one-time link: `wayfare login-link`.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    title: "A code is needed too",
    help: "Send the request again with `code`: six digits of the authenticator, or a recovery code.",
  },
  QUOTA_EXCEEDED: {
    status: 402,
    title: "Quota is used up",
    help: "The plan has no overage. Change the plan or wait for the next period.",
  },
  PAYMENT_REQUIRED: {
    status: 402,
    title: "Payment required",
    help: "An invoice is overdue. Pay it, then send the request again: nothing is sold to an account with an overdue invoice.",
  },
  AUTH_IP_BLOCKED: {
    status: 403,
    title: "Address not on the allowlist",
    help: "Call from an address inside every allowlist that applies (deployment, account, key), or have the list changed.",
  },
  AUTH_SCOPE_MISSING: {
    status: 403,
    title: "Scope is missing",
    help: "`detail` names the scope. Use a key, or a role in the portal, that has it.",
  },
  ROLE_MISSING: {
    status: 403,
    title: "Your role may not do this",
    help: "`detail` names the role. An owner of the account can give it to you.",
  },
  ORIGIN_REFUSED: {
    status: 403,
    title: "Request does not come from our own pages",
    help: "A session changes something only from the portal. Programs use an API key.",
  },
  STEP_UP_REQUIRED: {
    status: 403,
    title: "Confirm that it is you",
    help: "Confirm with your password, a code or a passkey (`POST /portal/step-up`) and send the request again within ten minutes. Without any of them, sign in anew.",
  },
  AUTH_ENVIRONMENT_MISMATCH: {
    status: 403,
    title: "Not possible in this environment",
    help: "Test keys act on test data, live and service keys on live data. Use a key of the other environment.",
  },
  AUTH_APPLICATION_BOUND: {
    status: 403,
    title: "Not available to keys of an application",
    help: "This key belongs to an application, and the route is about the account as a whole. Use a key without `applicationId`.",
  },
  AUTH_BOUNDS_EXCEEDED: {
    status: 403,
    title: "Beyond the calling key's own bounds",
    help: "A key cannot give itself or another key a later expiry or a wider allowlist than its own, nor create keys or endpoints of another application. Use a key without these bounds, or the portal.",
  },
  NOT_FOUND: {
    status: 404,
    title: "Not found",
    help: "Check the id, and that your key belongs to the same account, environment (test or live) and application as the resource. If no route matches, check the method, the path and the base URL.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "Method not allowed",
    help: "The `Allow` header lists the methods of this path.",
  },
  CONFLICT: {
    status: 409,
    title: "Conflicts with the present state",
    help: "Read the resource again and decide anew.",
  },
  ALLOWLIST_EXCLUDES_CALLER: {
    status: 409,
    title: "Allowlist would shut you out",
    help: "Add the address that you call from, or repeat the request with `?force=true`.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: "Same request is still running",
    help: "Wait and repeat the request with the same `Idempotency-Key`.",
  },
  OFFER_EXPIRED: {
    status: 409,
    title: "Offer has expired",
    help: "An offer holds for 15 minutes, or until the data that it was priced from is replaced. Search again.",
  },
  OFFER_CHANGED: {
    status: 409,
    title: "Offer has changed",
    help: "The price or the terms are no longer as quoted. `offer` is the current offer of the same flight: book its `id` to accept it, or search again.",
  },
  SOLD_OUT: {
    status: 409,
    title: "Sold out",
    help: "Too few seats for the travelers are left on the flight at any price, or, for an award, in its program. Search again.",
  },
  STATE_INVALID: {
    status: 409,
    title: "Not possible in this state",
    help: "`detail` names the state that the resource is in.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "Body is too large",
    help: "A body may hold 256 KiB.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "Body is not JSON in UTF-8",
    help: "Send `Content-Type: application/json`.",
  },
  SEARCH_UNPROCESSABLE: {
    status: 422,
    title: "Search cannot be run",
    help: "Each row of `errors` names one fault, such as an unknown airport or a date in the past.",
  },
  OFFER_NOT_BOOKABLE: {
    status: 422,
    title: "Offer cannot be booked here",
    help: "Only offers of the sandbox can be booked.",
  },
  TRAVELERS_MISMATCH: {
    status: 422,
    title: "Travelers do not match the offer",
    help: "Name as many adults, children and infants as the search asked for.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "Idempotency key was used for another request",
    help: "Use a new `Idempotency-Key` for a new request.",
  },
  WEBHOOK_URL_REFUSED: {
    status: 422,
    title: "Webhook URL is refused",
    help: "Use a public https address on port 443 or 8443.",
  },
  COUPON_INVALID: {
    status: 422,
    title: "Coupon cannot be redeemed",
    help: "Check the code, and whether it has been used or has expired.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    help: "Wait as long as `Retry-After` says.",
  },
  INTERNAL: {
    status: 500,
    title: "Something went wrong on our side",
    help: "Try again, and quote the `requestId` when it persists.",
  },
  OVERLOADED: {
    status: 503,
    title: "Too busy",
    help: "Wait as long as `Retry-After` says.",
  },
  SHUTTING_DOWN: {
    status: 503,
    title: "This instance is shutting down",
    help: "Repeat the request: another instance, or this one after its restart, answers it.",
  },
  SUPPLY_UNAVAILABLE: {
    status: 503,
    alternativeStatus: 504,
    title: "No supplier answered",
    help: "Every supplier failed (503) or ran out of time (504). Try again.",
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    title: "The database is unavailable, read-only or full",
    help: "Wait as long as `Retry-After` says, then send the request again, with the same `Idempotency-Key` if it had one.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

/** The entry of a code, in the wide type that every code shares. */
export function getErrorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalogue[code];
}
