import type { Overview } from "@wayfare/contract";
import { formatCounted } from "../../components/money-format.ts";
import { Status } from "../../components/status.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { WebhookStatusMark } from "../../components/webhook-status.tsx";
import { ClockOffset } from "../../data/clock-offset.ts";
import { useDataClock } from "../../data/test-clock.ts";

type UnhealthyWebhook = Overview["unhealthyWebhooks"][number];

/** Webhook endpoints that need attention, with links. */
export function WebhookHealth({
  hasWebhooks,
  unhealthy,
}: {
  hasWebhooks: boolean;
  unhealthy: readonly UnhealthyWebhook[];
}) {
  const { aheadSeconds } = useDataClock();
  if (!hasWebhooks) {
    return (
      <p className="text-ink-2">
        No endpoints. <TextLink to="/webhooks">Register an endpoint</TextLink> to receive events.
      </p>
    );
  }
  if (unhealthy.length === 0) return <Status tone="positive">No failing endpoints</Status>;
  return (
    <ClockOffset value={aheadSeconds * 1000}>
      <ul className="flex flex-col gap-2">
        {unhealthy.map((webhook) => (
          <li key={webhook.id}>
            <p className="flex flex-wrap items-center gap-x-3">
              <WebhookStatusMark {...webhook} />
              <TextLink
                to="/webhooks/$id"
                params={{ id: webhook.id }}
                className="min-w-0 font-mono text-13 wrap-anywhere"
              >
                {webhook.url}
              </TextLink>
            </p>
            <Failures {...webhook} />
          </li>
        ))}
      </ul>
    </ClockOffset>
  );
}

/** Failures of an endpoint; none for an endpoint that was never verified and has no deliveries. */
function Failures({ failures, firstFailureAt }: UnhealthyWebhook) {
  if (firstFailureAt === null) return null;
  return (
    <p className="text-12 text-ink-3">
      {formatCounted(failures, "consecutive failure", "consecutive failures")}, first{" "}
      <Time at={firstFailureAt} show="distance" />
    </p>
  );
}
