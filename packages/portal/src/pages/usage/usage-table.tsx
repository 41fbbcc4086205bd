import { formatCount } from "../../components/money-format.ts";
import { type Column, Table } from "../../components/table.tsx";
import { lineStyleOf } from "./line-style.ts";
import type { Buckets, Series } from "./series.ts";

interface SeriesTableProps {
  series: readonly Series[];
  nameOf: (of: string) => string;
}

interface Row extends Series {
  index: number;
}

/** Table of the totals, with the line style of each series. */
export function SeriesTable({ series, nameOf }: SeriesTableProps) {
  const total = series.reduce((sum, each) => sum + each.total, 0);
  const columns: Column<Row>[] = [
    {
      header: "Name",
      cell: ({ of, index }) => (
        <span className="flex items-center gap-2.5">
          <LineSample index={index} />
          {nameOf(of)}
        </span>
      ),
    },
    { header: "Requests", cell: (row) => <Count count={row.total} />, align: "end", width: "w-24" },
    {
      header: "Share",
      cell: (row) => (
        <span className="font-mono tabular-nums">
          {total === 0 ? "—" : `${Math.round((row.total / total) * 100)}%`}
        </span>
      ),
      align: "end",
      width: "w-16",
    },
  ];
  return (
    <Table
      caption="Billable requests in the range"
      columns={columns}
      rows={series.map((each, index) => ({ ...each, index }))}
      keyOf={({ of }) => of}
    />
  );
}

function LineSample({ index }: { index: number }) {
  const { color, dash } = lineStyleOf(index);
  return (
    <svg aria-hidden viewBox="0 0 24 2" className={`h-0.5 w-6 shrink-0 ${color}`}>
      <line x1="0" x2="24" y1="1" y2="1" stroke="currentColor" strokeWidth="2" strokeDasharray={dash.join(" ")} />
    </svg>
  );
}

function Count({ count }: { count: number }) {
  return <span className="font-mono tabular-nums">{formatCount(count)}</span>;
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const hour = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** Table of the counts by bucket, newest first, without empty buckets. */
export function BucketTable({ buckets, series, nameOf }: SeriesTableProps & { buckets: Buckets }) {
  const format = buckets.granularity === "hour" ? hour : day;
  const rows = buckets.startsMs
    .map((startMs, index) => ({ startMs, counts: series.map(({ counts }) => counts[index] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .toReversed();
  return (
    <Table
      caption={`Billable requests by ${buckets.granularity}`}
      columns={[
        {
          header: buckets.granularity === "hour" ? "Hour (UTC)" : "Day (UTC)",
          cell: ({ startMs }) => <span className="font-mono tabular-nums">{format.format(startMs)}</span>,
        },
        ...series.map(({ of }, index) => ({
          header: nameOf(of),
          cell: ({ counts }: { counts: number[] }) => <Count count={counts[index] ?? 0} />,
          align: "end" as const,
        })),
      ]}
      rows={rows}
      keyOf={({ startMs }) => String(startMs)}
    />
  );
}
