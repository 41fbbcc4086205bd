import { type DomainError, getErrorEntry, type OfferChange, type Problem } from "@wayfare/contract";

/** Maximum number of rows in `errors`. */
export const maxFaults = 20;

interface ProblemContext {
  requestId: string;
  publicUrl: string;
}

/** Renders the body of a problem response. */
export function renderProblem(error: DomainError, context: ProblemContext): Problem & Partial<OfferChange> {
  const entry = getErrorEntry(error.code);
  const { detail, errors, timedOut, offerChange } = error;
  return {
    type: `${context.publicUrl}/errors/${error.code}`,
    title: entry.title,
    status: (timedOut ? entry.alternativeStatus : undefined) ?? entry.status,
    code: error.code,
    detail: detail ?? entry.help,
    requestId: context.requestId,
    ...(errors ? { errors: errors.slice(0, maxFaults) } : {}),
    ...offerChange,
  };
}
