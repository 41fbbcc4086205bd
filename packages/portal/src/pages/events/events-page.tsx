import { getRouteApi } from "@tanstack/react-router";
import type { EventOf } from "@wayfare/sdk";
import { Breakable } from "../../components/breakable.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { Select } from "../../components/select.tsx";
import { SubjectFilter } from "../../components/subject-filter.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import { useEventTypeChoices } from "../../data/event-types.ts";
import { useEvents } from "../../data/events.ts";
import { withFilter } from "../../data/search-params.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { withoutTimeRange } from "../../data/time-range.ts";

const route = getRouteApi("/shell/events");

const columns: readonly Column<EventOf>[] = [
  {
    header: "Type",
    sortBy: ({ type }) => type,
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
    header: "Created",
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    width: "w-28",
  },
];

/** Events page. */
export function EventsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const types = useEventTypeChoices();
  const events = useEvents(filters);
  const { nowMs } = useDataClock();
  return (
    <>
      <PageHeader title="Events" lead="All events of the account, with or without a subscribed endpoint." />
      <div className="grid grid-cols-2 items-end gap-3 pb-4 wide:flex">
        <Select
          label="Type"
          value={filters.type ?? ""}
          choices={types}
          onChange={(type) => void navigate({ search: withFilter(filters, "type", type), replace: true })}
          className="wide:w-56"
          data-filter
        />
        <TimeRangeField
          range={filters}
          nowMs={nowMs}
          onChange={(range) => void navigate({ search: { ...withoutTimeRange(filters), ...range }, replace: true })}
        />
        {filters.subject !== undefined && (
          <SubjectFilter
            subject={filters.subject}
            onClear={() => void navigate({ search: withFilter(filters, "subject", ""), replace: true })}
          />
        )}
      </div>
      <PagedTable
        caption="Events"
        pages={events}
        columns={columns}
        empty={
          Object.keys(filters).length === 0 ? (
            <NoEvents />
          ) : (
            <NoMatch title="No matching events" to="/events" link="Show all events" />
          )
        }
      />
    </>
  );
}

function NoEvents() {
  return (
    <EmptyState
      title="No events yet"
      action={
        <ButtonLink kind="primary" to="/webhooks">
          Send a test event
        </ButtonLink>
      }
    >
      <p>
        Bookings, revoked API keys and failing endpoints create events. To see one now, send a test event to an
        endpoint.
      </p>
    </EmptyState>
  );
}
