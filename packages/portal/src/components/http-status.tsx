import { Status, type Tone } from "./status.tsx";

/** The status of an answer; null where the caller went away before it. */
export function HttpStatus({ status }: { status: number | null }) {
  return (
    <Status tone={toneOf(status)}>
      {status === null ? (
        <span title="The caller went away before the answer">hung up</span>
      ) : (
        <span className="font-mono tabular-nums">{status}</span>
      )}
    </Status>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null || status === 429) return "caution";
  if (status >= 500) return "critical";
  return status >= 400 ? "caution" : "positive";
}
