import { expect, test } from "vitest";
import { dueEndpointsSql } from "../../src/dispatcher/due-endpoints.ts";
import { DispatcherFixture, startMs } from "./dispatcher-fixture.ts";

const endpoints = 10;
const perEndpoint = 200;

interface Plan {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}

test("a poll reads a few rows of each endpoint, however long the backlog of its subjects is", async () => {
  const fixture = await DispatcherFixture.open("postgresql");
  const { database, accountId } = fixture;
  for (let index = 0; index < endpoints; index++) {
    const { id } = await fixture.addEndpoint("http://127.0.0.1:9/", { ordered: true });
    await database.execute(
      `INSERT INTO deliveries
         (id, account_id, environment, endpoint_id, event_id, event_type, status, due_at, created_at, ordering_key, ordering_position)
       SELECT $1 || '-' || n, $2, 'test', $1, 'evt_1', 'webhook.test', 'pending', $3, $3, 'subject-' || n / 3, nextval('delivery_positions')
       FROM generate_series(1, $4::integer) AS n`,
      [id, accountId, new Date(startMs), perEndpoint],
    );
  }
  const [row] = await database.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${dueEndpointsSql}`,
    [new Date(startMs)],
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  // 25 for an endpoint. A plan that looks up the order of every delivery reads 33,000.
  expect((plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0)).toBeLessThan(endpoints * 60);
});
