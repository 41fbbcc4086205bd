import { useQuery } from "@tanstack/react-query";
import type { Usage } from "@wayfare/sdk";
import { BarChart } from "../../components/bar-chart.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";

const days = 30;
const dayMs = 86_400_000;
const series = [{ name: "Requests", fill: "fill-accent" }];

/** Daily usage of a key. */
export function KeyUsage({ id }: { id: string }) {
  const client = useClient();
  const environment = useEnvironment();
  const usage = useQuery({
    queryKey: ["usage", environment, "by key", days],
    queryFn: async () => {
      const from = new Date(Math.floor(Date.now() / dayMs) * dayMs - (days - 1) * dayMs).toISOString();
      const rows = [];
      for await (const row of client.usage.get({ from, groupBy: "key", granularity: "day", limit: 200 }))
        rows.push(row);
      return { from, rows };
    },
  });
  return (
    <Loaded query={usage} label="usage">
      {({ from, rows }) => <Days fromMs={Date.parse(from)} rows={rows.filter((row) => row.keyId === id)} />}
    </Loaded>
  );
}

function Days({ fromMs, rows }: { fromMs: number; rows: readonly Usage[] }) {
  const counts = new Map(rows.map((row) => [row.from.slice(0, 10), row.count]));
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date(fromMs + index * dayMs).toISOString().slice(0, 10);
    return { label: day, values: [counts.get(day) ?? 0] };
  });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p className="pb-3 text-13 text-ink-2">
        {total === 0 ? "No usage yet." : `${formatCounted(total, "billable request", "billable requests")}.`}
      </p>
      {total > 0 && <BarChart label="Billable requests by day" series={series} buckets={bars} />}
    </>
  );
}
