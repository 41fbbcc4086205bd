import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { formatSeconds } from "../../components/retry-schedule-text.ts";
import { RowLink } from "../../components/row-link.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TestClockScope } from "../../components/test-clock-scope.tsx";
import { Time } from "../../components/time.tsx";
import { WebhookStatusMark } from "../../components/webhook-status.tsx";
import { useRetrySchedule } from "../../data/retry-schedule.ts";
import { useWebhooks } from "../../data/webhooks.ts";
import { EventPatterns } from "./event-patterns.tsx";
import { RegisterWebhookDialog } from "./register-webhook-dialog.tsx";

const columns: readonly Column<Webhook>[] = [
  {
    header: "Endpoint",
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
  { header: "Status", cell: (webhook) => <WebhookStatusMark {...webhook} />, width: "w-40" },
  {
    header: "Created",
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    secondary: true,
    width: "w-32",
  },
];

/** Webhooks page. */
export function WebhooksPage() {
  const webhooks = useWebhooks();
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
        actions={webhooks.rows.length > 0 && button}
      />
      <TestClockScope>
        <PagedTable
          caption="Webhook endpoints"
          pages={webhooks}
          columns={columns}
          isFaint={({ status }) => status === "paused"}
          empty={
            <EmptyState title="No endpoints yet" action={button}>
              <p>Register a URL of your program. Wayfare verifies it once, then posts events to it as signed JSON.</p>
            </EmptyState>
          }
        />
      </TestClockScope>
      <RegisterWebhookDialog open={registering} onClose={() => setRegistering(false)} />
    </>
  );
}
