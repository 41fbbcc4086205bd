/** Text of an error code, in responses, in its documentation and in the OpenAPI document. */
export interface ErrorEntry {
  status: number;
  /** A second status that the code can have. */
  alternativeStatus?: number;
  title: string;
  /** Instructions to fix the error. */
  help: string;
}

/** Error codes of the API and the portal. */
export const errorCatalog = {
  REQUEST_INVALID: {
    status: 400,
    title: "Invalid request",
    help: "Fix the members listed in `errors`: `pointer` is a JSON pointer into your request, `detail` describes the expected value.",
  },
  JSON_INVALID: {
    status: 400,
    title: "Invalid JSON",
    help: "Send one JSON document in UTF-8 without a byte order mark, duplicate members or a member named `__proto__`.",
  },
  CURSOR_INVALID: {
    status: 400,
    title: "Invalid cursor",
    help: "Use a cursor only with the list and the filters that returned it. To start over, omit `cursor`.",
  },
  CURSOR_EXPIRED: {
    status: 410,
    title: "Expired cursor",
    help: "Events after this cursor were purged (`WEBHOOKS_RETENTION_DAYS`). To read the events that are left, omit `after`; then compare with the resources, because events are missing.",
  },
  AUTH_MISSING: {
    status: 401,
    title: "Missing API key",
    help: "Send the header `Authorization: Bearer <API key>`.",
  },
  AUTH_INVALID: {
    status: 401,
    title: "Invalid API key",
    help: "Check that you copied the whole key and that it belongs to this deployment. A lost key cannot be shown again: create a new one.",
  },
  AUTH_KEY_REVOKED: {
    status: 401,
    title: "API key revoked",
    help: "Use another key. A revoked key stops working 60 seconds after it is revoked.",
  },
  AUTH_KEY_EXPIRED: {
    status: 401,
    title: "API key expired",
    help: "Create a new key. Next time, roll the key before its `expiresAt`.",
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    title: "Sign-in required",
    help: "Your session is missing or has ended. Sign in at `/sign-in`.",
  },
  SIGN_IN_FAILED: {
    status: 401,
    title: "Sign-in failed",
    help: "Check your email address, password, code or passkey. If you cannot sign in, ask your administrator for a one-time link (`wayfare login-link`).",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    title: "Second factor required",
    help: "Send the request again with `code`: a 6-digit authenticator code or a recovery code.",
  },
  QUOTA_EXCEEDED: {
    status: 402,
    title: "Quota exceeded",
    help: "The searches that your plan includes are used up, and the plan has no overage. Upgrade the plan or wait for the next period.",
  },
  PAYMENT_REQUIRED: {
    status: 402,
    title: "Payment required",
    help: "An invoice is overdue. Pay it, then send the request again.",
  },
  AUTH_IP_BLOCKED: {
    status: 403,
    title: "IP address not in allowlist",
    help: "Call from an IP address in every allowlist that applies (deployment, account and key), or add your address to the list.",
  },
  KEY_LIMIT_EXCEEDED: {
    status: 403,
    title: "Usage limit of the key exceeded",
    help: "The key has used what its `usageLimits` allow in the period. Wait until the time in `detail`, or let the owner of the key raise the limit.",
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    title: "Account suspended or closed",
    help: "Contact the operator of the service. Data of a suspended account is kept, and its keys work again when the operator resumes it.",
  },
  AUTH_SCOPE_MISSING: {
    status: 403,
    title: "Missing scope",
    help: "Use a key or a portal role that has the scope named in `detail`.",
  },
  ROLE_MISSING: {
    status: 403,
    title: "Insufficient role",
    help: "Ask an owner of the account for the role named in `detail`.",
  },
  ACTING_RESTRICTED: {
    status: 403,
    title: "Not allowed while acting for a customer",
    help: "An operator who acts for a customer can only read, unless changes were allowed at the start, and cannot use the sign-in settings of a user. Stop acting, or start again and allow changes.",
  },
  SESSION_ACCOUNT_CHANGED: {
    status: 409,
    title: "Another account is open in this browser",
    help: "The portal was switched to another account in another window. Load the page again. Programs that use an API key never get this error.",
  },
  SIGN_UP_CLOSED: {
    status: 403,
    title: "Sign-up is closed",
    help: "New accounts are created by the operator of the service, or by an invitation of the operator.",
  },
  INVITATION_SIGN_IN_REQUIRED: {
    status: 401,
    title: "Sign in to accept the invitation",
    help: "The invited email address belongs to a user. Sign in as this user, then open the link of the invitation again.",
  },
  SSO_REQUIRED: {
    status: 403,
    title: "Single sign-on required",
    help: "The account requires single sign-on. Choose `Continue with single sign-on` on the sign-in page. If the identity provider is down, an owner can sign in with a one-time link of the operator (`wayfare login-link`).",
  },
  SSO_SESSION_RESTRICTED: {
    status: 403,
    title: "Not allowed in a session of single sign-on",
    help: "A session of single sign-on is valid for one account. It cannot open other accounts, or change the password, passkeys, authenticator or profile of the user. Sign in with a password or a passkey for these.",
  },
  SSO_FAILED: {
    status: 409,
    title: "Single sign-on failed",
    help: "No identity provider is connected to the domain of the email address, or the provider could not be used. An owner of the account can test the connection in the portal (Settings, Single sign-on).",
  },
  ORIGIN_REFUSED: {
    status: 403,
    title: "Origin not allowed",
    help: "Session cookies can change data only from the portal. Programs use an API key.",
  },
  STEP_UP_REQUIRED: {
    status: 403,
    title: "Identity confirmation required",
    help: "Confirm with your password, a code or a passkey (`POST /portal/step-up`), then send the request again within 10 minutes. If you have none of these, sign in again.",
  },
  AUTH_ENVIRONMENT_MISMATCH: {
    status: 403,
    title: "Wrong environment",
    help: "Test keys access test data; live and service keys access live data. Use a key of the other environment.",
  },
  AUTH_APPLICATION_BOUND: {
    status: 403,
    title: "Not available to application keys",
    help: "This endpoint applies to the whole account. Use a key without `applicationId`.",
  },
  AUTH_BOUNDS_EXCEEDED: {
    status: 403,
    title: "Exceeds the calling key's permissions",
    help: "A key cannot set a later expiry, a wider allowlist or a higher usage limit than its own, or create keys or webhook endpoints for another application. Use a key without these limits, or the portal.",
  },
  NOT_FOUND: {
    status: 404,
    title: "Not found",
    help: "Check the id, and that your key has the same account, environment (test or live) and application as the resource. If no route matches, check the method, the path and the base URL.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "Method not allowed",
    help: "Use one of the methods in the `Allow` header.",
  },
  CONFLICT: {
    status: 409,
    title: "Conflict with the current state",
    help: "Read the resource again, then repeat the request if it still applies.",
  },
  ALLOWLIST_EXCLUDES_CALLER: {
    status: 409,
    title: "Allowlist blocks your IP address",
    help: "Add your IP address to the list, or repeat the request with `?force=true`.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: "Request in progress",
    help: "A request with the same `Idempotency-Key` is still running. Wait, then repeat the request with the same key.",
  },
  OFFER_EXPIRED: {
    status: 409,
    title: "Offer expired",
    help: "Search again. An offer is valid for 15 minutes, or until its price data is replaced.",
  },
  OFFER_CHANGED: {
    status: 409,
    title: "Offer changed",
    help: "The price or the terms have changed. `offer` is the current offer for the same flight: book its `id` to accept it, or search again.",
  },
  BOOKING_FAILED: {
    status: 409,
    title: "Booking failed",
    help: "The supplier created no order, and nothing was charged. The booking in `detail` has the reason in `failure`. Search again for other offers.",
  },
  SOLD_OUT: {
    status: 409,
    title: "Sold out",
    help: "Search again for other flights. This flight does not have enough seats for the travelers at any price or, for an award, in its program. In the sandbox, a contact email address that starts with `sold-out@` always returns this error.",
  },
  CHANGE_FAILED: {
    status: 409,
    title: "Change refused",
    help: "The supplier refused it: nothing was changed or charged. Read the booking again: the `actions` of its `changes` are up to date.",
  },
  STATE_INVALID: {
    status: 409,
    title: "Not allowed in the current status",
    help: "Check the status of the resource: `detail` names it.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: "Request body too large",
    help: "Send at most 256 KiB.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "Unsupported media type",
    help: "Send JSON in UTF-8 with `Content-Type: application/json`.",
  },
  SEARCH_UNPROCESSABLE: {
    status: 422,
    title: "Invalid search",
    help: "Fix the members listed in `errors`, such as an unknown airport or a date in the past.",
  },
  OFFER_NOT_BOOKABLE: {
    status: 422,
    title: "Offer not bookable",
    help: "Offers of the sandbox and of suppliers that take orders can be booked. For other offers use `bookingLink`, if present.",
  },
  TRAVELERS_MISMATCH: {
    status: 422,
    title: "Travelers do not match the offer",
    help: "Send the same number of travelers of each type as in the search, with the ages of the search on the date of the last slice, every member that the offer `requires`, and names in the letters that the supplier accepts.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "Idempotency key reused",
    help: "Use a new `Idempotency-Key` for a different request.",
  },
  WEBHOOK_URL_REFUSED: {
    status: 422,
    title: "Webhook URL not allowed",
    help: "Use a public https URL on port 443 or 8443.",
  },
  SUPPLIER_CREDENTIAL_REFUSED: {
    status: 422,
    title: "Supplier does not accept the credential",
    help: "Copy the token or key completely from the supplier's dashboard, and check that it is active and belongs to this environment.",
  },
  COUPON_INVALID: {
    status: 422,
    title: "Invalid coupon",
    help: "Check the code. The coupon may have expired or already been redeemed.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    help: "Wait for the number of seconds in `Retry-After`, then try again.",
  },
  INTERNAL: {
    status: 500,
    title: "Internal server error",
    help: "Try again. If the error persists, contact support with the `requestId`.",
  },
  OVERLOADED: {
    status: 503,
    title: "Server overloaded",
    help: "Wait for the number of seconds in `Retry-After`, then try again.",
  },
  SHUTTING_DOWN: {
    status: 503,
    title: "Server shutting down",
    help: "Repeat the request. Another instance, or this one after its restart, will handle it.",
  },
  SUPPLY_UNAVAILABLE: {
    status: 503,
    alternativeStatus: 504,
    title: "No supplier responded",
    help: "All suppliers failed (503) or timed out (504). Try again.",
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    title: "Database unavailable",
    help: "The database is unavailable, read-only or full. Wait for the number of seconds in `Retry-After`, then repeat the request with the same `Idempotency-Key`, if you sent one.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalog;

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalog).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalog, text);
}

/** Returns the entry of a code as `ErrorEntry`, not as its literal type. */
export function getErrorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalog[code];
}
