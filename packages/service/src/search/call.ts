import type { FastifyReply, FastifyRequest } from "fastify";
import { getCaller } from "../http/caller.ts";
import { logOf } from "../http/request-log.ts";
import type { Call } from "./parts.ts";

/** The call of a request; its signal is aborted when the caller goes away before the answer. */
export function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { caller: getCaller(request), log: logOf(request), signal: gone.signal };
}
