import { getRouteApi } from "@tanstack/react-router";
import type { Application } from "@wayfare/sdk";
import { useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useApplicationActions, useApplications } from "../../data/applications.ts";
import { withFilter } from "../../data/search-params.ts";
import { ApplicationDialog } from "./application-dialog.tsx";

const route = getRouteApi("/shell/applications");

const columns: readonly Column<Application>[] = [
  {
    header: "Name",
    cell: (application) => (
      <RowLink to="/applications/$id" params={{ id: application.id }}>
        {application.name}
      </RowLink>
    ),
    sortBy: ({ name }) => name,
  },
  {
    header: "Description",
    cell: (application) => <span className="text-ink-2">{application.description}</span>,
    secondary: true,
  },
  {
    header: "Created",
    cell: (application) => <Time at={application.createdAt} show="distance" />,
    sortBy: ({ createdAt }) => createdAt,
    align: "end",
    width: "w-32",
  },
];

/** Applications page. */
export function ApplicationsPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const applications = useApplications(filters);
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
        actions={(applications.rows.length > 0 || filters.search !== undefined) && button}
      />
      <div className="pb-4">
        <SearchField
          label="Search"
          placeholder="Name, description or id"
          value={filters.search ?? ""}
          onChange={(search) => void navigate({ search: withFilter(filters, "search", search), replace: true })}
          className="wide:w-64"
        />
      </div>
      <PagedTable
        caption="Applications"
        pages={applications}
        columns={columns}
        empty={
          filters.search === undefined ? (
            <EmptyState title="No applications yet" action={button}>
              <p>
                Create an application for each of your programs to see its usage separately. Deleting an application
                deletes its webhooks and revokes its keys.
              </p>
            </EmptyState>
          ) : (
            <NoMatch title="No matching applications" to="/applications" link="Show all applications" />
          )
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
