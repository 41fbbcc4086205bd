import type { JsonObject } from "./openapi-json.ts";

/** Response headers of the API, by the name of their component. */
export const headerComponents = {
  RequestId: {
    description: "Id of the request. Quote it when you ask for support; `GET /v1/requests/{id}` shows the request.",
    required: true,
    schema: { type: "string", examples: ["req_01kahz2j7p3v8c5m9n4q6r7s8t"] },
  },
  RateLimitPolicy: {
    description:
      "Rate limits that apply to the key (IETF draft-ietf-httpapi-ratelimit-headers): `q` requests in `w` seconds for each named policy.",
    schema: { type: "string", examples: ['"requests";q=200;w=4'] },
  },
  RateLimit: {
    description: "Requests that remain (`r`) for each policy, and seconds until more are available (`t`).",
    schema: { type: "string", examples: ['"requests";r=199;t=1'] },
  },
  RetryAfter: {
    description: "Seconds to wait before the request is sent again.",
    required: true,
    schema: { type: "integer", minimum: 0, examples: [1] },
  },
  IdempotentReplayed: {
    description:
      "`true` if the response was stored by an earlier request with the same `Idempotency-Key`; else absent.",
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

interface Answered {
  status: number;
  /** A problem, not a body of the route's own. */
  isProblem: boolean;
  /** Any operation with this response takes a key, and so is limited in its rate. */
  takesKey: boolean;
  replays: boolean;
}

/** References to the headers of a response. */
export function headersOf({ status, isProblem, takesKey, replays }: Answered): JsonObject {
  const components: (keyof typeof headerComponents)[] = ["RequestId"];
  if (takesKey && status !== 401) components.push("RateLimitPolicy", "RateLimit");
  if (status === 401) components.push("Authenticate");
  if (isProblem && (status === 429 || status === 503)) components.push("RetryAfter");
  if (replays && status < 300) components.push("IdempotentReplayed");
  return Object.fromEntries(components.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]));
}
