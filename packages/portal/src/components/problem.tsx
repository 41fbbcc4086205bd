import { ApiError, ConnectionError, InvalidResponseError, TimeoutError } from "@wayfare/sdk";
import { PasskeyError } from "../data/passkey-error.ts";
import { UnexpectedResponseError } from "../data/portal-requests.ts";
import { isSessionError } from "../data/session-ended.ts";
import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";
import { PlainLink } from "./text-link.tsx";

/** Error of a request, with its explanation and code. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail } = describe(error);
  const known = error instanceof ApiError ? error : undefined;
  return (
    <div role="alert" className="flex max-w-[68ch] flex-col items-start gap-2 border-l-2 border-critical py-1 pl-4">
      <p className="font-semibold text-critical">{title}</p>
      <p className="text-ink-2">
        <WithCode text={detail} />
      </p>
      {known !== undefined && known.errors.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {known.errors.map((fieldError) => (
            <li key={`${fieldError.pointer} ${fieldError.code}`}>
              <code className="font-mono text-12 text-ink-3">{fieldError.pointer}</code>{" "}
              <WithCode text={fieldError.detail} />
              {fieldError.suggestion !== undefined && ` Suggestion: ${fieldError.suggestion}`}
            </li>
          ))}
        </ul>
      )}
      {known !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
          <PlainLink href={`/errors/${known.code}`} className="font-mono">
            {known.code}
          </PlainLink>
          {known.requestId !== null && <CopyableId id={known.requestId} contentName="request id" />}
        </p>
      )}
      {onRetry !== undefined && canRetry(error) && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Returns true if the same request can succeed later: not for an object that does not exist or an invalid request. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.status === 429 || error.status === 409 || error.status === 401;
}

/** Text of the API, in which backticks mark code. */
function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-13">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Returns the title and the explanation of an error. */
export function describe(error: unknown): { title: string; detail: string } {
  if (isSessionError(error)) {
    return { title: "Your session has ended", detail: "Sign in again, then repeat the action." };
  }
  if (error instanceof ApiError) {
    const wait = error.retryAfterSeconds === null ? "" : ` Try again in ${error.retryAfterSeconds} s.`;
    return { title: error.title, detail: error.detail + wait };
  }
  if (error instanceof TimeoutError) {
    return {
      title: "Request timed out",
      detail: "The service did not respond in time. Try again. If the problem persists, check the service logs.",
    };
  }
  if (error instanceof InvalidResponseError) {
    const part = error instanceof UnexpectedResponseError ? `${error.message} ` : "";
    return {
      title: "Unexpected response",
      detail: `${part}Reload the page: it may be outdated. If the problem persists, check for a proxy between the browser and the service.`,
    };
  }
  if (error instanceof ConnectionError) {
    return { title: "Cannot reach the service", detail: "Check your connection and that the service is running." };
  }
  if (error instanceof PasskeyError) return { title: "Passkey not available", detail: error.message };
  return {
    title: "Page error",
    detail: "Something went wrong on our side. Reload the page. If the problem persists, report it.",
  };
}
