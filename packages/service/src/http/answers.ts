import { type ErrorCode, errorCodes, getErrorEntry, ProblemSchema, refer } from "@wayfare/contract";
import type { TSchema } from "typebox";

/** What every route that needs a key may answer. */
const keyProblems = [
  "AUTH_MISSING",
  "AUTH_INVALID",
  "AUTH_KEY_REVOKED",
  "AUTH_KEY_EXPIRED",
  "AUTH_IP_BLOCKED",
  "AUTH_SCOPE_MISSING",
  "AUTH_APPLICATION_BOUND",
  "RATE_LIMITED",
] as const satisfies readonly ErrorCode[];

interface ProblemAnswer {
  description: string;
  content: { "application/problem+json": { schema: ReturnType<typeof refer> } };
}

/** Named schemas of problems that have more members than every problem, by status. */
type ProblemSchemas = Readonly<Record<number, TSchema>>;

/** What every route that takes a body may answer. */
export const bodyProblems = [
  "REQUEST_INVALID",
  "JSON_INVALID",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const satisfies readonly ErrorCode[];

/** The documented problems of a route, by status: its own, those of every route, and those of every route that needs a key. */
export function answers(
  codes: readonly ErrorCode[],
  { needsKey = true, schemas = {} }: { needsKey?: boolean; schemas?: ProblemSchemas } = {},
): Record<number, ProblemAnswer> {
  const ofEveryRoute = ["REQUEST_INVALID", "INTERNAL", "OVERLOADED", "SHUTTING_DOWN", "STORAGE_UNAVAILABLE"] as const;
  const every = new Set([...codes, ...(needsKey ? keyProblems : []), ...ofEveryRoute]);
  return problems(
    errorCodes.filter((code) => every.has(code)),
    schemas,
  );
}

/** The documented problems of a route, by status. */
function problems(codes: readonly ErrorCode[], schemas: ProblemSchemas): Record<number, ProblemAnswer> {
  const byStatus = Map.groupBy(
    codes.flatMap((code) => statusesOf(code).map((status) => ({ code, status }))),
    ({ status }) => status,
  );
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: `Codes: ${rows.map(({ code }) => `\`${code}\``).join(", ")}.`,
        content: { "application/problem+json": { schema: refer(schemas[status] ?? ProblemSchema) } },
      },
    ]),
  );
}

function statusesOf(code: ErrorCode): number[] {
  const { status, alternativeStatus } = getErrorEntry(code);
  return alternativeStatus === undefined ? [status] : [status, alternativeStatus];
}
