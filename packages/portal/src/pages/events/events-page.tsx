import { getRouteApi } from "@tanstack/react-router";
import type { EventOf } from "@wayfare/sdk";
import { Breakable } from "../../components/breakable.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { Time } from "../../components/time.tsx";
import { withFilter } from "../../data/address.ts";
import { useEventTypeChoices } from "../../data/event-types.ts";
import { useEvents } from "../../data/events.ts";

const route = getRouteApi("/shell/events");

const columns: readonly Column<EventOf>[] = [
  {
    header: "Type",
    cell: ({ id, type }) => (
      <RowLink to="/events/$id" params={{ id }} className="font-mono">
        <Breakable text={type} />
      </RowLink>
    ),
    width: "wide:w-48",
  },
  {
    header: "Data",
    cell: ({ data }) => (
      <span className="line-clamp-1 font-mono text-12 break-all text-ink-3">{JSON.stringify(data)}</span>
    ),
    secondary: true,
  },
  {
    header: "Happened",
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    width: "w-28",
  },
];

/** What happened, whether anybody was told of it or not. */
export function EventsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const types = useEventTypeChoices();
  const events = useEvents(filters);
  return (
    <>
      <PageHeader title="Events" lead="What happened, whether an endpoint was told of it or not." />
      <TestTime>
        <div className="pb-4">
          <Select
            label="Type"
            value={filters.type ?? ""}
            choices={types}
            onChange={(type) => void navigate({ search: withFilter(filters, "type", type), replace: true })}
            className="wide:w-56"
            data-filter
          />
        </div>
        <PagedTable
          caption="Events"
          pages={events}
          columns={columns}
          empty={
            filters.type === undefined ? (
              <NoEvents />
            ) : (
              <NoMatch title="No event of this type" to="/events" link="Show every event" />
            )
          }
        />
      </TestTime>
    </>
  );
}

function NoEvents() {
  return (
    <EmptyState
      title="Nothing has happened yet"
      action={
        <ButtonLink kind="primary" to="/webhooks">
          Send a test event
        </ButtonLink>
      }
    >
      <p>Bookings, revoked keys and failing endpoints make events. The quickest is a test event to an endpoint.</p>
    </EmptyState>
  );
}
