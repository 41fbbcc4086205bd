import { getRouteApi } from "@tanstack/react-router";
import type { EventOf } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { DeliveryTable } from "../../components/delivery-table.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useEventTypes } from "../../data/event-types.ts";
import { useEvent } from "../../data/events.ts";

const route = getRouteApi("/shell/events/$id");

/** Event page: payload and deliveries. */
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
          <Facts
            facts={[
              ["Id", <CopyableId key="id" id={id} contentName="event id" />],
              ["About", <Subject key="subject" subject={event.subject} />],
              ["Created", <Time key="at" at={event.createdAt} />],
            ]}
          />
          <Payload event={event} />
          <Section title="Deliveries">
            <DeliveryTable
              caption="Deliveries of this event"
              filters={{ eventId: id }}
              empty={
                <p className="max-w-[68ch] text-ink-2">
                  No endpoint was subscribed to this event. <TextLink to="/webhooks">Register an endpoint</TextLink>,
                  then replay events to it.
                </p>
              }
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** Id of the object that the event is about, with links to all of its events and deliveries. */
function Subject({ subject }: { subject: string | null }) {
  if (subject === null) return <>–</>;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <CopyableId id={subject} contentName="id of the object" />
      <TextLink to="/events" search={{ subject }}>
        All events
      </TextLink>
      <TextLink to="/deliveries" search={{ subject }}>
        All deliveries
      </TextLink>
    </span>
  );
}

function Payload({ event }: { event: EventOf }) {
  return (
    <Section title="Payload">
      <CodeBlock contentName="payload" code={JSON.stringify(event, null, 2)} />
      <p className="max-w-[68ch] pt-2 text-12 text-ink-3">
        The body of a delivery also contains <code className="font-mono">apiVersion</code> and{" "}
        <code className="font-mono">deliveryId</code>, and has no spaces. The delivery page shows the exact body.{" "}
        <TextLink to="/event-types" search={{ type: event.type }}>
          Members of <code className="font-mono">data</code>
        </TextLink>
      </p>
    </Section>
  );
}
