import type { Overview } from "@wayfare/contract";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Quota } from "../../components/quota.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { deliveriesAccess } from "../../data/permissions.ts";
import { useHasScope } from "../../data/session.ts";
import { useOverview } from "./data.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LatestRequests } from "./latest-requests.tsx";
import { figuresOf } from "./overview-figures.tsx";
import { Traffic } from "./traffic.tsx";
import { WebhookAlertNotice } from "./webhook-alert.tsx";
import { WebhookHealth } from "./webhook-health.tsx";

/** Overview page. */
export function OverviewPage() {
  const query = useOverview();
  return (
    <>
      <PageHeader title="Overview" lead="API activity in the last 24 hours" />
      <Loaded query={query} label="overview">
        {(overview) => <OverviewContent overview={overview} />}
      </Loaded>
    </>
  );
}

function OverviewContent({ overview }: { overview: Overview }) {
  const { requests, series } = overview;
  const mayReadDeliveries = useHasScope(...deliveriesAccess.scopes);
  return (
    <>
      <div className="pb-6 empty:hidden">
        <WebhookAlertNotice unhealthy={overview.unhealthyWebhooks} />
      </div>
      <Figures figures={figuresOf(overview, mayReadDeliveries)} />
      {requests === 0 ? <FirstSteps /> : <Traffic series={series} />}
      <div className="grid gap-x-12 broad:grid-cols-2">
        <Section title="Current period">
          <Quota />
        </Section>
        <Section title="Webhooks">
          <WebhookHealth hasWebhooks={overview.hasWebhooks} unhealthy={overview.unhealthyWebhooks} />
        </Section>
      </div>
      {requests > 0 && (
        <Section
          title="Latest requests"
          actions={
            <TextLink to="/requests" className="text-13">
              View all
            </TextLink>
          }
        >
          <LatestRequests />
        </Section>
      )}
    </>
  );
}
