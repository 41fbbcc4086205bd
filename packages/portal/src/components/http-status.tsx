import { Status, type Tone } from "./status.tsx";

/** HTTP status of a response; null if the client disconnected. */
export function HttpStatus({ status }: { status: number | null }) {
  return (
    <Status tone={toneOf(status)}>
      {status === null ? (
        <span title="The client disconnected before the response">disconnected</span>
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
