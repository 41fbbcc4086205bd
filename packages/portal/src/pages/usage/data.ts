import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UsageGroup } from "@wayfare/sdk";
import { useClient } from "../../data/client.ts";
import { useEnvironment } from "../../data/environment.ts";
import type { Range } from "./filters.ts";
import { bucketsOf, toSeries } from "./series.ts";

/** Returns the parameters of the API for a range. */
export function usageQuery(by: UsageGroup, range: Range) {
  const { granularity, startsMs } = bucketsOf(range, Date.now());
  return { from: new Date(startsMs[0] ?? 0).toISOString(), groupBy: by, granularity };
}

/** Reads the usage of a range by operation, key or application. */
export function useUsage(by: UsageGroup, range: Range) {
  const client = useClient();
  return useQuery({
    queryKey: ["usage", useEnvironment(), by, range],
    queryFn: async () => {
      const buckets = bucketsOf(range, Date.now());
      const from = new Date(buckets.startsMs[0] ?? 0).toISOString();
      const rows = [];
      const pages = client.usage.get({ from, groupBy: by, granularity: buckets.granularity, limit: 200 });
      for await (const row of pages) rows.push(row);
      return { buckets, series: toSeries(rows, by, buckets) };
    },
    placeholderData: (before, query) => (query?.queryKey[2] === by ? keepPreviousData(before) : undefined),
  });
}
