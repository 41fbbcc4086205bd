import { DomainError } from "@wayfare/contract";
import type { FastifyRequest, onRequestHookHandler } from "fastify";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what would change something and does not come from a page of ours: a cookie is sent along whoever wrote the page. Browsers
 * say where a request comes from in `Sec-Fetch-Site`, and old ones in `Origin`; no page can forge either.
 *
 * @throws DomainError ORIGIN_REFUSED.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  if (site === "same-origin") return;
  if (site === undefined && isOwnOrigin(request.headers.origin, request, publicUrl)) return;
  throw new DomainError("ORIGIN_REFUSED");
}

/** The same for routes that need no session, such as those that make one. */
export function ownOriginOnly(publicUrl: string): onRequestHookHandler {
  return (request, _reply, done) => {
    refuseForeignOrigin(request, publicUrl);
    done();
  };
}

/** What the browser reached us as counts too: `127.0.0.1` is as good as `localhost`. */
function isOwnOrigin(origin: string | undefined, { protocol, headers }: FastifyRequest, publicUrl: string): boolean {
  return origin !== undefined && (origin === publicUrl || origin === `${protocol}://${headers.host}`);
}
