import type { Application } from "@wayfare/sdk";
import { useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useApplicationActions, useApplications } from "../../data/applications.ts";
import { ApplicationDialog } from "./application-dialog.tsx";

const columns: readonly Column<Application>[] = [
  {
    header: "Name",
    cell: (application) => (
      <RowLink to="/applications/$id" params={{ id: application.id }}>
        {application.name}
      </RowLink>
    ),
  },
  {
    header: "Description",
    cell: (application) => <span className="text-ink-2">{application.description}</span>,
    secondary: true,
  },
  {
    header: "Created",
    cell: (application) => <Time at={application.createdAt} show="distance" />,
    align: "end",
    width: "w-32",
  },
];

/** Applications page. */
export function ApplicationsPage() {
  const applications = useApplications();
  const { create } = useApplicationActions();
  const [creating, setCreating] = useState(false);
  const button = (
    <CreateButton label="Create application" action="create applications" onClick={() => setCreating(true)} />
  );
  return (
    <>
      <PageHeader
        title="Applications"
        lead="Group API keys, webhooks and usage by application."
        actions={applications.rows.length > 0 && button}
      />
      <PagedTable
        caption="Applications"
        pages={applications}
        columns={columns}
        empty={
          <EmptyState title="No applications yet" action={button}>
            <p>
              Create an application for each of your programs to see its usage separately. Deleting an application
              deletes its webhooks and revokes its keys.
            </p>
          </EmptyState>
        }
      />
      <ApplicationDialog
        title="Create application"
        submitLabel="Create application"
        open={creating}
        onClose={() => setCreating(false)}
        action={create}
        onSubmit={(body) => create.mutate(body, { onSuccess: () => setCreating(false) })}
      />
    </>
  );
}
