import { listFactTables } from "@wayfare/world";
import { expect, test } from "vitest";
import { makeMetrics } from "../../src/observability/metrics.ts";

test("the age of the facts is the day of the oldest table", async () => {
  const [oldest = ""] = listFactTables()
    .map(({ asOf }) => asOf)
    .toSorted();
  const line = `wayfare_facts_oldest_check_timestamp_seconds ${Date.parse(`${oldest}T00:00:00Z`) / 1000}`;
  expect((await makeMetrics().registry.metrics()).split("\n")).toContain(line);
});
