import { getRouteApi } from "@tanstack/react-router";
import type { DeliveryDetail } from "@wayfare/sdk";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { isRetryable } from "../../components/delivery-selection.tsx";
import { DeliveryStatusMark } from "../../components/delivery-status.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useDelivery, useRetry } from "../../data/deliveries.ts";
import { useEvent } from "../../data/events.ts";
import { useHasScope } from "../../data/session.ts";
import { useAllWebhooks } from "../../data/webhooks.ts";
import { AttemptView } from "./attempt-view.tsx";
import { NextAttemptNotice } from "./next-attempt.tsx";
import { SignatureDetails } from "./signature-details.tsx";

const route = getRouteApi("/shell/deliveries/$id");

/** Delivery page: attempts and signature. */
export function DeliveryPage() {
  const { id } = route.useParams();
  const query = useDelivery(id);
  const back = <TextLink to="/deliveries">Deliveries</TextLink>;
  return (
    <Loaded query={query} label="delivery" head={<PageHeader title="Delivery" above={back} />}>
      {(delivery) => (
        <>
          <PageHeader title={delivery.type} above={back} actions={<RetryButton delivery={delivery} />} />
          <DeliveryFacts delivery={delivery} />
          <NextAttemptNotice delivery={delivery} />
          <Section title="Attempts">
            <Attempts delivery={delivery} />
          </Section>
          <Signature delivery={delivery} />
        </>
      )}
    </Loaded>
  );
}

function RetryButton({ delivery: { id, status } }: { delivery: DeliveryDetail }) {
  const retry = useRetry();
  if (!useHasScope("usage.write") || !isRetryable(status)) return null;
  return (
    <div className="flex flex-col items-end gap-2">
      <Button kind="primary" busy={retry.isPending} onClick={() => retry.mutate([id])}>
        {status === "delivered" ? "Deliver again" : "Retry now"}
      </Button>
      <ActionProblem error={retry.error} />
    </div>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, webhookId, eventId, status, createdAt, finishedAt } = delivery;
  const url = useAllWebhooks().find((webhook) => webhook.id === webhookId)?.url;
  return (
    <Facts
      facts={[
        ["Status", <DeliveryStatusMark key="state" status={status} />],
        [
          "Endpoint",
          <TextLink key="endpoint" to="/webhooks/$id" params={{ id: webhookId }} className="font-mono wrap-anywhere">
            {url ?? webhookId}
          </TextLink>,
        ],
        [
          "Event",
          <TextLink key="event" to="/events/$id" params={{ id: eventId }} className="font-mono">
            {eventId}
          </TextLink>,
        ],
        ["Delivery id", <CopyableId key="id" id={id} contentName="delivery id" />],
        ["Created", <Time key="created" at={createdAt} />],
        ...(finishedAt === null ? [] : [["Finished", <Time key="finished" at={finishedAt} />] as const]),
      ]}
    />
  );
}

function Attempts({ delivery: { attempts, status } }: { delivery: DeliveryDetail }) {
  if (attempts.length === 0) {
    return (
      <p className="text-ink-2">
        {status === "cancelled"
          ? "No attempts: the endpoint was deleted before the first one."
          : "No attempts yet. This page updates automatically."}
      </p>
    );
  }
  const newestFirst = attempts.toReversed();
  return (
    <ol className="border-t border-line">
      {newestFirst.map((attempt, index) => (
        <li key={attempt.id}>
          <AttemptView attempt={attempt} open={index === 0} />
        </li>
      ))}
    </ol>
  );
}

function Signature({ delivery }: { delivery: DeliveryDetail }) {
  const event = useEvent(delivery.eventId);
  const newest = delivery.attempts.at(-1);
  if (newest === undefined || event.data === undefined) return null;
  return (
    <Section title="Signature">
      <SignatureDetails attempt={newest} event={event.data} deliveryId={delivery.id} />
    </Section>
  );
}
