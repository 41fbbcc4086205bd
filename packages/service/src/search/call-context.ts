import type { FastifyReply, FastifyRequest } from "fastify";
import { getCaller } from "../http/caller.ts";
import { requestLogger } from "../http/request-log.ts";
import type { CallContext } from "./deps.ts";

/** Creates the context of a request. Its signal is aborted when the client disconnects before the response. */
export function callContextOf(request: FastifyRequest, reply: FastifyReply): CallContext {
  const disconnected = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  return { caller: getCaller(request), log: requestLogger(request), signal: disconnected.signal };
}
