import type { Webhook } from "@wayfare/sdk";
import { useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { Time } from "../../components/time.tsx";
import { WebhookStatusMark } from "../../components/webhook-status.tsx";
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
  { header: "State", cell: (webhook) => <WebhookStatusMark {...webhook} />, width: "w-40" },
  {
    header: "Created",
    cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
    align: "end",
    secondary: true,
    width: "w-32",
  },
];

/** The endpoints of the account, and the registering of new ones. */
export function WebhooksPage() {
  const webhooks = useWebhooks();
  const [registering, setRegistering] = useState(false);
  const button = (
    <CreateButton label="Register endpoint" may="register endpoints" onClick={() => setRegistering(true)} />
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Addresses of yours that are told what happens, signed, and told again until they have understood."
        actions={webhooks.rows.length > 0 && button}
      />
      <TestTime>
        <PagedTable
          caption="Webhook endpoints"
          pages={webhooks}
          columns={columns}
          isFaint={({ status }) => status === "paused"}
          empty={
            <EmptyState title="No endpoints yet" action={button}>
              <p>
                Register the address of a program of yours. We ask it once whether it wants to be told, then post each
                event to it as signed JSON.
              </p>
            </EmptyState>
          }
        />
      </TestTime>
      <RegisterWebhookDialog open={registering} onClose={() => setRegistering(false)} />
    </>
  );
}
