import { type ErrorCode, type Fault, getErrorEntry, type Problem } from "@wayfare/contract";
import type { FastifyReply } from "fastify";

interface ProblemOptions {
  detail?: string;
  errors?: Fault[];
  headers?: Record<string, string>;
  /** The other status of a code that has two. */
  status?: number;
}

/** An error of the catalogue on its way to the caller. */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.detail ?? getErrorEntry(code).title);
    this.name = "ProblemError";
    this.code = code;
    this.options = options;
  }
}

/** The most rows that `errors` holds. */
export const maxFaults = 20;

interface ProblemContext {
  requestId: string;
  publicUrl: string;
}

/** The body of a problem. */
export function renderProblem(error: ProblemError, context: ProblemContext): Problem {
  const entry = getErrorEntry(error.code);
  const { detail, errors, status } = error.options;
  return {
    type: `${context.publicUrl}/errors/${error.code}`,
    title: entry.title,
    status: status ?? entry.status,
    code: error.code,
    detail: detail ?? entry.help,
    requestId: context.requestId,
    ...(errors ? { errors: errors.slice(0, maxFaults) } : {}),
  };
}

/** Sends a problem as `application/problem+json`. */
export function sendProblem(reply: FastifyReply, error: ProblemError, publicUrl: string): FastifyReply {
  const problem = renderProblem(error, { requestId: reply.request.id, publicUrl });
  reply.code(problem.status).header("content-type", "application/problem+json; charset=utf-8");
  reply.header("cache-control", "no-store");
  if (problem.status === 401) reply.header("www-authenticate", "Bearer");
  if (problem.status === 503) reply.header("retry-after", "5");
  for (const [name, value] of Object.entries(error.options.headers ?? {})) reply.header(name, value);
  return reply.serializer((body: unknown) => String(body)).send(JSON.stringify(problem));
}
