import type { DomainError } from "@wayfare/contract";
import { renderProblem } from "@wayfare/listener";
import type { FastifyReply } from "fastify";

/** Routes for OAuth clients also say that a token is invalid (RFC 6750), so that clients ask the user for another one. */
function challengeOf({ request }: FastifyReply, { code }: DomainError): string {
  const challenge = request.routeOptions.config?.challenge;
  if (challenge === undefined) return "Bearer";
  return code === "AUTH_MISSING" ? challenge : `${challenge}, error="invalid_token"`;
}

/** Sends a problem response as `application/problem+json`. */
export function sendProblem(reply: FastifyReply, error: DomainError, publicUrl: string): FastifyReply {
  const problem = renderProblem(error, { requestId: reply.request.id, publicUrl });
  reply.code(problem.status).header("content-type", "application/problem+json; charset=utf-8");
  reply.header("cache-control", "no-store");
  if (problem.status === 401) reply.header("www-authenticate", challengeOf(reply, error));
  const retryAfterSeconds = error.retryAfterSeconds ?? (problem.status === 503 ? 5 : undefined);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  return reply.serializer((body: unknown) => String(body)).send(JSON.stringify(problem));
}
