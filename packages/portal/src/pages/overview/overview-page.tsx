import type { Overview } from "@wayfare/contract";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Quota } from "../../components/quota.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { reservedDeliveries } from "../../data/reserved.ts";
import { useMay } from "../../data/session.ts";
import { useOverview } from "./data.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LatestRequests } from "./latest-requests.tsx";
import { figuresOf } from "./overview-figures.tsx";
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
  const mayReadDeliveries = useMay(...reservedDeliveries.scopes);
  return (
    <>
      <Figures figures={figuresOf(overview, mayReadDeliveries)} />
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
