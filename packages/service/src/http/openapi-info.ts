/** Introduction to the API in Markdown. */
export const apiDescription = `Wayfare is a flight search API: it finds flights with cash fares and award availability, ranks and books them, and reports events through signed webhooks.

## Authentication

Send an API key in the header \`Authorization: Bearer key_test_…\`. A test key (\`key_test_…\`) works on test data. Live keys (\`key_live_…\`) and service keys (\`key_svc_…\`) work on live data. Each operation lists the scopes of which the key needs one; \`….write\` includes \`….read\`. Responses with status 401 have the header \`WWW-Authenticate: Bearer\`.

## Errors

Errors have the content type \`application/problem+json\` (RFC 9457) and a stable \`code\`. With status 400 and 422, \`errors\` lists each invalid member with a JSON pointer. Every response has a \`Request-Id\`. Requests with unknown members are rejected.

## Pagination

Lists return \`data\`, newest first, and \`nextCursor\`, which is null on the last page. To get the next page, send it as \`cursor\` with the same filters. \`limit\` is 1 to 200, 50 by default.

## Idempotency

Operations with an \`Idempotency-Key\` parameter can be retried safely. For 24 hours, a request with the same key and body returns the stored response with \`Idempotent-Replayed: true\` and has no further effect. Secrets are not stored, so replayed responses omit them. The same key with a different body gets 422.

## Limits

\`RateLimit-Policy\` and \`RateLimit\` describe the rate limits of the key and the remaining requests. Requests over a limit get 429. With 429 and 503, \`Retry-After\` is the number of seconds to wait. Searches with live and service keys count toward the quota of the plan; searches with test keys are free.

## Compression

Responses over 1 KiB are compressed with \`zstd\`, \`br\` or \`gzip\` if \`Accept-Encoding\` allows it. Send request bodies uncompressed.

## Compatibility

Within \`/v1\`, operations, optional request members, response members and values of enums marked \`x-extensible\` may be added at any time: ignore unknown members. Nothing is removed, renamed or narrowed. Deprecated operations send the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) at least 12 months before their removal.`;
