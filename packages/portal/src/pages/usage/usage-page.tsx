import { getRouteApi } from "@tanstack/react-router";
import type { Usage, UsageGroup } from "@wayfare/sdk";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export-button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { Quota } from "../../components/quota.tsx";
import { exampleSearch, renderCurl } from "../../components/search-snippets.ts";
import { Select } from "../../components/select.tsx";
import { useAllApplications } from "../../data/applications.ts";
import type { CsvColumn } from "../../data/csv.ts";
import { useKeyNames } from "../../data/key-names.ts";
import { usageQuery, useUsage } from "./data.ts";
import type { Range } from "./filters.ts";
import { type Buckets, foldSeries, type Series } from "./series.ts";
import { BucketTable, SeriesTable } from "./usage-table.tsx";

/** Falls back to no chart if it cannot load or the browser cannot draw it. The table has the same data. */
const UsageChart = lazy(() => import("./usage-chart.tsx").catch(() => ({ default: () => null })));

const route = getRouteApi("/shell/usage");

/** Maximum number of lines that are easy to distinguish. */
const maxLines = 6;

const groups: readonly { value: UsageGroup; label: string }[] = [
  { value: "operation", label: "Operation" },
  { value: "key", label: "Key" },
  { value: "application", label: "Application" },
];

const ranges: readonly { value: Range; label: string }[] = [
  { value: "day", label: "24 hours" },
  { value: "week", label: "7 days, by hour" },
  { value: "month", label: "30 days" },
  { value: "quarter", label: "90 days" },
];

const csvColumns: readonly CsvColumn<Usage>[] = [
  { name: "from", value: ({ from }) => from },
  { name: "to", value: ({ to }) => to },
  { name: "operation", value: ({ operation }) => operation ?? null },
  { name: "keyId", value: ({ keyId }) => keyId ?? null },
  { name: "userId", value: ({ userId }) => userId ?? null },
  { name: "applicationId", value: ({ applicationId }) => applicationId ?? null },
  { name: "count", value: ({ count }) => count },
];

/** Usage page: quota, and usage over time by operation, key or application. */
export function UsagePage() {
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const { by = "operation", range = "month" } = view;
  return (
    <>
      <PageHeader title="Usage" lead="Billable requests. Failed requests are not counted." />
      <div className="max-w-2xl border-y border-line py-3">
        <Quota />
      </div>
      <Section
        title="Over time"
        actions={
          <div className="flex flex-wrap gap-3">
            <ExportButton
              name="usage"
              columns={csvColumns}
              read={(client) => client.usage.get({ ...usageQuery(by, range), limit: 200 })}
            />
            <Select
              label="Group by"
              labelHidden
              value={by}
              choices={groups}
              onChange={(chosen) => void navigate({ search: { ...view, by: chosen }, replace: true })}
              className="w-36"
              data-filter
            />
            <Select
              label="Range"
              labelHidden
              value={range}
              choices={ranges}
              onChange={(chosen) => void navigate({ search: { ...view, range: chosen }, replace: true })}
              className="w-40"
            />
          </div>
        }
      >
        <UsageOverTime by={by} range={range} />
      </Section>
    </>
  );
}

function UsageOverTime({ by, range }: { by: UsageGroup; range: Range }) {
  const usage = useUsage(by, range);
  return (
    <Loaded query={usage} label="usage">
      {({ buckets, series }) =>
        series.length === 0 ? <NoUsage /> : <SeriesOverTime by={by} buckets={buckets} series={series} />
      }
    </Loaded>
  );
}

interface SeriesOverTimeProps {
  by: UsageGroup;
  buckets: Buckets;
  series: readonly Series[];
}

function SeriesOverTime({ by, buckets, series }: SeriesOverTimeProps) {
  const nameOf = useSeriesName(by);
  const folded = useMemo(() => foldSeries(series, maxLines), [series]);
  return (
    <div className="flex flex-col gap-8">
      <div className="grid items-start gap-6 broad:grid-cols-[minmax(0,1fr)_22rem]">
        <Suspense fallback={<div className="h-60" />}>
          <UsageChart buckets={buckets} series={folded} nameOf={nameOf} />
        </Suspense>
        <SeriesTable series={folded} nameOf={nameOf} />
      </div>
      <details>
        <summary className="w-fit text-13 text-accent">Counts by {buckets.granularity} as table</summary>
        <div
          className="overflow-x-auto pt-2"
          tabIndex={0}
          role="region"
          aria-label={`Counts by ${buckets.granularity}`}
        >
          <BucketTable buckets={buckets} series={folded} nameOf={nameOf} />
        </div>
      </details>
    </div>
  );
}

/** Returns a function that names a series: the operation, or the name of the key or application. */
function useSeriesName(by: UsageGroup): (of: string) => string {
  const keys = useKeyNames(by === "key");
  const applications = useAllApplications(by === "application");
  return useCallback(
    (of) => {
      if (of === "others") return "Other";
      if (by === "application") {
        return of === "" ? "No application" : (applications.find(({ id }) => id === of)?.name ?? of);
      }
      if (by === "operation") return of;
      if (of.startsWith("usr_")) return "Portal user";
      return keys?.get(of) ?? of;
    },
    [by, applications, keys],
  );
}

function NoUsage() {
  return (
    <EmptyState title="No usage yet">
      <p>Each successful search counts once. Send a search with an API key:</p>
      <CodeBlock contentName="command" code={renderCurl(location.origin, exampleSearch())} />
    </EmptyState>
  );
}
