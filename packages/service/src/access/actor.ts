import type { FastifyRequest } from "fastify";
import type { Actor } from "../audit/store.ts";
import { getCaller } from "./caller.ts";

/** The calling key, as the audit trail names it. */
export function actorOf(request: FastifyRequest): Actor {
  const { keyId, address } = getCaller(request);
  return { kind: "key", id: keyId, address, requestId: request.id };
}
