import { DomainError } from "@wayfare/contract";
import { renderProblem } from "@wayfare/listener";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getCaller } from "../http/caller.ts";
import { requestLogger } from "../http/request-log.ts";
import type { CallContext, SearchDeps } from "./deps.ts";

/** Creates the context of a request. Its signal is aborted when the client disconnects before the response. */
export function callContextOf(
  { publicUrl }: Pick<SearchDeps, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  const disconnected = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  const log = requestLogger(request);
  return {
    caller: getCaller(request),
    log,
    signal: disconnected.signal,
    describeError(error) {
      if (!(error instanceof DomainError)) log.error({ err: error }, "search stream failed");
      const known = error instanceof DomainError ? error : new DomainError("INTERNAL");
      return renderProblem(known, { requestId: request.id, publicUrl });
    },
  };
}
