import { DomainError } from "@wayfare/contract";
import type { FastifyRequest, onRequestHookHandler } from "fastify";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects cross-origin requests with unsafe methods (CSRF protection), because browsers send cookies with them. The origin is read from
 * `Sec-Fetch-Site`, or from `Origin` in older browsers; pages cannot forge either.
 *
 * @throws DomainError ORIGIN_REFUSED.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  if (site === "same-origin") return;
  if (site === undefined && isSameOrigin(request.headers.origin, request, publicUrl)) return;
  throw new DomainError("ORIGIN_REFUSED");
}

/** Returns the same check as a hook, for routes without a session, such as sign-in. */
export function sameOriginOnly(publicUrl: string): onRequestHookHandler {
  return (request, _reply, done) => {
    assertSameOrigin(request, publicUrl);
    done();
  };
}

/** Accepts the public URL, and the host of the request, such as `127.0.0.1` instead of `localhost`. */
function isSameOrigin(origin: string | undefined, { protocol, headers }: FastifyRequest, publicUrl: string): boolean {
  return origin !== undefined && (origin === publicUrl || origin === `${protocol}://${headers.host}`);
}
