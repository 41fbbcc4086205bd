import { hash, timingSafeEqual } from "node:crypto";
import { DomainError } from "@wayfare/contract";
import type { FastifyRequest } from "fastify";

/** Access to `/metrics` and to the details of `/readyz`, by the METRICS_TOKEN setting. */
export interface MetricsAccess {
  isAllowed: (request: FastifyRequest) => boolean;
  /** @throws DomainError AUTH_MISSING or AUTH_INVALID, with the name of the setting. */
  require: (request: FastifyRequest) => void;
}

/** @param token null denies access to both */
export function makeMetricsAccess(token: string | null): MetricsAccess {
  const expected = token === null ? null : hash("sha256", token, "buffer");
  // Digests have equal length, so the comparison takes constant time.
  const isAllowed = ({ headers }: FastifyRequest): boolean => {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    return expected !== null && given !== undefined && timingSafeEqual(expected, hash("sha256", given, "buffer"));
  };
  return {
    isAllowed,
    require(request) {
      if (isAllowed(request)) return;
      const detail =
        expected === null
          ? "Metrics are disabled. Set METRICS_TOKEN and send its value as `Authorization: Bearer …`."
          : "Send the value of the METRICS_TOKEN setting as `Authorization: Bearer …`.";
      const code = request.headers.authorization === undefined ? "AUTH_MISSING" : "AUTH_INVALID";
      throw new DomainError(code, { detail });
    },
  };
}
