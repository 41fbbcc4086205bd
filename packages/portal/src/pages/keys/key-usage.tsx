import { useQuery } from "@tanstack/react-query";
import { BarChart } from "../../components/bar-chart.tsx";
import { formatCount } from "../../components/money-format.ts";
import { Problem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";

const days = 30;
const dayMs = 86_400_000;
const series = [{ name: "Counted", fill: "fill-accent" }];

/** What the key's requests counted, day by day. */
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
  if (usage.error !== null) return <Problem error={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.data === undefined) return <Waiting label="usage" />;
  const counts = new Map(
    usage.data.rows.filter((row) => row.keyId === id).map((row) => [row.start.slice(0, 10), row.count]),
  );
  const fromMs = Date.parse(usage.data.from);
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date(fromMs + index * dayMs).toISOString().slice(0, 10);
    return { label: day, values: [counts.get(day) ?? 0] };
  });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p className="pb-3 text-13 text-ink-2">
        {total === 0 ? "Nothing that counts yet." : `${formatCount(total)} searches and other operations that count.`}
      </p>
      {total > 0 && <BarChart label="What counted by day" series={series} buckets={bars} />}
    </>
  );
}
