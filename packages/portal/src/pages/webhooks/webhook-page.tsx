import { getRouteApi } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { ApplicationName } from "../../components/application-name.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { DeliveryTable } from "../../components/delivery-table.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { MetadataList } from "../../components/metadata-list.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { WebhookStatusMark } from "../../components/webhook-status.tsx";
import { deliveriesAccess } from "../../data/permissions.ts";
import { useHasScope } from "../../data/session.ts";
import { useWebhook } from "../../data/webhooks.ts";
import { CertificateNotice } from "./certificate-notice.tsx";
import { credentialName } from "./credential-fields.tsx";
import { EventPatterns } from "./event-patterns.tsx";
import { Health } from "./health.tsx";
import { Secrets } from "./secrets.tsx";
import { VerificationNotice } from "./verification-notice.tsx";
import { WebhookActions } from "./webhook-actions.tsx";

const route = getRouteApi("/shell/webhooks/$id");

/** Webhook endpoint page: verification, health, secrets and deliveries. */
export function WebhookPage() {
  const { id } = route.useParams();
  const query = useWebhook(id);
  const back = <TextLink to="/webhooks">Webhooks</TextLink>;
  return (
    <Loaded query={query} label="endpoint" head={<PageHeader title="Webhook" above={back} />}>
      {(webhook) => (
        <>
          <PageHeader
            title={webhook.url}
            above={back}
            {...(webhook.description !== "" && { lead: webhook.description })}
            actions={<WebhookActions webhook={webhook} />}
          />
          <div className="pb-6 empty:hidden">
            <VerificationNotice webhook={webhook} />
          </div>
          <div className="pb-6 empty:hidden">
            <CertificateNotice webhook={webhook} />
          </div>
          <WebhookFacts webhook={webhook} />
          <Section title="Health">
            <Health webhook={webhook} />
          </Section>
          <Section title="Secrets">
            <Secrets webhook={webhook} />
          </Section>
          <NewestDeliveries webhookId={id} />
        </>
      )}
    </Loaded>
  );
}

function NewestDeliveries({ webhookId }: { webhookId: string }) {
  const mayRead = useHasScope(...deliveriesAccess.scopes);
  const all = (
    <TextLink to="/deliveries" search={{ webhookId }} className="text-13">
      View all
    </TextLink>
  );
  return (
    <Section title="Deliveries" actions={mayRead && all}>
      <RequireScope scopes={deliveriesAccess.scopes} action="read deliveries">
        <DeliveryTable caption="Newest deliveries to this endpoint" filters={{ webhookId }} limit={10} />
      </RequireScope>
    </Section>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      facts={[
        ["Status", <WebhookStatusMark key="state" {...webhook} />],
        ["Events", <EventPatterns key="events" patterns={webhook.events} />],
        ...(webhook.applicationId === null
          ? []
          : [["Application", <ApplicationName key="application" id={webhook.applicationId} />] as const]),
        ["Id", <CopyableId key="id" id={webhook.id} contentName="endpoint id" />],
        ...(webhook.ordered ? [["Order", "In order for each object"] as const] : []),
        ...(webhook.filter === null
          ? []
          : [
              [
                "Filter",
                <code key="filter" className="font-mono text-13">
                  {JSON.stringify(webhook.filter)}
                </code>,
              ] as const,
            ]),
        ...(webhook.headerNames.length === 0 ? [] : [["Headers", webhook.headerNames.join(", ")] as const]),
        ...(webhook.authType === null ? [] : [["Authentication", credentialName(webhook.authType)] as const]),
        ...(webhook.certificateExpiresAt === null
          ? []
          : [["Certificate expires", <Time key="certificate" at={webhook.certificateExpiresAt} />] as const]),
        ["Metadata", <MetadataList key="metadata" metadata={webhook.metadata} />],
        ["Created", <Time key="created" at={webhook.createdAt} />],
      ]}
    />
  );
}
