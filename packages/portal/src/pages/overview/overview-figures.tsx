import type { Overview } from "@wayfare/contract";
import { formatCount } from "../../components/money-format.ts";
import { TextLink } from "../../components/text-link.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";

const retryLink = (
  <TextLink to="/deliveries" search={{ status: "dead_lettered" }}>
    View and retry
  </TextLink>
);

/** Key figures. Dead letters link to the deliveries if the user can open them. */
export function figuresOf(overview: Overview, mayReadDeliveries: boolean) {
  const { requests, errors, p50Ms, p95Ms, deliveries } = overview;
  const { delivered, awaitingRetry, deadLettered } = deliveries;
  const share = errors === 0 ? "None" : `${((errors / requests) * 100).toFixed(1)}% of requests`;
  return [
    { label: "Requests", value: formatCount(requests) },
    { label: "Errors", value: formatCount(errors), note: share },
    { label: "Median response time", value: formatOrDash(p50Ms) },
    { label: "95th percentile", value: formatOrDash(p95Ms) },
    {
      label: "Delivered",
      value: formatCount(delivered),
      note: awaitingRetry === 0 ? "None pending" : `${formatCount(awaitingRetry)} pending`,
    },
    {
      label: "Dead letters",
      value: <span className={deadLettered > 0 ? "text-critical" : ""}>{formatCount(deadLettered)}</span>,
      note: deadLettered === 0 ? "None" : mayReadDeliveries ? retryLink : undefined,
    },
  ];
}

function formatOrDash(ms: number | null): string {
  return ms === null ? "—" : formatMilliseconds(ms);
}
