/** The introduction to the API, in Markdown. */
export const apiDescription = `Wayfare searches flights in money and in miles, ranks them, books them and reports events by signed webhooks.

## Authentication

Send an API key in the header \`Authorization: Bearer key_test_…\`. A test key (\`key_test_…\`) works on test data. Live keys (\`key_live_…\`) and service keys (\`key_svc_…\`) work on live data. Each operation lists the scopes of which the key needs one; \`….write\` includes \`….read\`. A response with the status 401 carries \`WWW-Authenticate: Bearer\`.

## Errors

Errors have the content type \`application/problem+json\` (RFC 9457) and always a \`code\`, which is stable. With the status 400 and 422, \`errors\` has one row for each invalid member, with a JSON pointer. Every response carries \`Request-Id\`. Unknown members of a request are refused.

## Paging

Lists answer \`data\`, newest first, and \`nextCursor\`, which is null on the last page. Send it as \`cursor\`, with the same filters, to read the next page. \`limit\` is 1 to 200, 50 by default.

## Idempotency

Operations that list \`Idempotency-Key\` among their parameters can be sent again safely. For 24 hours, the same key with the same body returns the stored response with \`Idempotent-Replayed: true\` and has no second effect. Secrets are not stored: a replayed response leaves them out. The same key with another body gets 422.

## Limits

\`RateLimit-Policy\` and \`RateLimit\` describe the rate limits of the key and what remains of them. Beyond a limit the status is 429; \`Retry-After\` is the number of seconds to wait, as it is with 503. Searches with live and service keys count toward the quota of the plan; test keys cost nothing.

## Compatibility

Within \`/v1\`, operations, optional request members, response members and values of enums that are marked \`x-extensible\` may be added at any time: ignore members that you do not know. Nothing is removed, renamed or narrowed. A deprecated operation carries the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) at least 12 months before it is removed.`;
