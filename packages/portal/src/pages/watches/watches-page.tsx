import { getRouteApi } from "@tanstack/react-router";
import type { Watch } from "@wayfare/sdk";
import { EmptyState } from "../../components/empty-state.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { Select } from "../../components/select.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useWatches } from "../../data/watches.ts";
import { readWatchFilters } from "./filters.ts";
import { describeCondition, describeDates, describeRoute } from "./watch-text.ts";

const route = getRouteApi("/shell/watches");

const columns: readonly Column<Watch>[] = [
  {
    header: "Search",
    cell: ({ id, search }) => (
      <RowLink to="/watches/$id" params={{ id }}>
        {describeRoute(search)}
      </RowLink>
    ),
  },
  { header: "Dates", cell: ({ search }) => describeDates(search), secondary: true },
  { header: "Condition", cell: ({ condition }) => describeCondition(condition).join(", ") },
  { header: "Status", cell: (watch) => <WatchMark {...watch} />, width: "w-28" },
  {
    header: "Matches",
    cell: ({ matchCount }) => formatCounted(matchCount, "flight", "flights"),
    secondary: true,
    width: "w-28",
  },
  {
    header: "Last run",
    cell: ({ lastRun }) => (lastRun === null ? "None yet" : <Time at={lastRun.startedAt} show="distance" />),
    align: "end",
    secondary: true,
    width: "w-32",
  },
];

/** Status of a watch, with the result of its last run if that failed. */
export function WatchMark({ status, lastRun }: Pick<Watch, "status" | "lastRun">) {
  if (status === "paused") return <Status tone="neutral">Paused</Status>;
  if (status === "expired") return <Status tone="neutral">Expired</Status>;
  if (lastRun?.status === "failed") return <Status tone="critical">Failed</Status>;
  if (lastRun?.status === "skipped") return <Status tone="caution">Skipped</Status>;
  return <Status tone="positive">Active</Status>;
}

const choices = [
  { value: "", label: "All statuses" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "expired", label: "Expired" },
] as const;

/** Watches page. */
export function WatchesPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const watches = useWatches(filters);
  return (
    <>
      <PageHeader
        title="Watches"
        lead={
          <>
            Searches that the service repeats. Matches are sent as{" "}
            <code className="font-mono text-13">watch.matched</code>.
          </>
        }
      />
      <div className="pb-4">
        <Select
          label="Status"
          value={filters.status ?? ""}
          choices={choices}
          onChange={(status) => void navigate({ search: readWatchFilters({ status }) })}
          className="wide:w-40"
        />
      </div>
      <PagedTable
        caption="Watches"
        pages={watches}
        columns={columns}
        isFaint={({ status }) => status !== "active"}
        empty={
          filters.status === undefined ? (
            <EmptyState title="No watches yet">
              <p>
                Search in the <TextLink to="/flights">flight explorer</TextLink> and choose Watch this search.
              </p>
            </EmptyState>
          ) : (
            <NoMatch title="No matching watches" to="/watches" link="Show all watches" />
          )
        }
      />
    </>
  );
}
