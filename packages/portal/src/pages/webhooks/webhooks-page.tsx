import { getRouteApi } from "@tanstack/react-router";
import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { formatSeconds } from "../../components/retry-schedule-text.ts";
import { RowLink } from "../../components/row-link.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { WebhookStatusMark } from "../../components/webhook-status.tsx";
import { useRetrySchedule } from "../../data/retry-schedule.ts";
import { withFilter } from "../../data/search-params.ts";
import { useWebhooks } from "../../data/webhooks.ts";
import { EventPatterns } from "./event-patterns.tsx";
import { RegisterWebhookDialog } from "./register-webhook-dialog.tsx";

const route = getRouteApi("/shell/webhooks");

const columns: readonly Column<Webhook>[] = [
  {
    header: "Endpoint",
    sortBy: ({ url }) => url,
    cell: ({ id, url, description }) => (
      <span className="flex min-w-0 flex-col wide:flex-row wide:items-baseline wide:gap-3">
        <RowLink to="/webhooks/$id" params={{ id }} className="font-mono wrap-anywhere">
          {url}
        </RowLink>
        <span className="text-ink-3">{description}</span>
      </span>
    ),
  },
  { header: "Events", cell: ({ events }) => <EventPatterns patterns={events} />, secondary: true },
  {
    header: "Status",
    cell: (webhook) => <WebhookStatusMark {...webhook} />,
    width: "w-40",
    sortBy: ({ status }) => status,
  },
  {
    header: "Created",
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    secondary: true,
    width: "w-32",
  },
];

/** Webhooks page. */
export function WebhooksPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const webhooks = useWebhooks(filters);
  const schedule = useRetrySchedule();
  const [registering, setRegistering] = useState(false);
  const button = (
    <CreateButton label="Register endpoint" action="register endpoints" onClick={() => setRegistering(true)} />
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead={`Endpoints that receive your events. Deliveries are signed, and retried${schedule === undefined ? "" : ` for ${formatSeconds(schedule.totalSeconds)}`}.`}
        actions={(webhooks.rows.length > 0 || filters.search !== undefined) && button}
      />
      <div className="pb-4">
        <SearchField
          label="Search"
          placeholder="URL, description or id"
          value={filters.search ?? ""}
          onChange={(search) => void navigate({ search: withFilter(filters, "search", search), replace: true })}
          className="wide:w-64"
        />
      </div>
      <PagedTable
        caption="Webhook endpoints"
        pages={webhooks}
        columns={columns}
        isFaint={({ status }) => status === "paused"}
        empty={
          filters.search === undefined ? (
            <EmptyState title="No endpoints yet" action={button}>
              <p>Register a URL of your program. Wayfare verifies it once, then posts events to it as signed JSON.</p>
            </EmptyState>
          ) : (
            <NoMatch title="No matching endpoints" to="/webhooks" link="Show all endpoints" />
          )
        }
      />
      <RegisterWebhookDialog open={registering} onClose={() => setRegistering(false)} />
    </>
  );
}
