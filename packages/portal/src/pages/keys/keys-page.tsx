import { getRouteApi } from "@tanstack/react-router";
import type { Key } from "@wayfare/sdk";
import { type ReactNode, useState } from "react";
import { CreateButton } from "../../components/create-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { ApplicationPicker } from "../../components/object-pickers.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { withFilter } from "../../data/search-params.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { useKeys } from "./data.ts";
import type { KeyFilters } from "./filters.ts";
import { KeyStatusMark } from "./key-status.tsx";
import { isScopeOfKind, keyScopes } from "./scopes.ts";

const route = getRouteApi("/shell/keys");

const columns: readonly Column<Key>[] = [
  {
    header: "Name",
    cell: (key) => (
      <RowLink to="/keys/$id" params={{ id: key.id }}>
        {key.name}
      </RowLink>
    ),
    sortBy: ({ name }) => name,
  },
  {
    header: "Key",
    cell: (key) => <span className="font-mono text-12 whitespace-nowrap">{key.hint}</span>,
    secondary: true,
    width: "w-56",
  },
  {
    header: "Status",
    cell: (key) => <KeyStatusMark {...key} />,
    width: "w-40",
    sortBy: ({ status }) => status,
  },
  {
    header: "Scopes",
    cell: (key) => (
      <span className="font-mono text-12 text-ink-2">{hasEveryScope(key) ? "all" : key.scopes.join(", ")}</span>
    ),
    secondary: true,
    width: "w-72",
  },
  {
    header: "Last used",
    cell: (key) => <Time at={key.lastUsedAt} show="distance" />,
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    align: "end",
    width: "w-28",
  },
];

function hasEveryScope({ scopes, environment }: Key): boolean {
  return keyScopes.filter((scope) => isScopeOfKind(scope, environment)).every((scope) => scopes.includes(scope));
}

const choices = [
  { value: "", label: "All statuses" },
  { value: "active", label: "Active" },
  { value: "revoking", label: "Revoking" },
  { value: "revoked", label: "Revoked" },
  { value: "expired", label: "Expired" },
  { value: "idle", label: "Idle for 90 days" },
] as const;

/** API keys page. */
export function KeysPage() {
  const filters = route.useSearch();
  const keys = useKeys(filters);
  const [creating, setCreating] = useState(false);
  const createButton = <CreateButton label="Create key" action="create keys" onClick={() => setCreating(true)} />;
  return (
    <>
      <PageHeader
        title="API keys"
        lead="API keys authenticate your requests. A key is shown only once, when you create it."
        actions={keys.rows.length > 0 && createButton}
      />
      <Filters filters={filters} />
      <PagedTable
        caption="API keys"
        pages={keys}
        columns={columns}
        isFaint={(key) => key.status === "revoked" || key.status === "expired"}
        empty={<NoKeys filtered={Object.keys(filters).length > 0} action={createButton} />}
      />
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function Filters({ filters }: { filters: KeyFilters }) {
  const navigate = route.useNavigate();
  const choose = (search: KeyFilters) => void navigate({ search, replace: true });
  const { status, idle, applicationId } = filters;
  return (
    <div className="flex flex-wrap items-end gap-3 pb-4">
      <SearchField
        label="Search"
        placeholder="Name, id or hint"
        value={filters.search ?? ""}
        onChange={(search) => choose(withFilter(filters, "search", search))}
        className="w-full wide:w-56"
      />
      <Select
        label="Status"
        value={idle ? "idle" : (status ?? "")}
        choices={choices}
        onChange={(chosen) => {
          const { idle: _idle, ...others } = filters;
          const isIdle = chosen === "idle";
          choose({
            ...withFilter<KeyFilters, "status">(others, "status", isIdle ? "" : chosen),
            ...(isIdle && { idle: true }),
          });
        }}
        className="w-40"
      />
      <ApplicationPicker
        id={applicationId}
        onChange={(id) => choose(withFilter(filters, "applicationId", id ?? ""))}
        className="w-44"
      />
    </div>
  );
}

function NoKeys({ filtered, action }: { filtered: boolean; action: ReactNode }) {
  if (filtered) {
    return <NoMatch title="No matching keys" to="/keys" link="Show all keys" />;
  }
  return (
    <EmptyState title="No keys yet" action={action}>
      <p>
        Requests to the API need a key in the Authorization header. Create a key with only the scopes that your program
        needs.
      </p>
    </EmptyState>
  );
}
