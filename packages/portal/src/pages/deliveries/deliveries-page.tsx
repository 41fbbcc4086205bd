import { getRouteApi } from "@tanstack/react-router";
import type { DeliveryStatus } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { DeliveryTable } from "../../components/delivery-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ReplayDialog } from "../../components/replay-dialog.tsx";
import { Select } from "../../components/select.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { withFilter } from "../../data/address.ts";
import type { DeliveryFilters } from "../../data/deliveries.ts";
import { statusWords } from "../../data/delivery-status-words.ts";
import { useEventTypeChoices } from "../../data/event-types.ts";
import { useMay } from "../../data/session.ts";
import { useAllWebhooks } from "../../data/webhooks.ts";
import { wordsOf } from "../../data/words.ts";
import { RetrySelected } from "./retry-selected.tsx";

const route = getRouteApi("/shell/deliveries");

const statusChoices: readonly { value: DeliveryStatus | ""; label: string }[] = [
  { value: "", label: "Every state" },
  ...wordsOf(statusWords).map((status) => ({ value: status, label: statusWords[status] })),
];

/** What was sent and what could not be: found by state, endpoint and type, and sent again. */
export function DeliveriesPage() {
  const filters = route.useSearch();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [replaying, setReplaying] = useState(false);
  const mayWrite = useMay("usage.write");
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
            ? "What could not be delivered in seven attempts over 32 hours. Mend the endpoint, then send it again."
            : "Each event on its way to each endpoint, with every attempt."
        }
        actions={mayWrite && <Button onClick={() => setReplaying(true)}>Deliver past events</Button>}
      />
      <TestTime>
        <Filters filters={filters} onChosen={() => setSelected(new Set())} />
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
      </TestTime>
    </>
  );
}

function Filters({ filters, onChosen }: { filters: DeliveryFilters; onChosen: () => void }) {
  const navigate = route.useNavigate();
  const webhooks = useAllWebhooks();
  const types = useEventTypeChoices();
  const choose = <Name extends keyof DeliveryFilters>(name: Name, value: DeliveryFilters[Name] | "") => {
    onChosen();
    void navigate({ search: withFilter(filters, name, value), replace: true });
  };
  return (
    <div className="grid grid-cols-2 items-end gap-3 pb-4 wide:flex">
      <Select
        label="State"
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
        choices={[
          { value: "", label: "Every endpoint" },
          ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
        ]}
        onChange={(id) => choose("webhookId", id)}
        className="col-span-2 wide:w-80"
      />
      {filters.eventId !== undefined && (
        <p className="col-span-2 text-13">
          Of one event ·{" "}
          <button
            type="button"
            className="text-accent underline underline-offset-3"
            onClick={() => choose("eventId", "")}
          >
            show all
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
          Everything has arrived, or still may. <TextLink to="/deliveries">Show every delivery</TextLink>.
        </p>
      </EmptyState>
    );
  }
  if (Object.keys(filters).length > 0) {
    return <NoMatch title="No delivery matches" to="/deliveries" link="Show every delivery" />;
  }
  return (
    <EmptyState title="Nothing has been sent yet">
      <p>
        A delivery is made when something happens that an endpoint of yours subscribes to.{" "}
        <TextLink to="/webhooks">Register an endpoint</TextLink> and send it a test event.
      </p>
    </EmptyState>
  );
}
