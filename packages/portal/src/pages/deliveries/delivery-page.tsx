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
import { TestTime } from "../../components/test-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useDelivery, useRetry } from "../../data/deliveries.ts";
import { useEvent } from "../../data/events.ts";
import { useMay } from "../../data/session.ts";
import { useAllWebhooks } from "../../data/webhooks.ts";
import { AttemptView } from "./attempt-view.tsx";
import { DueNote } from "./due-note.tsx";
import { SignatureExplained } from "./signature-explained.tsx";

const route = getRouteApi("/shell/deliveries/$id");

/** One delivery: every attempt, and why its signature is what it is. */
export function DeliveryPage() {
  const { id } = route.useParams();
  const query = useDelivery(id);
  const back = <TextLink to="/deliveries">Deliveries</TextLink>;
  return (
    <Loaded query={query} label="delivery" head={<PageHeader title="Delivery" above={back} />}>
      {(delivery) => (
        <>
          <PageHeader title={delivery.type} above={back} actions={<RetryButton delivery={delivery} />} />
          <TestTime>
            <DeliveryFacts delivery={delivery} />
            <DueNote delivery={delivery} />
            <Section title="Attempts">
              <Attempts delivery={delivery} />
            </Section>
            <Signature delivery={delivery} />
          </TestTime>
        </>
      )}
    </Loaded>
  );
}

function RetryButton({ delivery: { id, status } }: { delivery: DeliveryDetail }) {
  const retry = useRetry();
  if (!useMay("usage.write") || !isRetryable(status)) return null;
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
        ["State", <DeliveryStatusMark key="state" status={status} />],
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
        ["Delivery id", <CopyableId key="id" id={id} what="delivery id" />],
        ["Made", <Time key="made" at={createdAt} />],
        ...(finishedAt === null ? [] : [["Ended", <Time key="ended" at={finishedAt} />] as const]),
      ]}
    />
  );
}

function Attempts({ delivery: { attempts, status } }: { delivery: DeliveryDetail }) {
  if (attempts.length === 0) {
    return (
      <p className="text-ink-2">
        {status === "cancelled"
          ? "None was made: its endpoint went before."
          : "None yet. This page shows the first one by itself."}
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
    <Section title="Why the signature is what it is">
      <SignatureExplained attempt={newest} event={event.data} deliveryId={delivery.id} />
    </Section>
  );
}
