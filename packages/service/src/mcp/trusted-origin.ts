import { isIP } from "node:net";
import { DomainError } from "@wayfare/contract";
import type { FastifyRequest } from "fastify";

/**
 * Rejects requests of pages of other sites (DNS rebinding). Browsers send `Origin` with every POST, other clients do not. The origin must be
 * that of the public URL, or that of this request under `localhost` or an IP address, which DNS cannot rebind.
 *
 * @throws DomainError ORIGIN_REFUSED
 */
export function assertTrustedOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl) return;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && url.host === host && isFixedName(url.hostname)) return;
  throw new DomainError("ORIGIN_REFUSED", {
    detail:
      "The Origin header is not that of this service. Programs omit it; pages of other sites cannot use this endpoint.",
  });
}

/** True for names that DNS does not determine. */
function isFixedName(hostname: string): boolean {
  return hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}
