import type { JsonObject } from "./openapi-json.ts";

/** Response headers of the API by component name. */
export const headerComponents = {
  RequestId: {
    description: "Id of the request. Include it in support requests; `GET /v1/requests/{id}` returns the request.",
    required: true,
    schema: { type: "string", examples: ["req_01kahz2j7p3v8c5m9n4q6r7s8t"] },
  },
  RateLimitPolicy: {
    description:
      "Rate limits that apply to the key (IETF draft-ietf-httpapi-ratelimit-headers): `q` requests in `w` seconds for each named policy.",
    schema: { type: "string", examples: ['"requests";q=200;w=4'] },
  },
  RateLimit: {
    description: "Remaining requests (`r`) for each policy, and seconds until more are available (`t`).",
    schema: { type: "string", examples: ['"requests";r=199;t=1'] },
  },
  RetryAfter: {
    description: "Seconds to wait before a retry.",
    required: true,
    schema: { type: "integer", minimum: 0, examples: [1] },
  },
  IdempotentReplayed: {
    description:
      "`true` if this is the stored response of an earlier request with the same `Idempotency-Key`; otherwise absent.",
    schema: { type: "string", const: "true" },
  },
  Authenticate: {
    description: "Authentication scheme to use.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
} as const;

const headerNames: Readonly<Record<keyof typeof headerComponents, string>> = {
  RequestId: "Request-Id",
  RateLimitPolicy: "RateLimit-Policy",
  RateLimit: "RateLimit",
  RetryAfter: "Retry-After",
  IdempotentReplayed: "Idempotent-Replayed",
  Authenticate: "WWW-Authenticate",
};

interface ResponseKind {
  status: number;
  /** True for an error response. */
  isProblem: boolean;
  /** True if an operation with this response requires a key, so that rate limits apply. */
  requiresKey: boolean;
  replays: boolean;
}

/** Returns references to the headers of a response. */
export function headersOf({ status, isProblem, requiresKey, replays }: ResponseKind): JsonObject {
  const components: (keyof typeof headerComponents)[] = ["RequestId"];
  if (requiresKey && status !== 401) components.push("RateLimitPolicy", "RateLimit");
  if (status === 401) components.push("Authenticate");
  if (isProblem && (status === 429 || status === 503)) components.push("RetryAfter");
  if (replays && status < 300) components.push("IdempotentReplayed");
  return Object.fromEntries(components.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]));
}
