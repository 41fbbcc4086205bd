import type { Replay } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { countReplay, recordEvent, runReplays } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import { type RunningApp, startMs } from "../running-app.ts";
import { makeActiveWebhook, postWebhook } from "../webhook-receiver.ts";

interface Started {
  app: RunningApp;
  database: Database;
}

const types = ["booking.confirmed", "booking.cancelled", "key.revoked"] as const;

/** Inserts events of each type, one second apart, without deliveries. */
async function happen({ app, database }: Started, rounds: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (let at = 0; at < rounds * types.length; at++) {
      const type = types[at % types.length] ?? "key.revoked";
      const event = { accountId: app.accountId, environment: "test", applicationId: null, type, data: {} } as const;
      await recordEvent(tx, { ...event, nowMs: startMs + at * 1000 });
    }
  });
}

const instant = (ms: number) => new Date(ms).toISOString();
const from = instant(startMs);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start(rounds: number, events = ["*"]) {
    const started = await startApp(kind);
    await happen(started, rounds);
    started.app.clock.advance(86_400_000);
    const { webhook } = await makeActiveWebhook(started, { events });
    const { app, database } = started;
    const replay = (body: object, headers = {}) =>
      app.call(`/v1/webhooks/${webhook.id}/replay`, { body: { from, ...body }, headers });
    const read = async (id: string): Promise<Replay> =>
      JSON.parse((await app.call(`/v1/webhooks/${webhook.id}/replays/${id}`)).text);
    const count = async () => (await database.query("SELECT id FROM deliveries")).length;
    return { ...started, webhook, replay, read, count };
  }

  test("a dry run counts the events of the period, patterns and status, and creates nothing", async () => {
    const { app, replay, count } = await start(4, ["booking.*"]);
    const findMismatch = await readDocument(app);
    const expectMatched = async (body: object, matched: number) => {
      const answer = await replay({ ...body, dryRun: true });
      expect(JSON.parse(answer.text)).toEqual({ id: null, matched, matchedIsMinimum: false, status: "dry_run" });
      expect(answer.status).toBe(202);
      expect(findMismatch("/v1/webhooks/{id}/replay", "post", answer)).toBeNull();
    };
    await expectMatched({}, 8);
    await expectMatched({ types: ["key.revoked"] }, 4);
    await expectMatched({ types: ["*", "key.revoked"] }, 12);
    await expectMatched({ types: ["*"], to: instant(startMs + 3001) }, 4);
    await expectMatched({ types: ["*"], from: instant(startMs + 3001), to: instant(startMs + 4001) }, 1);
    await expectMatched({ types: ["*"], from: instant(startMs + 3001), to: instant(startMs + 4000) }, 0);
    await expectMatched({ from: instant(startMs + 100_000) }, 0);
    await expectMatched({ from: "1970-01-01" }, 8);
    await expectMatched({ status: "dead_lettered" }, 0);
    expect(await count()).toBe(0);
  });

  test("counting stops at a limit, also if few of the scanned events match, and says so", async () => {
    const { app, database, webhook } = await start(4);
    const owner = {
      accountId: app.accountId,
      environment: "test",
      applicationId: null,
      endpointId: webhook.id,
    } as const;
    const order = {
      ...owner,
      events: ["*"],
      fromMs: startMs,
      toMs: app.clock.nowMs() + 1,
      status: null,
      filterPath: null,
    };
    expect(await countReplay(database, order, 12)).toEqual({ matched: 12, matchedIsMinimum: false });
    expect(await countReplay(database, order, 11)).toEqual({ matched: 11, matchedIsMinimum: true });
    const dead = { ...order, status: "dead_lettered" } as const;
    expect(await countReplay(database, dead, 12)).toEqual({ matched: 0, matchedIsMinimum: false });
    expect(await countReplay(database, dead, 11)).toEqual({ matched: 0, matchedIsMinimum: true });
  });

  test("a replay creates a new delivery for each event, in batches, due by the clock of the data", async () => {
    const { app, database, webhook, replay, read, count } = await start(201);
    await app.call("/v1/test/clock/advance", { body: { seconds: 3600 } });
    const begun = JSON.parse((await replay({}, { "idempotency-key": "r" })).text);
    expect(begun).toMatchObject({ matched: 603, status: "running" });
    expect(JSON.parse((await replay({}, { "idempotency-key": "r" })).text)).toEqual(begun);
    expect(await read(begun.id)).toMatchObject({ status: "running", replayed: 0, webhookId: webhook.id });
    expect(await runReplays(database, app.clock.nowMs())).toBe(603);
    const finishedAt = instant(app.clock.nowMs() + 3_600_000);
    expect(await read(begun.id)).toMatchObject({ status: "finished", matched: 603, replayed: 603, finishedAt });
    expect(await count()).toBe(603);
    const rows = await database.query(
      "SELECT DISTINCT status, attempts, schedule_attempts, due_at, endpoint_id, (SELECT count(DISTINCT event_id)::integer FROM deliveries) AS events FROM deliveries",
    );
    const fresh = { status: "pending", attempts: 0, schedule_attempts: 0, events: 603 };
    expect(rows).toEqual([{ ...fresh, due_at: new Date(finishedAt), endpoint_id: webhook.id }]);
    expect(await runReplays(database, app.clock.nowMs())).toBe(0);
  });

  test("a replay interrupted between two batches continues at the same position", async () => {
    const { app, database, replay, read, count } = await start(200);
    const { id } = JSON.parse((await replay({})).text);
    await database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'refused'; END$$;
      CREATE TRIGGER refused BEFORE UPDATE ON webhook_replays FOR EACH ROW WHEN (NEW.state = 'finished') EXECUTE FUNCTION refuse()`);
    await expect(runReplays(database, app.clock.nowMs())).rejects.toThrow("refused");
    expect(await read(id)).toMatchObject({ status: "running", replayed: 500 });
    expect(await count()).toBe(500);
    await database.script("DROP TRIGGER refused ON webhook_replays; DROP FUNCTION refuse()");
    const both = await Promise.all([1, 2].map(() => runReplays(database, app.clock.nowMs())));
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 100]);
    expect(await read(id)).toMatchObject({ status: "finished", replayed: 600 });
  });

  test("a status filter matches events whose last delivery to this endpoint has it", async () => {
    const { app, database, webhook, replay } = await start(2);
    await replay({});
    await runReplays(database, app.clock.nowMs());
    await database.execute("UPDATE deliveries SET status = 'dead_lettered', due_at = NULL, finished_at = created_at");
    const dry = async () => JSON.parse((await replay({ status: "dead_lettered", dryRun: true })).text).matched;
    expect(await dry()).toBe(6);
    app.clock.advance(1000);
    await replay({ status: "dead_lettered", to: instant(startMs + 1001) });
    await runReplays(database, app.clock.nowMs());
    expect(await dry()).toBe(4);
    const again = await database.query("SELECT id FROM deliveries WHERE status = 'pending' AND endpoint_id = $1", [
      webhook.id,
    ]);
    expect(again).toHaveLength(2);
  });

  test("holds deliveries of a paused endpoint, cancels the replay of a deleted one, and rejects an unverified one", async () => {
    const { app, database, webhook, replay } = await start(1);
    await app.call(`/v1/webhooks/${webhook.id}`, { method: "PATCH", body: { paused: true } });
    await replay({});
    await runReplays(database, app.clock.nowMs());
    expect(
      await database.query("SELECT id FROM deliveries WHERE due_at IS NULL AND held_due_at IS NOT NULL"),
    ).toHaveLength(3);
    const { id } = JSON.parse((await replay({})).text);
    await app.call(`/v1/webhooks/${webhook.id}`, { method: "DELETE" });
    expect(await runReplays(database, app.clock.nowMs())).toBe(0);
    expect(await database.query("SELECT state FROM webhook_replays WHERE id = $1", [id])).toEqual([
      { state: "cancelled" },
    ]);
    const fresh = await postWebhook(app, { url: "https://example.com/" });
    const refused = await app.call(`/v1/webhooks/${fresh.id}/replay`, { body: { from } });
    expect(refused).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("returns 400 if the range is empty, a bound is invalid or a type is unknown", async () => {
    const { replay } = await start(1);
    expect(await replay({ to: instant(startMs) })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/to", code: "RANGE" }] },
    });
    expect(await replay({ types: ["nothing"] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/types/0" }] },
    });
    expect(await replay({ from: "yesterday" })).toMatchObject({ status: 400 });
  });
});
