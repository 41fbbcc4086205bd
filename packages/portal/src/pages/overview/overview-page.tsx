import { Figures } from "../../components/figures.tsx";
import { formatCount } from "../../components/money-format.ts";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { Waiting } from "../../components/waiting.tsx";
import { WebhookStatusMark } from "../webhooks/webhook-status.tsx";
import { type Overview, useOverview } from "./data.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LatestRequests } from "./latest-requests.tsx";
import { Quota } from "./quota.tsx";
import { Traffic } from "./traffic.tsx";

/** How things stand, at a glance. */
export function OverviewPage() {
  const overview = useOverview();
  return (
    <>
      <PageHeader title="Overview" lead="The last 24 hours." />
      {overview.error !== null && <Problem error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.isLoading && <Waiting label="overview" />}
      {overview.data !== undefined && <Standing overview={overview.data} />}
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
          <Quota quota={overview.quota} />
        </Section>
        <Section title="Webhooks">
          <WebhookHealth unhealthy={overview.unhealthyWebhooks} />
        </Section>
      </div>
      {requests > 0 && (
        <Section title="Latest requests">
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
      note: awaitingRetry === 0 ? "None is waiting" : `${formatCount(awaitingRetry)} on their way`,
    },
    {
      label: "Dead letters",
      value: <span className={deadLettered > 0 ? "text-critical" : ""}>{formatCount(deadLettered)}</span>,
      note: deadLettered > 0 ? "Retry them by hand" : "None",
    },
  ];
}

function formatOrDash(ms: number | null): string {
  return ms === null ? "—" : formatMilliseconds(ms);
}

function WebhookHealth({ unhealthy }: { unhealthy: Overview["unhealthyWebhooks"] }) {
  if (unhealthy.length === 0) return <Status tone="positive">No endpoint is failing</Status>;
  return (
    <ul className="flex flex-col gap-2">
      {unhealthy.map(({ id, url, status, failures, failingSince }) => (
        <li key={id}>
          <p className="flex flex-wrap items-center gap-x-3">
            <WebhookStatusMark status={status} failingSince={failingSince} />
            <span className="min-w-0 font-mono text-13 break-all">{url}</span>
          </p>
          <p className="text-12 text-ink-3">
            {formatCount(failures)} failed in a row, since <Time at={failingSince} show="distance" never="just now" />
          </p>
        </li>
      ))}
    </ul>
  );
}
