import type { Fault, OfferChange } from "@wayfare/contract";
import { type ApiError, makeApiError, UnreadableAnswerError } from "./errors.ts";
import { type AnswerOf, type OperationId, operations } from "./operations.ts";

/** An answer that has arrived whole. */
export interface Arrived {
  status: number;
  headers: Headers;
  text: string;
  /** In place of the text, where bytes were due and all went well. */
  bytes?: Uint8Array;
}

/**
 * What an operation has answered.
 *
 * @param nowMs the present instant, which a `Retry-After` with a date is compared with
 * @throws ApiError where it is a problem, UnreadableAnswerError where it is nothing that the operation answers
 */
export function readAnswer<Id extends OperationId>(operation: Id, arrived: Arrived, nowMs: number): AnswerOf<Id> {
  const { status, headers } = arrived;
  const { alsoAnswers } = operations[operation];
  const mayAnswer = (status >= 200 && status < 300) || (status === alsoAnswers && !isProblem(headers));
  if (!mayAnswer) throw toApiError(arrived, nowMs);
  try {
    return read(operation, arrived);
  } catch {
    throw new UnreadableAnswerError(
      `It answered ${status} with ${headers.get("Content-Type") ?? "nothing"} where JSON was due. Is baseUrl the service's?`,
      status,
      headers.get("Request-Id"),
    );
  }
}

function read<Id extends OperationId>(operation: Id, { text, bytes }: Arrived): AnswerOf<Id> {
  const body: unknown = bytes ?? (operations[operation].answers === "text" ? text : JSON.parse(text));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is follows from the operation
  return body as AnswerOf<Id>;
}

function isProblem(headers: Headers): boolean {
  return headers.get("Content-Type")?.includes("problem+json") === true;
}

function toApiError(answer: Arrived, nowMs: number): ApiError {
  const { status, headers } = answer;
  const problem = readProblem(answer);
  const textOf = (name: string) => (typeof problem[name] === "string" ? problem[name] : undefined);
  return makeApiError({
    status,
    code: textOf("code") ?? `HTTP_${status}`,
    title: textOf("title") ?? "No answer of the service's own",
    detail: textOf("detail") ?? describeForeign(answer),
    errors: Array.isArray(problem["errors"]) ? problem["errors"].filter(isFault) : [],
    requestId: textOf("requestId") ?? headers.get("Request-Id"),
    retryAfterSeconds: readRetryAfter(headers.get("Retry-After"), nowMs),
    ...readOfferChange(problem),
  });
}

function readOfferChange({ offer, difference }: Readonly<Record<string, unknown>>): Partial<OfferChange> {
  if (!isRecord(offer) || !isRecord(difference)) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the problem's schema says so
  return { offer, difference } as unknown as OfferChange;
}

function readProblem({ headers, text }: Arrived): Readonly<Record<string, unknown>> {
  if (!headers.get("Content-Type")?.includes("json")) return {};
  try {
    const problem: unknown = JSON.parse(text);
    return isRecord(problem) ? problem : {};
  } catch {
    return {};
  }
}

function describeForeign({ status, headers }: Arrived): string {
  const target = headers.get("Location");
  if (target !== null) return `It leads to ${target}, and is not followed. Is baseUrl the service's?`;
  return status === 0
    ? "It leads elsewhere, and is not followed. Is baseUrl the service's?"
    : `It answered ${headers.get("Content-Type") ?? "nothing"}. A proxy, or is baseUrl not the service's?`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is Fault {
  return isRecord(value) && ["pointer", "code", "detail"].every((name) => typeof value[name] === "string");
}

/** Whole seconds, or a date (RFC 9110); null where it is missing or neither. */
function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
