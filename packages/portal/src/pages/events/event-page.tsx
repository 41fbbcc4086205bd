import { getRouteApi } from "@tanstack/react-router";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useEventTypes } from "../../data/event-types.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { useEvent } from "./data.ts";

const route = getRouteApi("/shell/events/$id");

/** One event: what it says, and whom it was sent to. */
export function EventPage() {
  const { id } = route.useParams();
  const event = useEvent(id);
  const title = useEventTypes().find(({ type }) => type === event.data?.type)?.title;
  const back = <TextLink to="/events">Events</TextLink>;
  if (event.data === undefined) {
    return (
      <>
        <PageHeader title="Event" above={back} />
        {event.error === null ? (
          <Waiting label="event" />
        ) : (
          <Problem error={event.error} onRetry={() => void event.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader title={event.data.type} above={back} {...(title !== undefined && { lead: title })} />
      <TestTime>
        <Facts
          facts={[
            ["Id", <CopyableId key="id" id={id} what="event id" />],
            ["Happened", <Time key="at" at={event.data.createdAt} />],
          ]}
        />
        <Section title="Payload">
          <CodeBlock what="payload" code={JSON.stringify(event.data, null, 2)} />
          <p className="max-w-[68ch] pt-2 text-12 text-ink-3">
            A delivery adds <code className="font-mono">apiVersion</code> and its own{" "}
            <code className="font-mono">deliveryId</code>, and has no spaces; its page shows the bytes.
          </p>
        </Section>
        <Section title="Deliveries">
          <DeliveryTable
            caption="Deliveries of this event"
            filters={{ eventId: id }}
            empty={
              <p className="max-w-[68ch] text-ink-2">
                No endpoint subscribed to it when it happened. <TextLink to="/webhooks">Register one</TextLink>, then
                deliver past events to it.
              </p>
            }
          />
        </Section>
      </TestTime>
    </>
  );
}
