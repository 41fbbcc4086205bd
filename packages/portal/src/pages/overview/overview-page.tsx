import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCount } from "../../components/money-format.ts";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { Quota } from "../usage/quota.tsx";
import { type Overview, useOverview } from "./data.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LatestRequests } from "./latest-requests.tsx";
import { Traffic } from "./traffic.tsx";
import { WebhookHealth } from "./webhook-health.tsx";

/** How things stand, at a glance. */
export function OverviewPage() {
  const query = useOverview();
  return (
    <>
      <PageHeader title="Overview" lead="What keys have asked in the last 24 hours, and how it went." />
      <Loaded query={query} label="overview">
        {(overview) => <Standing overview={overview} />}
      </Loaded>
    </>
  );
}

function Standing({ overview }: { overview: Overview }) {
  const { requests, series } = overview;
  return (
    <>
      <Figures figures={figuresOf(overview)} />
      {requests === 0 ? <FirstSteps /> : <Traffic series={series} />}
      <div className="grid gap-x-12 broad:grid-cols-2">
        <Section title="This period">
          <Quota />
        </Section>
        <Section title="Webhooks">
          <WebhookHealth unhealthy={overview.unhealthyWebhooks} />
        </Section>
      </div>
      {requests > 0 && (
        <Section
          title="Latest requests"
          actions={
            <TextLink to="/requests" className="text-13">
              Every request
            </TextLink>
          }
        >
          <LatestRequests />
        </Section>
      )}
    </>
  );
}

function figuresOf({ requests, errors, p50Milliseconds, p95Milliseconds, deliveries }: Overview) {
  const { delivered, awaitingRetry, deadLettered } = deliveries;
  const share = errors === 0 ? "None" : `${((errors / requests) * 100).toFixed(1)} % of requests`;
  return [
    { label: "Requests", value: formatCount(requests) },
    { label: "Errors", value: formatCount(errors), note: share },
    { label: "Median answer", value: formatOrDash(p50Milliseconds) },
    { label: "95th percentile", value: formatOrDash(p95Milliseconds) },
    {
      label: "Delivered",
      value: formatCount(delivered),
      note:
        awaitingRetry === 0
          ? "None is waiting"
          : `${formatCount(awaitingRetry)} on ${awaitingRetry === 1 ? "its" : "their"} way`,
    },
    {
      label: "Dead letters",
      value: <span className={deadLettered > 0 ? "text-critical" : ""}>{formatCount(deadLettered)}</span>,
      note:
        deadLettered > 0 ? (
          <TextLink to="/deliveries" search={{ status: "dead_lettered" }}>
            Retry them by hand
          </TextLink>
        ) : (
          "None"
        ),
    },
  ];
}

function formatOrDash(ms: number | null): string {
  return ms === null ? "—" : formatMilliseconds(ms);
}
