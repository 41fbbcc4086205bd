import { deliveriesChannel } from "@wayfare/webhooks";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { postKey, secretOf, startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("advances the clock of the account's test data only", async () => {
    const { app } = await startApp(kind);
    const findMismatch = await readDocument(app);
    const live = await app.makeKey({ environment: "live" });
    const key = await postKey(app, { expiresAt: new Date(app.clock.nowMs() + 3_600_000).toISOString() });
    const use = async () => (await app.call("/v1/keys/self", { key: secretOf(key) })).status;
    expect(await use()).toBe(200);
    const advanced = await app.call("/v1/test/clock/advance", { body: { seconds: 3599 } });
    expect(findMismatch("/v1/test/clock/advance", "post", advanced)).toBeNull();
    expect(JSON.parse(advanced.text)).toEqual({
      now: new Date(app.clock.nowMs() + 3_599_000).toISOString(),
      offsetSeconds: 3599,
    });
    expect(await use()).toBe(200);
    const again = JSON.parse((await app.call("/v1/test/clock/advance", { body: { seconds: 1 } })).text);
    expect(again).toMatchObject({ offsetSeconds: 3600 });
    expect(await use()).toBe(401);
    const read = await app.call("/v1/test/clock");
    expect(JSON.parse(read.text)).toEqual(again);
    const made = await app.call("/v1/applications", { body: { name: "Later" } });
    expect(JSON.parse(made.text)).toMatchObject({ createdAt: again.now });
    const liveMade = await app.call("/v1/applications", { key: live, body: { name: "Now" } });
    expect(JSON.parse(liveMade.text)).toMatchObject({ createdAt: new Date(app.clock.nowMs()).toISOString() });
  });

  test("cannot be set back, and ends after 100 years", async () => {
    const { app, database } = await startApp(kind);
    for (const seconds of [0, -1, 0.5, 31_622_401, "60", null]) {
      expect(await app.call("/v1/test/clock/advance", { body: { seconds } })).toMatchObject({ status: 400 });
    }
    await database.execute("UPDATE accounts SET test_clock_offset_ms = $1", [100 * 366 * 86_400_000 - 1000]);
    expect(await app.call("/v1/test/clock/advance", { body: { seconds: 1 } })).toMatchObject({ status: 200 });
    const beyond = await app.call("/v1/test/clock/advance", { body: { seconds: 1 } });
    expect(beyond).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("requires a test key to read or advance it", async () => {
    const { app } = await startApp(kind);
    for (const environment of ["live", "service"] as const) {
      const key = await app.makeKey({ environment });
      for (const answer of [
        await app.call("/v1/test/clock", { key }),
        await app.call("/v1/test/clock/advance", { key, body: { seconds: 1 } }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { code: "AUTH_ENVIRONMENT_MISMATCH" } });
      }
    }
  });

  test("concurrent advances add up, and each wakes the dispatchers", async () => {
    const { app, database } = await startApp(kind);
    let notifications = 0;
    const stop = await database.listen(deliveriesChannel, { onMessage: () => void notifications++ });
    const moves = Array.from({ length: 5 }, () => app.call("/v1/test/clock/advance", { body: { seconds: 10 } }));
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    expect(JSON.parse((await app.call("/v1/test/clock")).text)).toMatchObject({ offsetSeconds: 50 });
    await eventually(() => expect(notifications).toBe(5));
    await stop();
  });
});
