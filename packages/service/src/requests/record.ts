import type { Operation, Partition } from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { durationMsOf } from "../http/request-log.ts";
import { isReplay } from "../storage/idempotency.ts";

/** Log record of a request, without body, query string and headers. */
export interface RequestRecord {
  /** Contains the time of the request. */
  id: string;
  accountId: string;
  environment: Partition;
  /** Id of the key, or of the user for a session. */
  keyId: string;
  applicationId: string | null;
  method: string;
  /** Path template, as in the OpenAPI document. */
  route: string;
  /** Null if the client disconnected before the response. */
  status: number | null;
  /** Milliseconds, with one decimal. */
  durationMs: number;
  address: string;
  /** Metered operation; null if the request is not metered. */
  operation: Operation | null;
}

/** Builds the record of a request whose response is about to be sent. Returns undefined if it was not authenticated. */
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

/** Returns true if a response of a metered route counts: its status is 200, it is not a replay, and the client is still connected. */
export function isCounted(reply: FastifyReply): boolean {
  return reply.statusCode === 200 && !reply.raw.destroyed && !isReplay(reply);
}

/** Converts the router's `/v1/offers/:id` to `/v1/offers/{id}`. */
export function templateOf(url: string): string {
  return url.replace(/:(\w+)/g, "{$1}");
}
