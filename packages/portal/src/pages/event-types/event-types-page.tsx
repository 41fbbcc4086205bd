import type { EventOf, EventTypeEntry } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useEventTypes } from "../../data/event-types.ts";
import { useNewestEvents } from "../../data/events.ts";
import { eventsAccess } from "../../data/permissions.ts";
import { useHasScope } from "../../data/session.ts";
import { listMembers } from "./members.ts";

/** Catalog of the event types: condition, members of `data`, and the newest event of each type, or an example. */
export function EventTypesPage() {
  const types = useEventTypes();
  const newest = useNewestEvents(useHasScope(...eventsAccess.scopes));
  return (
    <>
      <PageHeader
        title="Event catalog"
        lead="Types of events that an endpoint can subscribe to. Ignore unknown members: new ones may be added."
      />
      {types.map((entry) => (
        <Section key={entry.type} title={entry.type}>
          <EventTypeView entry={entry} event={newest.find(({ type }) => type === entry.type)} />
        </Section>
      ))}
    </>
  );
}

function EventTypeView({ entry, event }: { entry: EventTypeEntry; event: EventOf | undefined }) {
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="max-w-[68ch] text-ink-2">{entry.description}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-13">
        {listMembers(entry.dataSchema).map(({ name, types, description }) => (
          <div key={name} className="contents">
            <dt className="font-mono">{name}</dt>
            <dd>
              <span className="font-mono text-ink-3">{types}</span> {description}
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <h3 className="pb-1.5 text-12 font-medium text-ink-2">
          {event === undefined ? (
            "Example"
          ) : (
            <>
              Newest event,{" "}
              <TextLink to="/events/$id" params={{ id: event.id }}>
                <Time at={event.createdAt} />
              </TextLink>
            </>
          )}
        </h3>
        <CodeBlock
          contentName={`${entry.type} data`}
          code={JSON.stringify(event?.data ?? entry.dataExample, null, 2)}
        />
      </div>
    </div>
  );
}
