import { createGuardedClient } from "@wayfare/egress";
import { recordEvent, runChallenges, startChallenges } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { type RunningApp, testSecrets } from "../running-app.ts";
import {
  echo,
  makeActiveWebhook,
  openReceiver,
  postWebhook,
  readWebhook,
  refuse,
  sendChallenges,
} from "../webhook-receiver.ts";

const patch = (app: RunningApp, id: string, body: object) => app.call(`/v1/webhooks/${id}`, { method: "PATCH", body });
const verify = (app: RunningApp, id: string) => app.call(`/v1/webhooks/${id}/verify`, { method: "POST" });

type GuardedRequest = Parameters<ReturnType<typeof createGuardedClient>["send"]>[0];
type GuardedOutcome = Awaited<ReturnType<ReturnType<typeof createGuardedClient>["send"]>>;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("an endpoint that responds becomes active, and no further challenge is sent", async () => {
    const started = await startApp(kind);
    const { receiver, webhook } = await makeActiveWebhook(started);
    expect(await readWebhook(started.app, webhook.id)).toMatchObject({ status: "active", challengeFailure: null });
    started.app.clock.advance(600_000);
    expect(await sendChallenges(started)).toBe(0);
    expect(receiver.challenges).toHaveLength(1);
    const again = await verify(started.app, webhook.id);
    expect(again).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("an endpoint that does not respond is retried every 10 seconds for a minute and then fails until it is verified again", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const receiver = await openReceiver();
    receiver.answer(refuse);
    const { id } = await postWebhook(app, { url: receiver.url });
    for (let tries = 1; tries <= 7; tries++) {
      expect((await readWebhook(app, id)).status).toBe("pending_verification");
      expect(await sendChallenges(started)).toBe(1);
      expect(await sendChallenges(started)).toBe(0);
      expect(receiver.challenges).toHaveLength(tries);
      app.clock.advance(10_000);
    }
    const challengeFailure = "Endpoint returned 404 instead of 200.";
    expect(await readWebhook(app, id)).toMatchObject({ status: "verification_failed", challengeFailure });
    expect(await sendChallenges(started)).toBe(0);
    expect(new Set(receiver.challenges.map(({ token }) => token)).size).toBe(7);
    receiver.answer(echo);
    expect(JSON.parse((await verify(app, id)).text)).toMatchObject({ status: "pending_verification" });
    await sendChallenges(started);
    expect(await readWebhook(app, id)).toMatchObject({ status: "active", challengeFailure: null });
  });

  test("verify says which subscribed events were not delivered since the endpoint was disabled", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started, { events: ["webhook.test"] });
    const record = (type: "webhook.test" | "booking.confirmed", nowMs: number) =>
      database.transaction((tx) =>
        recordEvent(tx, {
          accountId: app.accountId,
          environment: "test",
          applicationId: null,
          type,
          data: {},
          nowMs,
        }),
      );
    const nowMs = app.clock.nowMs();
    await record("webhook.test", nowMs + 1);
    await database.execute("UPDATE deliveries SET status = 'delivered', due_at = NULL, finished_at = created_at");
    await record("webhook.test", nowMs + 2);
    await database.execute("UPDATE webhook_endpoints SET status = 'disabled', failing_since = created_at");
    await record("webhook.test", nowMs + 3);
    await record("booking.confirmed", nowMs + 4);
    app.clock.advance(1000);
    const missedEvents = { from: new Date(nowMs + 2).toISOString(), matched: 2, matchedIsMinimum: false };
    expect(await verify(app, webhook.id)).toMatchObject({ status: 200, body: { missedEvents } });
    await sendChallenges(started);
    const replay = { from: missedEvents.from, dryRun: true };
    expect(await app.call(`/v1/webhooks/${webhook.id}/replay`, { body: replay })).toMatchObject({
      body: { matched: 2 },
    });
  });

  test("verify reports no missed events of a new endpoint without any", async () => {
    const { app } = await startApp(kind);
    const { id } = await postWebhook(app, { url: "https://example.com/" });
    expect(await verify(app, id)).toMatchObject({ status: 200, body: { missedEvents: null } });
  });

  test("another process retries the challenge of a dead process after 30 seconds", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const receiver = await openReceiver();
    const { id } = await postWebhook(app, { url: receiver.url });
    // Like the claim of a dead process.
    const lease = new Date(app.clock.nowMs() + 30_000);
    await database.execute("UPDATE webhook_endpoints SET challenge_due_at = $1", [lease]);
    expect(await sendChallenges(started)).toBe(0);
    app.clock.advance(30_000);
    expect(await sendChallenges(started)).toBe(1);
    expect(await readWebhook(app, id)).toMatchObject({ status: "active" });
  });

  test("two concurrent workers send each challenge once", async () => {
    const started = await startApp(kind);
    const receiver = await openReceiver();
    for (let at = 0; at < 30; at++) await postWebhook(started.app, { url: receiver.url });
    const sent = await Promise.all([sendChallenges(started), sendChallenges(started)]);
    expect(sent[0] + sent[1]).toBe(30);
    expect(receiver.challenges).toHaveLength(30);
  });

  test("a new URL is used only after it passed the challenge", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const { receiver, webhook } = await makeActiveWebhook(started);
    const next = await openReceiver();
    const changed = await patch(app, webhook.id, { url: next.url });
    const waiting = { status: "active", url: receiver.url, pendingUrl: next.url };
    expect(JSON.parse(changed.text)).toMatchObject(waiting);
    next.answer(refuse);
    await sendChallenges(started);
    expect(await readWebhook(app, webhook.id)).toMatchObject(waiting);
    next.answer(echo);
    app.clock.advance(10_000);
    await sendChallenges(started);
    const moved = { status: "active", url: next.url, pendingUrl: null, challengeFailure: null };
    expect(await readWebhook(app, webhook.id)).toMatchObject(moved);
    expect(receiver.challenges).toHaveLength(1);
  });

  test("a new URL that never responds is discarded, and the old one stays active", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const { receiver, webhook } = await makeActiveWebhook(started);
    const next = await openReceiver();
    next.answer(refuse);
    await patch(app, webhook.id, { url: next.url });
    for (let tries = 1; tries <= 7; tries++) {
      await sendChallenges(started);
      app.clock.advance(10_000);
    }
    const kept = { status: "active", url: receiver.url, pendingUrl: null };
    expect(await readWebhook(app, webhook.id)).toMatchObject(kept);
    expect((await readWebhook(app, webhook.id)).challengeFailure).toContain("404");
  });

  test("setting the old URL again discards the new one; an unverified URL is replaced", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const { receiver, webhook } = await makeActiveWebhook(started);
    await patch(app, webhook.id, { url: "https://example.com/next" });
    const back = await patch(app, webhook.id, { url: receiver.url });
    expect(JSON.parse(back.text)).toMatchObject({ url: receiver.url, pendingUrl: null, status: "active" });
    expect(await sendChallenges(started)).toBe(0);
    const fresh = await postWebhook(app, { url: "https://example.com/first" });
    const replaced = await patch(app, fresh.id, { url: receiver.url });
    const expected = { url: receiver.url, pendingUrl: null, status: "pending_verification" };
    expect(JSON.parse(replaced.text)).toMatchObject(expected);
    await sendChallenges(started);
    expect(await readWebhook(app, fresh.id)).toMatchObject({ status: "active" });
  });

  test("a response for a URL that was changed since then verifies nothing", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const receiver = await openReceiver();
    const { id } = await postWebhook(app, { url: receiver.url });
    const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
    const real = createGuardedClient({ rules, timeoutMs: 5000, maxBodyBytes: 65_536 });
    const client = {
      send: async (request: GuardedRequest) => {
        const answer = await real.send(request);
        // The owner changes the URL before the response is processed.
        await patch(app, id, { url: "https://example.com/other" });
        return answer;
      },
    };
    await runChallenges({ database, client, clock: app.clock, box: makeSecretBox(testSecrets) });
    await real.close();
    expect(receiver.challenges).toHaveLength(1);
    expect(await readWebhook(app, id)).toMatchObject({
      status: "pending_verification",
      url: "https://example.com/other",
    });
  });

  test("sends no challenge to a deleted endpoint", async () => {
    const started = await startApp(kind);
    const receiver = await openReceiver();
    const { id } = await postWebhook(started.app, { url: receiver.url });
    await started.app.call(`/v1/webhooks/${id}`, { method: "DELETE" });
    expect(await sendChallenges(started)).toBe(0);
  });

  test("hanging endpoints of one account do not delay another account", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const other = await makeOwner(started);
    for (let at = 0; at < 25; at++) await postWebhook(app, { url: `https://hangs.example/${at}` });
    const last = await postWebhook(app, { url: "https://fails.example/" }, other.test);
    const answers: ((outcome: GuardedOutcome) => void)[] = [];
    const failure: GuardedOutcome = {
      ok: false,
      reason: "connect",
      detail: "No connection.",
      phase: "connect",
      address: null,
      timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 0 },
    };
    const client = {
      send: async ({ url }: GuardedRequest): Promise<GuardedOutcome> =>
        url.includes("hangs") ? new Promise((resolve) => void answers.push(resolve)) : failure,
    };
    const running = runChallenges({ database, client, clock: app.clock, box: makeSecretBox(testSecrets) });
    await eventually(async () =>
      expect(await readWebhook(app, last.id, other.test)).toMatchObject({ challengeFailure: "No connection." }),
    );
    expect(answers.length).toBeLessThan(25);
    let open = 0;
    for (let ended = 0; ended < 25; ended++) {
      const next = await eventually(() => {
        open = Math.max(open, answers.length);
        const answer = answers.shift();
        if (answer === undefined) throw new Error("none is in progress");
        return answer;
      });
      next(failure);
    }
    expect(await running).toBe(26);
    expect(open).toBe(10);
  });

  test("sends the challenge as soon as the endpoint is created", async () => {
    const { app, database } = await startApp(kind);
    const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
    const client = createGuardedClient({ rules, timeoutMs: 5000, maxBodyBytes: 65_536 });
    const errors: unknown[] = [];
    const stop = await startChallenges(
      { database, client, clock: app.clock, box: makeSecretBox(testSecrets) },
      (error) => errors.push(error),
    );
    onTestFinished(async () => {
      await stop();
      await client.close();
    });
    const receiver = await openReceiver();
    const { id } = await postWebhook(app, { url: receiver.url });
    await eventually(async () => expect(await readWebhook(app, id)).toMatchObject({ status: "active" }));
    expect(errors).toEqual([]);
  });
});
