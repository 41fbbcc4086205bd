import type { Overview } from "@wayfare/contract";
import { formatCount, formatCounted } from "../../components/money-format.ts";
import { TextLink } from "../../components/text-link.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";

const retryThem = (
  <TextLink to="/deliveries" search={{ status: "dead_lettered" }}>
    Retry them by hand
  </TextLink>
);

/** The figures at the head; one leads to the deliveries, for whom they are open to. */
export function figuresOf(overview: Overview, mayReadDeliveries: boolean) {
  const { requests, errors, p50Ms, p95Ms, deliveries } = overview;
  const { delivered, awaitingRetry, deadLettered } = deliveries;
  const share = errors === 0 ? "None" : `${((errors / requests) * 100).toFixed(1)} % of requests`;
  return [
    { label: "Requests", value: formatCount(requests) },
    { label: "Errors", value: formatCount(errors), note: share },
    { label: "Median answer", value: formatOrDash(p50Ms) },
    { label: "95th percentile", value: formatOrDash(p95Ms) },
    {
      label: "Delivered",
      value: formatCount(delivered),
      note: awaitingRetry === 0 ? "None is waiting" : formatCounted(awaitingRetry, "on its way", "on their way"),
    },
    {
      label: "Dead letters",
      value: <span className={deadLettered > 0 ? "text-critical" : ""}>{formatCount(deadLettered)}</span>,
      note: deadLettered === 0 ? "None" : mayReadDeliveries ? retryThem : undefined,
    },
  ];
}

function formatOrDash(ms: number | null): string {
  return ms === null ? "—" : formatMilliseconds(ms);
}
