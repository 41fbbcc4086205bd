import { type ErrorCode, errorCodes, getErrorEntry, ProblemSchema, ref } from "@wayfare/contract";
import type { TSchema } from "typebox";

/** Errors of every route that requires a key. */
const keyProblems = [
  "AUTH_MISSING",
  "AUTH_INVALID",
  "AUTH_KEY_REVOKED",
  "AUTH_KEY_EXPIRED",
  "ACCOUNT_SUSPENDED",
  "AUTH_IP_BLOCKED",
  "AUTH_SCOPE_MISSING",
  "AUTH_APPLICATION_BOUND",
  "RATE_LIMITED",
] as const satisfies readonly ErrorCode[];

interface ProblemResponse {
  description: string;
  content: { "application/problem+json": { schema: ReturnType<typeof ref> } };
}

/** Named schemas of problems with additional members, by status. */
type ProblemSchemas = Readonly<Record<number, TSchema>>;

/** Errors of every route with a body. */
export const bodyProblems = [
  "REQUEST_INVALID",
  "JSON_INVALID",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const satisfies readonly ErrorCode[];

/** Documents the error responses of a route by status: its own, those of all routes, and those of all routes that require a key. */
export function problemResponses(
  codes: readonly ErrorCode[],
  { needsKey = true, schemas = {} }: { needsKey?: boolean; schemas?: ProblemSchemas } = {},
): Record<number, ProblemResponse> {
  const ofEveryRoute = ["REQUEST_INVALID", "INTERNAL", "OVERLOADED", "SHUTTING_DOWN", "STORAGE_UNAVAILABLE"] as const;
  const every = new Set([...codes, ...(needsKey ? keyProblems : []), ...ofEveryRoute]);
  return problems(
    errorCodes.filter((code) => every.has(code)),
    schemas,
  );
}

/** Groups error codes into documented responses by status. */
function problems(codes: readonly ErrorCode[], schemas: ProblemSchemas): Record<number, ProblemResponse> {
  const byStatus = Map.groupBy(
    codes.flatMap((code) => statusesOf(code).map((status) => ({ code, status }))),
    ({ status }) => status,
  );
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: `Codes: ${rows.map(({ code }) => `\`${code}\``).join(", ")}.`,
        content: { "application/problem+json": { schema: ref(schemas[status] ?? ProblemSchema) } },
      },
    ]),
  );
}

function statusesOf(code: ErrorCode): number[] {
  const { status, alternativeStatus } = getErrorEntry(code);
  return alternativeStatus === undefined ? [status] : [status, alternativeStatus];
}
