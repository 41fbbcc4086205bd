import { getRouteApi } from "@tanstack/react-router";
import type { LoggedRequest } from "@wayfare/sdk";
import { type FormEvent, useState } from "react";
import { CallerName } from "../../components/caller-name.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export-button.tsx";
import { TextField } from "../../components/field.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { KeyPicker } from "../../components/object-pickers.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { durationColumn, requestColumn, statusColumn } from "../../components/request-columns.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { TimeRangeField } from "../../components/time-range-field.tsx";
import type { CsvColumn } from "../../data/csv.ts";
import { readText } from "../../data/form-text.ts";
import { withFilter } from "../../data/search-params.ts";
import { withoutTimeRange } from "../../data/time-range.ts";
import { useRequestQuery, useRequests } from "./data.ts";
import { type RequestFilters, routePattern } from "./filters.ts";

const page = getRouteApi("/shell/requests");

const statuses = [
  { value: "", label: "All statuses" },
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx client error" },
  { value: "429", label: "429 rate limited" },
  { value: "5xx", label: "5xx server error" },
];

const columns: readonly Column<LoggedRequest>[] = [
  requestColumn,
  { ...statusColumn, width: "w-20", sortBy: ({ status }) => status },
  durationColumn,
  { header: "Caller", cell: (request) => <CallerName {...request} />, secondary: true },
  {
    header: "IP address",
    cell: ({ address }) => <span className="font-mono text-12">{address}</span>,
    secondary: true,
    width: "w-36",
  },
  {
    header: "Time",
    cell: ({ createdAt }) => <Time at={createdAt} show="instant" />,
    align: "end",
    secondary: true,
    width: "w-40",
    sortBy: ({ createdAt }) => createdAt,
  },
];

const csvColumns: readonly CsvColumn<LoggedRequest>[] = [
  { name: "time", value: ({ createdAt }) => createdAt },
  { name: "id", value: ({ id }) => id },
  { name: "method", value: ({ method }) => method },
  { name: "route", value: ({ route }) => route },
  { name: "status", value: ({ status }) => status },
  { name: "durationMs", value: ({ durationMs }) => durationMs },
  { name: "keyId", value: ({ keyId }) => keyId },
  { name: "userId", value: ({ userId }) => userId },
  { name: "applicationId", value: ({ applicationId }) => applicationId },
  { name: "address", value: ({ address }) => address },
  { name: "operation", value: ({ operation }) => operation },
];

/** Request log page, with the last 30 days. */
export function RequestsPage() {
  const filters = page.useSearch();
  const { query, nowMs } = useRequestQuery(filters);
  const requests = useRequests(query);
  return (
    <>
      <PageHeader
        title="Requests"
        lead="API requests of the last 30 days, without bodies. The list updates automatically. Portal traffic is hidden; show it with the Caller filter."
        actions={
          <ExportButton
            name="requests"
            columns={csvColumns}
            read={(client) => client.requests.list({ ...query, limit: 200 })}
          />
        }
      />
      <Filters filters={filters} nowMs={nowMs} />
      <PagedTable
        caption="Requests"
        pages={requests}
        columns={columns}
        empty={<NoRequests filtered={Object.keys(filters).length > 0} />}
      />
    </>
  );
}
function Filters({ filters, nowMs }: { filters: RequestFilters; nowMs: number }) {
  const navigate = page.useNavigate();
  const choose = (search: RequestFilters) => void navigate({ search, replace: true });
  return (
    <div className="grid grid-cols-2 items-start gap-3 pb-4 wide:flex">
      <Select
        label="Status"
        value={filters.status ?? ""}
        choices={statuses}
        onChange={(value) => choose(withFilter(filters, "status", value))}
        className="wide:w-36"
        data-filter
      />
      <CallerFilter filters={filters} onChange={choose} />
      <KeyPicker
        id={filters.keyId}
        onChange={(keyId) => {
          const { callerType: _callerType, ...others } = filters;
          choose(withFilter(others, "keyId", keyId ?? ""));
        }}
        className="wide:w-48"
      />
      <TimeRangeField
        range={filters}
        nowMs={nowMs}
        onChange={(range) => choose({ ...withoutTimeRange(filters), ...range })}
      />
      <RouteFilter
        key={filters.route}
        value={filters.route ?? ""}
        onChange={(value) => choose(withFilter(filters, "route", value))}
      />
    </div>
  );
}

const callers = [
  { value: "", label: "Keys" },
  { value: "user", label: "Portal users" },
  { value: "any", label: "Keys and portal users" },
] as const;

function CallerFilter({
  filters: { keyId: _keyId, callerType, ...others },
  onChange,
}: {
  filters: RequestFilters;
  onChange: (filters: RequestFilters) => void;
}) {
  return (
    <Select
      label="Caller"
      value={callerType ?? ""}
      choices={callers}
      onChange={(chosen) => onChange(chosen === "" ? others : { ...others, callerType: chosen })}
      className="wide:w-40"
    />
  );
}

function RouteFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [error, setError] = useState<string>();
  const apply = (text: string) => {
    const isValid = text === "" || routePattern.test(text);
    setError(isValid ? undefined : "Enter a path template such as /v1/offers/{id}.");
    if (isValid && text !== value) onChange(text);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(readText(new FormData(event.currentTarget), "route").trim());
  };
  return (
    <form onSubmit={submit} className="col-span-2 wide:w-64">
      <TextField
        label="Route"
        name="route"
        mono
        defaultValue={value}
        placeholder="/v1/offers/{id}"
        error={error}
        onBlur={(event) => apply(event.target.value.trim())}
      />
    </form>
  );
}

function NoRequests({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return <NoMatch title="No matching requests" to="/requests" link="Show all requests" />;
  }
  return (
    <EmptyState title="No requests yet">
      <p>Send a request with an API key. It appears here within a second:</p>
      <CodeBlock
        contentName="command"
        code={`curl -sS ${location.origin}/v1/keys/self -H "Authorization: Bearer $WAYFARE_KEY"`}
      />
    </EmptyState>
  );
}
