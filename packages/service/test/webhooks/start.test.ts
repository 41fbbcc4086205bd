import { recordEvent } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { startAppWebhooks } from "../started-webhooks.ts";
import { openReceiver, postWebhook, readWebhook } from "../webhook-receiver.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("runs the background jobs of an endpoint immediately, and stops them with the service", async () => {
    const { app, database } = await startApp(kind);
    const event = {
      accountId: app.accountId,
      environment: "test",
      applicationId: null,
      type: "key.revoked",
      data: {},
    } as const;
    await database.transaction((tx) => recordEvent(tx, { ...event, nowMs: app.clock.nowMs() }));
    await startAppWebhooks({ app, database });
    const receiver = await openReceiver();
    const { id } = await postWebhook(app, { url: receiver.url });
    await eventually(async () => expect(await readWebhook(app, id)).toMatchObject({ status: "active" }));
    const from = new Date(app.clock.nowMs()).toISOString();
    const begun = JSON.parse((await app.call(`/v1/webhooks/${id}/replay`, { body: { from } })).text);
    await eventually(async () => {
      const { text } = await app.call(`/v1/webhooks/${id}/replays/${begun.id}`);
      expect(JSON.parse(text)).toMatchObject({ status: "finished", replayed: 1 });
    });
  });
});
