import { getRouteApi } from "@tanstack/react-router";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { useEventCatalog, useEventTypeChoices } from "../../data/event-types.ts";
import { useNewestEvents } from "../../data/events.ts";
import { eventsAccess } from "../../data/permissions.ts";
import { withFilter } from "../../data/search-params.ts";
import { useHasScope } from "../../data/session.ts";
import { EventCatalog } from "./event-catalog.tsx";

const route = getRouteApi("/shell/event-types");

/** Catalog of the event types: condition, members of `data`, and the newest event of each type, or an example. */
export function EventTypesPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const catalog = useEventCatalog();
  const choices = useEventTypeChoices();
  const events = useNewestEvents(useHasScope(...eventsAccess.scopes));
  return (
    <>
      <PageHeader
        title="Event catalog"
        lead="Types of events that an endpoint can subscribe to. Ignore unknown members: new ones may be added."
      />
      <Loaded query={catalog} label="event types">
        {({ data: entries }) => (
          <>
            <Select<string>
              label="Type"
              value={filters.type ?? ""}
              choices={choices}
              onChange={(type) => void navigate({ search: withFilter(filters, "type", type), replace: true })}
              className="wide:w-56"
              data-filter
            />
            <EventCatalog entries={entries} events={events} shown={filters.type} />
          </>
        )}
      </Loaded>
    </>
  );
}
