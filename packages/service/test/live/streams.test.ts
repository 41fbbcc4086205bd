import type { Database } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { type Browser, makeUser, signInAs } from "../browser-session.ts";
import { goodSearch, type RunningApp, runApp } from "../running-app.ts";
import { makeActiveWebhook } from "../webhook-receiver.ts";

interface LiveEvent {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** A client of a live stream. */
async function listen(app: RunningApp, browser: Browser, query = "") {
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const leaving = new AbortController();
  const answer = await fetch(`${app.url}/portal/live${query}`, { headers: { cookie }, signal: leaving.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const more = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    text += value ?? "";
    return !done;
  };
  const events = (): LiveEvent[] =>
    [...text.matchAll(/event: (\w+)\nid: (\S+)\ndata: (.+)\n\n/g)].map(([, event = "", id = "", data = ""]) => {
      return { event, id, data: JSON.parse(data) };
    });
  return {
    answer,
    events,
    text: () => text,
    /** Reads until an event matches; fails if the stream ends first. */
    async until(fits: (each: LiveEvent) => boolean): Promise<LiveEvent> {
      for (;;) {
        const found = events().find(fits);
        if (found !== undefined) return found;
        if (!(await more())) throw new Error(`the stream ended with ${text}`);
      }
    },
    async untilText(part: string): Promise<void> {
      while (!text.includes(part)) if (!(await more())) throw new Error(`the stream ended with ${text}`);
    },
    /** Reads until the service ends the stream. */
    async end(): Promise<void> {
      while (await more()) {}
    },
    leave: () => leaving.abort(),
  };
}

interface Parts {
  app: RunningApp;
  database: Database;
}

function happen({ app, database }: Parts, accountId = app.accountId, environment: "test" | "live" = "test") {
  const event = {
    accountId,
    environment,
    applicationId: null,
    type: "key.revoked",
    data: { name: "private" },
  } as const;
  return database.transaction((tx) => recordEvent(tx, { ...event, nowMs: app.clock.nowMs() }));
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("sends requests of keys, events and deliveries of the own account and partition only", async () => {
    const { app, database } = await startApp(kind);
    const otherId = await createAccount(database, "Other", app.clock.nowMs());
    const otherKey = await app.makeKey({ accountId: otherId });
    await makeActiveWebhook({ app, database });
    await app.call("/v1/places?q=before");
    const owner = await signInAs({ app, database });
    const live = await listen(app, owner);
    expect(live.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(live.answer.headers.get("cache-control")).toBe("no-store");
    const foreign = [
      await app.call("/v1/places?q=lon", { key: otherKey }),
      await app.call("/v1/places?q=lon", { key: await app.makeKey({ environment: "live" }) }),
      await owner.call("/v1/places?q=lon"),
    ].map(({ headers }) => headers.get("request-id"));
    const foreignEvents = [
      await happen({ app, database }, otherId),
      await happen({ app, database }, app.accountId, "live"),
    ];
    const searched = await app.call("/v1/search", { body: goodSearch });
    const request = await live.until(({ id }) => id === searched.headers.get("request-id"));
    expect(request).toMatchObject({ event: "request", data: { route: "/v1/search", status: 200 } });
    const eventId = await happen({ app, database });
    expect(await live.until(({ id }) => id === eventId)).toMatchObject({
      event: "event",
      data: { type: "key.revoked" },
    });
    const delivery = await live.until(({ event, data }) => event === "delivery" && data.eventId === eventId);
    expect(delivery.data).toMatchObject({ status: "pending" });
    await database.execute("UPDATE deliveries SET status = 'dead_lettered', due_at = NULL, finished_at = created_at");
    await live.until(({ id, data }) => id === delivery.id && data.status === "dead_lettered");
    const last = await app.call("/v1/places?q=end");
    await live.until(({ id }) => id === last.headers.get("request-id"));
    const ids = live.events().map(({ id }) => id);
    for (const id of [...foreign, ...foreignEvents]) expect(ids).not.toContain(id);
    expect(live.events().filter(({ event }) => event === "request")).toHaveLength(2);
    expect(live.text()).not.toContain("private");
    live.leave();
  });

  test("sends a retried delivery, however many newer ones exist", async () => {
    const { app, database } = await startApp(kind);
    await makeActiveWebhook({ app, database });
    await happen({ app, database });
    await database.execute(
      "UPDATE deliveries SET status = 'dead_lettered', due_at = NULL, finished_at = created_at, attempts = 7",
    );
    for (let newer = 0; newer < 100; newer++) await happen({ app, database });
    const { text } = await app.call("/v1/deliveries?status=dead_lettered");
    const { data }: { data: { id: string }[] } = JSON.parse(text);
    const id = data[0]?.id;
    const live = await listen(app, await signInAs({ app, database }));
    expect(await app.call(`/v1/deliveries/${id}/retry`, { method: "POST" })).toMatchObject({ status: 202 });
    expect((await live.until((events) => events.id === id)).data).toMatchObject({ status: "pending" });
    live.leave();
  });

  test("sends only requests to a role that cannot read deliveries", async () => {
    const { app, database } = await startApp(kind);
    await makeActiveWebhook({ app, database });
    const live = await listen(app, await signInAs({ app, database }, { role: "viewer" }));
    await happen({ app, database });
    const last = await app.call("/v1/places?q=end");
    await live.until(({ id }) => id === last.headers.get("request-id"));
    expect(live.events().map(({ event }) => event)).toEqual(["request"]);
    live.leave();
  });

  test("ends a stream when its session ends in any way or its role changes", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const user = await makeUser({ app, database }, { role: "developer" });
    const [first, second, third] = [
      await signInAs({ app, database }, user),
      await signInAs({ app, database }, user),
      await signInAs({ app, database }, user),
    ];
    const [signedOut, changed] = [await listen(app, first), await listen(app, second)];
    await first.call("/portal/session", { method: "DELETE" });
    await expect(signedOut.end()).resolves.toBeUndefined();
    await owner.call(`/portal/team/${user.id}`, { method: "PATCH", body: { role: "viewer" } });
    await expect(changed.end()).resolves.toBeUndefined();
    const removed = await listen(app, third);
    await owner.call(`/portal/team/${user.id}`, { method: "DELETE" });
    await expect(removed.end()).resolves.toBeUndefined();
  });

  test("sends a heartbeat, limits the streams of a session and rejects requests without a session", async () => {
    const { app, database } = await startApp(kind, { livePace: { pollEveryMs: 20, heartbeatEveryMs: 20 } });
    const owner = await signInAs({ app, database });
    const streams = [];
    for (let at = 0; at < 4; at++) streams.push(await listen(app, owner));
    expect((await listen(app, owner)).answer.status).toBe(429);
    const [left, open] = streams;
    await open?.untilText(": heartbeat");
    left?.leave();
    const openAgain = async () => {
      // Each attempt is a request of the session and uses its rate limit.
      app.clock.advance(1000);
      const again = await listen(app, owner);
      if (again.answer.status === 200) again.leave();
      else await again.end();
      return again.answer.status;
    };
    await expect.poll(openAgain).toBe(200);
    app.clock.advance(7 * 86_400_000);
    await open?.end();
    expect(await app.call("/portal/live", { key: null })).toMatchObject({ status: 401 });
    expect(await app.call("/portal/live")).toMatchObject({ status: 401 });
  });
});

test("ends all streams at shutdown", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const app = await runApp({ database });
  const live = await listen(app, await signInAs({ app, database }));
  await expect(Promise.all([live.end(), app.close()])).resolves.toBeDefined();
});
