import type { EventOf, EventTypeEntry } from "@wayfare/sdk";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Section } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { listMembers } from "./members.ts";

interface EventCatalogProps {
  entries: readonly EventTypeEntry[];
  /** Recent events, newest first. */
  events: readonly EventOf[];
  /** Name of the only type to show; undefined for all types. */
  shown: string | undefined;
}

/** Event types with their members and, of each, the newest event or an example. */
export function EventCatalog({ entries, events, shown }: EventCatalogProps) {
  const listed = entries.filter(({ type }) => shown === undefined || type === shown);
  if (shown !== undefined && listed.length === 0) return <UnknownType type={shown} />;
  return listed.map((entry) => (
    <Section key={entry.type} title={entry.type}>
      <EventTypeView entry={entry} event={events.find(({ type }) => type === entry.type)} />
    </Section>
  ));
}

function UnknownType({ type }: { type: string }) {
  return (
    <EmptyState title="Unknown event type">
      <p>
        This version of the service has no event type <code className="font-mono break-all">{type}</code>. Check the
        spelling. <TextLink to="/event-types">Show all event types</TextLink>
      </p>
    </EmptyState>
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
