import type { Overview } from "@wayfare/contract";
import { BarChart } from "../../components/bar-chart.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";

const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

const traffic = [
  { name: "Successful", fill: "fill-accent" },
  { name: "Errors", fill: "fill-critical" },
];
const speed = [{ name: "95th percentile", fill: "fill-ink-3" }];

/** Requests and response times by half hour. */
export function Traffic({ series }: Pick<Overview, "series">) {
  const labelled = series.map((row) => ({ ...row, label: clock.format(Date.parse(row.from)) }));
  return (
    <div className="grid gap-x-12 broad:grid-cols-2">
      <Section title="Requests">
        <BarChart
          label="Requests by half hour"
          series={traffic}
          buckets={labelled.map(({ label, requests, errors }) => ({ label, values: [requests - errors, errors] }))}
        />
      </Section>
      <Section title="Response time">
        <BarChart
          label="95th percentile response time by half hour"
          series={speed}
          buckets={labelled.map(({ label, p95Ms }) => ({ label, values: [p95Ms ?? 0] }))}
          format={formatMilliseconds}
        />
      </Section>
    </div>
  );
}
