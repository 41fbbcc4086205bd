import { type Database, DatabaseError, type Queryable } from "@wayfare/database";
import { describe, expect, test, vi } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import { DispatcherFixture, hourMs, minuteMs } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

/** A database whose disk can be full: writes fail with PostgreSQL's error, reads succeed. */
class FullDiskDatabase {
  readonly database: Database;
  isFull = false;
  rejectedWrites = 0;

  constructor(database: Database) {
    this.database = {
      ...database,
      ...this.#checked(database),
      transaction: (work) => database.transaction((tx) => work(this.#checked(tx))),
    };
  }

  #checked(db: Queryable): Queryable {
    return {
      query: async (...statement) => {
        this.#check(statement[0]);
        return db.query(...statement);
      },
      execute: async (...statement) => {
        this.#check(statement[0]);
        return db.execute(...statement);
      },
      script: (sql) => db.script(sql),
    };
  }

  #check(sql: string): void {
    if (!this.isFull || !/\b(INSERT|UPDATE|DELETE)\b/.test(sql)) return;
    this.rejectedWrites++;
    throw new DatabaseError("53100", "could not extend file: No space left on device");
  }
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("writes the attempt later, without a second request, when the disk is full after the response", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const disk = new FullDiskDatabase(fixture.database);
    const receiver = await startReceiver();
    receiver.reply = () => {
      disk.isFull = true;
      return { status: 200 };
    };
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start({ database: disk.database });
    await fixture.recordEvent();
    await vi.waitUntil(() => disk.rejectedWrites >= 3, 120_000);
    expect(await fixture.delivery()).toMatchObject({ status: "delivering", attempts: 0 });
    disk.isFull = false;
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await fixture.attempts()).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    expect(fixture.errors.join("\n")).toContain("delivery attempt write failed");
  });

  test("sends nothing while the disk is full and continues afterwards", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const disk = new FullDiskDatabase(fixture.database);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url);
    await fixture.recordEvent();
    disk.isFull = true;
    const dispatcher = await fixture.start({ database: disk.database });
    await vi.waitUntil(() => disk.rejectedWrites >= 2, 120_000);
    expect(receiver.received).toEqual([]);
    disk.isFull = false;
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  test("retries a delivery when its host name could not be resolved", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url.replace("127.0.0.1", "localhost"));
    let isResolvable = false;
    const resolver = async () => {
      if (isResolvable) return ["127.0.0.1"];
      throw Object.assign(new Error("queryA EAI_AGAIN"), { code: "EAI_AGAIN" });
    };
    const dispatcher = await fixture.start({ client: makeClient({ resolver }) });
    await fixture.recordEvent();
    await dispatcher.idle();
    expect(await fixture.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1 });
    isResolvable = true;
    fixture.nowMs += minuteMs;
    await dispatcher.idle();
    expect((await fixture.attempts()).map(({ outcome }) => outcome)).toEqual(["failed_dns", "delivered"]);
    expect(receiver.received).toHaveLength(1);
  });

  test("writes one result when the clock jumps forward by an hour and two processes send a delivery", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url);
    const options = { leaseMs: 10 * minuteMs };
    const dispatchers = [await fixture.start(options), await fixture.start(options)];
    receiver.reply = async (n) => {
      if (n > 0) return { status: 200 };
      fixture.nowMs += hourMs;
      for (const each of dispatchers) each.wake();
      await vi.waitUntil(() => receiver.received.length === 2, 120_000);
      return { status: 200 };
    };
    await fixture.recordEvent();
    await vi.waitUntil(async () => (await fixture.delivery()).status === "delivered", 120_000);
    await Promise.all(dispatchers.map((each) => each.idle()));
    expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await fixture.attempts()).toHaveLength(1);
    const ids = receiver.received.map(({ headers }) => headers["svc-delivery-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("sends new events when the clock jumps back by an hour, and retries at the due time", async () => {
    const fixture = await DispatcherFixture.open(kind);
    const receiver = await startReceiver();
    await fixture.addEndpoint(receiver.url);
    const dispatcher = await fixture.start();
    receiver.reply = (n) => ({ status: n === 0 ? 503 : 200 });
    await fixture.recordEvent();
    await dispatcher.idle();
    receiver.reply = (n) => {
      if (n === 1) fixture.nowMs -= hourMs;
      return { status: 200 };
    };
    await fixture.recordEvent();
    await dispatcher.idle();
    await fixture.recordEvent();
    await dispatcher.idle();
    const statuses = async () => (await fixture.deliveries()).map(({ status }) => status).toSorted();
    expect(await statuses()).toEqual(["awaiting_retry", "delivered", "delivered"]);
    fixture.nowMs += hourMs;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(3);
    fixture.nowMs += minuteMs;
    await dispatcher.idle();
    expect(await statuses()).toEqual(["delivered", "delivered", "delivered"]);
    expect(receiver.received).toHaveLength(4);
  });
});
