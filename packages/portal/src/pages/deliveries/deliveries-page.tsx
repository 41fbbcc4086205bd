import { getRouteApi } from "@tanstack/react-router";
import type { Delivery, DeliveryStatus } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { DeliveryTable } from "../../components/delivery-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export-button.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ReplayDialog } from "../../components/replay-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { SubjectFilter } from "../../components/subject-filter.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import type { CsvColumn } from "../../data/csv.ts";
import { type DeliveryFilters, useDeliveryQuery } from "../../data/deliveries.ts";
import { deliveryStatusLabels } from "../../data/delivery-status-labels.ts";
import { useEventTypeChoices } from "../../data/event-types.ts";
import { keysOf } from "../../data/keys-of.ts";
import { withFilter } from "../../data/search-params.ts";
import { useHasScope } from "../../data/session.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useAllWebhooks } from "../../data/webhooks.ts";
import { RetrySelected } from "./retry-selected.tsx";

const route = getRouteApi("/shell/deliveries");

const statusChoices: readonly { value: DeliveryStatus | ""; label: string }[] = [
  { value: "", label: "All statuses" },
  ...keysOf(deliveryStatusLabels).map((status) => ({ value: status, label: deliveryStatusLabels[status] })),
];

const csvColumns: readonly CsvColumn<Delivery>[] = [
  { name: "created", value: ({ createdAt }) => createdAt },
  { name: "id", value: ({ id }) => id },
  { name: "webhookId", value: ({ webhookId }) => webhookId },
  { name: "eventId", value: ({ eventId }) => eventId },
  { name: "type", value: ({ type }) => type },
  { name: "status", value: ({ status }) => status },
  { name: "attempts", value: ({ attemptCount }) => attemptCount },
  { name: "nextAttemptAt", value: ({ nextAttemptAt }) => nextAttemptAt },
];

/** Deliveries page with filters by status, type and endpoint, retry and replay. */
export function DeliveriesPage() {
  const filters = route.useSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [replaying, setReplaying] = useState(false);
  const mayWrite = useHasScope("usage.write");
  const { query, nowMs } = useDeliveryQuery(filters);
  const deadOnly = filters.status === "dead_lettered";
  const select = (id: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <>
      <PageHeader
        title={deadOnly ? "Dead letters" : "Deliveries"}
        lead={
          deadOnly
            ? "Deliveries whose attempts all failed. Fix your endpoint, then retry them."
            : "Deliveries of events to your endpoints, with all attempts."
        }
        actions={
          <>
            <ExportButton
              name="deliveries"
              columns={csvColumns}
              read={(client) => client.deliveries.list({ ...query, limit: 200 })}
            />
            {mayWrite && <Button onClick={() => setReplaying(true)}>Replay events</Button>}
          </>
        }
      />
      <Filters filters={filters} nowMs={nowMs} onChosen={() => setSelected(new Set())} />
      {selected.size > 0 && <RetrySelected ids={[...selected]} onDone={() => setSelected(new Set())} />}
      <DeliveryTable
        caption="Deliveries"
        filters={filters}
        {...(mayWrite && { selected, onSelect: select })}
        empty={<NoDeliveries filters={filters} />}
      />
      <ReplayDialog
        webhookId={filters.webhookId}
        status={filters.status}
        open={replaying}
        onClose={() => setReplaying(false)}
      />
    </>
  );
}

function Filters({ filters, nowMs, onChosen }: { filters: DeliveryFilters; nowMs: number; onChosen: () => void }) {
  const navigate = route.useNavigate();
  const webhooks = useAllWebhooks();
  const types = useEventTypeChoices();
  const choose = <Name extends keyof DeliveryFilters>(name: Name, value: DeliveryFilters[Name] | "") => {
    onChosen();
    void navigate({ search: withFilter(filters, name, value), replace: true });
  };
  return (
    <div className="grid grid-cols-2 items-end gap-3 pb-4 wide:flex wide:flex-wrap">
      <Select
        label="Status"
        value={filters.status ?? ""}
        choices={statusChoices}
        onChange={(status) => choose("status", status)}
        className="wide:w-40"
        data-filter
      />
      <Select
        label="Type"
        value={filters.type ?? ""}
        choices={types}
        onChange={(type) => choose("type", type)}
        className="wide:w-48"
      />
      <Select
        label="Endpoint"
        value={filters.webhookId ?? ""}
        choices={[{ value: "", label: "All endpoints" }, ...webhooks.map(({ id, url }) => ({ value: id, label: url }))]}
        onChange={(id) => choose("webhookId", id)}
        className="col-span-2 wide:w-72"
      />
      <TimeRangeField
        range={filters}
        nowMs={nowMs}
        onChange={(range) => {
          onChosen();
          void navigate({ search: { ...withoutTimeRange(filters), ...range }, replace: true });
        }}
      />
      {filters.subject !== undefined && (
        <SubjectFilter subject={filters.subject} onClear={() => choose("subject", "")} />
      )}
      {filters.eventId !== undefined && (
        <p className="col-span-2 text-13">
          For one event ·{" "}
          <button
            type="button"
            className="text-accent underline underline-offset-3"
            onClick={() => choose("eventId", "")}
          >
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

function NoDeliveries({ filters }: { filters: DeliveryFilters }) {
  if (filters.status === "dead_lettered" && Object.keys(filters).length === 1) {
    return (
      <EmptyState title="No dead letters">
        <p>
          No delivery has failed all of its attempts. <TextLink to="/deliveries">Show all deliveries</TextLink>
        </p>
      </EmptyState>
    );
  }
  if (Object.keys(filters).length > 0) {
    return <NoMatch title="No matching deliveries" to="/deliveries" link="Show all deliveries" />;
  }
  return (
    <EmptyState title="No deliveries yet">
      <p>
        A delivery is created for each event that an endpoint subscribes to.{" "}
        <TextLink to="/webhooks">Register an endpoint</TextLink> and send a test event.
      </p>
    </EmptyState>
  );
}
