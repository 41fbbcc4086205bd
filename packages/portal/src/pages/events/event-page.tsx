import { getRouteApi } from "@tanstack/react-router";
import type { EventOf } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { DeliveryTable } from "../../components/delivery-table.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useEventTypes } from "../../data/event-types.ts";
import { useEvent } from "../../data/events.ts";

const route = getRouteApi("/shell/events/$id");

/** One event: what it says, and whom it was sent to. */
export function EventPage() {
  const { id } = route.useParams();
  const query = useEvent(id);
  const lead = useEventTypes().find(({ type }) => type === query.data?.type)?.title;
  const back = <TextLink to="/events">Events</TextLink>;
  return (
    <Loaded query={query} label="event" head={<PageHeader title="Event" above={back} />}>
      {(event) => (
        <>
          <PageHeader title={event.type} above={back} {...(lead !== undefined && { lead })} />
          <TestTime>
            <Facts
              facts={[
                ["Id", <CopyableId key="id" id={id} what="event id" />],
                ["Happened", <Time key="at" at={event.createdAt} />],
              ]}
            />
            <Payload event={event} />
            <Section title="Deliveries">
              <DeliveryTable
                caption="Deliveries of this event"
                filters={{ eventId: id }}
                empty={
                  <p className="max-w-[68ch] text-ink-2">
                    No endpoint subscribed to it when it happened. <TextLink to="/webhooks">Register one</TextLink>,
                    then deliver past events to it.
                  </p>
                }
              />
            </Section>
          </TestTime>
        </>
      )}
    </Loaded>
  );
}

function Payload({ event }: { event: EventOf }) {
  return (
    <Section title="Payload">
      <CodeBlock what="payload" code={JSON.stringify(event, null, 2)} />
      <p className="max-w-[68ch] pt-2 text-12 text-ink-3">
        A delivery adds <code className="font-mono">apiVersion</code> and its own{" "}
        <code className="font-mono">deliveryId</code>, and has no spaces; its page shows the bytes.
      </p>
    </Section>
  );
}
