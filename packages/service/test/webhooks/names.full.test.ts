import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { closeServer, listenOnLoopback } from "../../../../tests/loopback.ts";
import { startNameServer } from "../../../../tests/name-server.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { startAppWebhooks } from "../started-webhooks.ts";
import { postWebhook, readWebhook } from "../webhook-receiver.ts";

/** Responds to challenges and deliveries. */
async function openSubscriber(): Promise<string> {
  const server = createServer((request, response) => {
    const token = request.headers["svc-challenge"];
    response.end(token === undefined ? "{}" : String(token));
  });
  const { port } = new URL(await listenOnLoopback(server));
  onTestFinished(() => closeServer(server));
  return `http://hooks.localhost:${port}/`;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("90 host names without DNS response in one account do not delay challenges or deliveries of another", async () => {
    const started = await startApp(kind);
    const { app } = started;
    const server = await startNameServer({ "*.slow.example": "silent", "fast.example": ["203.0.113.5"] });
    await startAppWebhooks(started, [server.address]);
    const other = await makeOwner(started);
    const subscriber = await postWebhook(app, { url: await openSubscriber() }, other.test);
    await eventually(async () =>
      expect(await readWebhook(app, subscriber.id, other.test)).toMatchObject({ status: "active" }),
    );

    const slow: string[] = [];
    for (let at = 0; at < 90; at++) slow.push((await postWebhook(app, { url: `https://s${at}.slow.example/` })).id);
    const named = await postWebhook(app, { url: "https://fast.example/" }, other.test);
    const { text: sent } = await app.call(`/v1/webhooks/${subscriber.id}/test`, { key: other.test, method: "POST" });
    const { deliveryId } = JSON.parse(sent);
    await eventually(async () => {
      const detail = "An address of fast.example is not a public address (documentation).";
      expect(await readWebhook(app, named.id, other.test)).toMatchObject({ challengeFailure: detail });
    });
    await eventually(async () => {
      const { text } = await app.call(`/v1/deliveries/${deliveryId}`, { key: other.test });
      expect(JSON.parse(text)).toMatchObject({ status: "delivered", attemptCount: 1 });
    });
    const [first = ""] = slow;
    await eventually(async () =>
      expect((await readWebhook(app, first)).challengeFailure).toContain("DNS lookup timed out"),
    );
  });
});
