import type { FastifyRequest } from "fastify";
import { getCaller } from "../http/caller.ts";
import type { Actor } from "./store.ts";

/** Returns the calling key or user as an audit actor. */
export function actorOf(request: FastifyRequest): Actor {
  const { id, session, address } = getCaller(request);
  // The customer's log shows the operator without an address.
  if (session !== null && session.acting !== null)
    return { kind: "operator", id, address: null, requestId: request.id };
  return { kind: session === null ? "key" : "user", id, address, requestId: request.id };
}
