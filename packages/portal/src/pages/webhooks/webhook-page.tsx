import { getRouteApi } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useMay } from "../../data/session.ts";
import { ApplicationName } from "../applications/application-name.tsx";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { Challenge } from "./challenge.tsx";
import { useWebhook } from "./data.ts";
import { EventPatterns } from "./event-patterns.tsx";
import { Health } from "./health.tsx";
import { Secrets } from "./secrets.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookStatusMark } from "./webhook-status.tsx";

const route = getRouteApi("/shell/webhooks/$id");

/** One endpoint: whether it has answered, how it fares, its secrets, and what it was sent. */
export function WebhookPage() {
  const { id } = route.useParams();
  const webhook = useWebhook(id);
  // What was delivered holds travelers' data.
  const maySeeDeliveries = useMay("usage.write");
  const back = <TextLink to="/webhooks">Webhooks</TextLink>;
  if (webhook.data === undefined) {
    return (
      <>
        <PageHeader title="Webhook" above={back} />
        {webhook.error === null ? (
          <Waiting label="endpoint" />
        ) : (
          <Problem error={webhook.error} onRetry={() => void webhook.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={webhook.data.url}
        above={back}
        {...(webhook.data.description !== "" && { lead: webhook.data.description })}
        actions={<WebhookActions webhook={webhook.data} />}
      />
      <TestTime>
        <div className="pb-6 empty:hidden">
          <Challenge webhook={webhook.data} />
        </div>
        <WebhookFacts webhook={webhook.data} />
        <Section title="Health">
          <Health webhook={webhook.data} />
        </Section>
        <Section title="Secrets">
          <Secrets webhook={webhook.data} />
        </Section>
        {maySeeDeliveries && (
          <Section
            title="Deliveries"
            actions={
              <TextLink to="/deliveries" search={{ webhookId: id }} className="text-13">
                Every delivery to this endpoint
              </TextLink>
            }
          >
            <DeliveryTable caption="Newest deliveries to this endpoint" filters={{ webhookId: id }} limit={10} />
          </Section>
        )}
      </TestTime>
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      facts={[
        ["State", <WebhookStatusMark key="state" {...webhook} />],
        ["Events", <EventPatterns key="events" patterns={webhook.events} />],
        ...(webhook.applicationId === null
          ? []
          : [["Application", <ApplicationName key="application" id={webhook.applicationId} />] as const]),
        ["Id", <CopyableId key="id" id={webhook.id} what="endpoint id" />],
        ["Created", <Time key="created" at={webhook.createdAt} />],
      ]}
    />
  );
}
