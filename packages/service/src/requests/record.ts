import type { Operation, Partition } from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { durationMsOf } from "../http/request-log.ts";
import { isReplay } from "../storage/idempotency.ts";

/** What is kept of a request: no body, no query string, no header. */
export interface RequestRecord {
  /** Holds the instant at which the request came, too. */
  id: string;
  accountId: string;
  environment: Partition;
  /** Of the key; where a session called, of its user. */
  keyId: string;
  applicationId: string | null;
  method: string;
  /** The template of the path, as the OpenAPI document writes it. */
  route: string;
  /** Null where the caller had gone before there was an answer. */
  status: number | null;
  /** Milliseconds, with one decimal. */
  durationMs: number;
  address: string;
  /** What it counts as; null where it counts nothing. */
  operation: Operation | null;
}

/** The record of a request whose answer is about to leave; undefined where it was not let in. */
export function describeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, operation }: Pick<RequestRecord, "route" | "operation">,
): RequestRecord | undefined {
  const { caller } = request;
  if (caller === null) return undefined;
  const status = reply.raw.destroyed ? null : reply.statusCode;
  return {
    id: request.id,
    accountId: caller.accountId,
    environment: caller.environment,
    keyId: caller.id,
    applicationId: caller.applicationId,
    method: request.method,
    route,
    status,
    durationMs: Math.round(durationMsOf(request) * 10) / 10,
    address: caller.address,
    operation: isCounted(reply) ? operation : null,
  };
}

/** Whether an answer that is about to leave counts, on a route that counts: it is 200, not a replay, and its caller is still there. */
export function isCounted(reply: FastifyReply): boolean {
  return reply.statusCode === 200 && !reply.raw.destroyed && !isReplay(reply);
}

/** `/v1/offers/{id}` of the router's `/v1/offers/:id`. */
export function templateOf(url: string): string {
  return url.replace(/:(\w+)/g, "{$1}");
}
