import type { Page, WebhookEvent } from "@wayfare/sdk";
import { recordEvent } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { type StartedApp, startApp } from "../access-app.ts";

const feed = "/v1/events?order=oldest";

function record({ app, database }: StartedApp): Promise<string> {
  const event = { accountId: app.accountId, environment: "test", applicationId: null, type: "webhook.test" } as const;
  return database.transaction((tx) => recordEvent(tx, { ...event, data: { message: "x" }, nowMs: app.clock.nowMs() }));
}

async function read({ app }: StartedApp, path: string): Promise<{ ids: string[]; nextCursor: string }> {
  const answer = await app.call(path);
  expect(answer.status).toBe(200);
  const { data, nextCursor }: Page<WebhookEvent> = JSON.parse(answer.text);
  return { ids: data.map(({ id }) => id), nextCursor: nextCursor ?? "" };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("continues after its cursor, which is never null and expires with the events", async () => {
    const started = await startApp(kind, { eventRetentionMs: 3_600_000 });
    const { app } = started;
    const ids = [await record(started), await record(started)];
    const first = await read(started, `${feed}&limit=1`);
    const second = await read(started, `${feed}&limit=1&after=${first.nextCursor}`);
    expect([...first.ids, ...second.ids].toSorted()).toEqual(ids.toSorted());
    expect(await read(started, `${feed}&after=${second.nextCursor}`)).toMatchObject({ ids: [] });
    expect(await app.call(`${feed}&type=webhook.test&after=${first.nextCursor}`)).toMatchObject({
      status: 400,
      body: { code: "CURSOR_INVALID" },
    });
    await app.call("/v1/test/clock/advance", { body: { seconds: 3601 } });
    const expired = await app.call(`${feed}&after=${second.nextCursor}`);
    expect(expired).toMatchObject({ status: 410, body: { code: "CURSOR_EXPIRED" } });
  });

  test("waits for the next event, and returns after the time to wait without one", async () => {
    const started = await startApp(kind);
    const { nextCursor } = await read(started, `${feed}&waitSeconds=1`);
    const waiting = read(started, `${feed}&waitSeconds=30&after=${nextCursor}`);
    const id = await record(started);
    expect(await waiting).toMatchObject({ ids: [id] });
  });
});

test("rejects parameters of the list in the feed, and those of the feed in the list", async () => {
  const { app } = await startApp("pglite");
  for (const path of [
    `${feed}&from=2026-11-21`,
    `${feed}&cursor=x`,
    "/v1/events?after=x",
    "/v1/events?waitSeconds=1",
  ]) {
    expect(await app.call(path), path).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
  }
});

test("refuses the eleventh waiting reader of an account, and ends waits at shutdown", async () => {
  const started = await startApp("pglite");
  const { app } = started;
  const waiting = Array.from({ length: 10 }, () => app.call(`${feed}&waitSeconds=30`));
  await eventually(async () => {
    const { status, body } = await app.call(`${feed}&waitSeconds=1`);
    expect({ status, code: body.code }).toEqual({ status: 429, code: "RATE_LIMITED" });
  });
  await app.close();
  for (const answer of await Promise.all(waiting)) expect([200, 503]).toContain(answer.status);
});
