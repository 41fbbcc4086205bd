import { ApiError, ConnectionError, TimeoutError, UnreadableAnswerError } from "@wayfare/sdk";
import { PasskeyRefused } from "../data/passkey-refused.ts";
import { UnexpectedAnswerError } from "../data/portal-requests.ts";
import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";
import { PlainLink } from "./text-link.tsx";

/** What went wrong and what to do, for any error that a request can end with. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail } = describe(error);
  const known = error instanceof ApiError ? error : undefined;
  return (
    <div role="alert" className="flex max-w-[68ch] flex-col items-start gap-2 border-l-2 border-critical py-1 pl-4">
      <p className="font-semibold text-critical">{title}</p>
      <p className="text-ink-2">{detail}</p>
      {known !== undefined && known.errors.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {known.errors.map((fault) => (
            <li key={`${fault.pointer} ${fault.code}`}>
              <code className="font-mono text-12 text-ink-3">{fault.pointer}</code> {fault.detail}
            </li>
          ))}
        </ul>
      )}
      {known !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
          <PlainLink href={`/errors/${known.code}`} className="font-mono">
            {known.code}
          </PlainLink>
          {known.requestId !== null && <CopyableId id={known.requestId} what="request id" />}
        </p>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** The sentence and the advice of an error. */
export function describe(error: unknown): { title: string; detail: string } {
  if (error instanceof ApiError) {
    const wait = error.retryAfterSeconds === null ? "" : ` Try again in ${error.retryAfterSeconds} s.`;
    return { title: error.title, detail: error.detail + wait };
  }
  if (error instanceof TimeoutError) {
    return {
      title: "No answer in time",
      detail: "The service took too long. Try again; if it lasts, look at its log.",
    };
  }
  if (error instanceof UnreadableAnswerError) {
    const part = error instanceof UnexpectedAnswerError ? `${error.message} ` : "";
    return {
      title: "Unexpected answer",
      detail: `${part}Reload the page, it may be older than the service. If that does not help, check for a proxy that answers in its place.`,
    };
  }
  if (error instanceof ConnectionError) {
    return { title: "The service cannot be reached", detail: "Check your connection and that the service is running." };
  }
  if (error instanceof PasskeyRefused) return { title: "The browser gave no passkey", detail: error.message };
  return { title: "This page has failed", detail: "It is our fault, not yours. Reload it, and report it if it stays." };
}
