import { formatCount } from "../../components/money-format.ts";
import { type Column, Table } from "../../components/table.tsx";
import type { Buckets, Series } from "./series.ts";
import { lookOf } from "./series-look.ts";

interface SeriesTableProps {
  series: readonly Series[];
  nameOf: (of: string) => string;
}

interface Row extends Series {
  index: number;
}

/** The sums of the range, each beside the line that it has in the chart. */
export function SeriesTable({ series, nameOf }: SeriesTableProps) {
  const total = series.reduce((sum, each) => sum + each.total, 0);
  const columns: Column<Row>[] = [
    {
      header: "Counted",
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
          {total === 0 ? "—" : `${Math.round((row.total / total) * 100)} %`}
        </span>
      ),
      align: "end",
      width: "w-16",
    },
  ];
  return (
    <Table
      caption="Requests that counted in the range"
      columns={columns}
      rows={series.map((each, index) => ({ ...each, index }))}
      keyOf={({ of }) => of}
    />
  );
}

function LineSample({ index }: { index: number }) {
  const { ink, dash } = lookOf(index);
  return (
    <svg aria-hidden viewBox="0 0 24 2" className={`h-0.5 w-6 shrink-0 ${ink}`}>
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

/** The same counts bucket by bucket, newest first, without the empty ones. */
export function BucketTable({ buckets, series, nameOf }: SeriesTableProps & { buckets: Buckets }) {
  const format = buckets.granularity === "hour" ? hour : day;
  const rows = buckets.startsMs
    .map((startMs, place) => ({ startMs, counts: series.map(({ counts }) => counts[place] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .toReversed();
  return (
    <Table
      caption={`Requests that counted by ${buckets.granularity}`}
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
