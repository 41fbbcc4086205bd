import { type Database, DatabaseError, type Session } from "@wayfare/database";
import { describe, expect, test, vi } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import { DeliveryDesk, hourMs, minuteMs } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

/** A database whose disk can be full: it refuses what writes with the error of PostgreSQL, and answers what reads. */
class TightDatabase {
  readonly database: Database;
  isFull = false;
  refusals = 0;

  constructor(database: Database) {
    this.database = {
      ...database,
      ...this.#checked(database),
      transaction: (work) => database.transaction((session) => work(this.#checked(session))),
    };
  }

  #checked(session: Session): Session {
    return {
      query: async (...statement) => {
        this.#check(statement[0]);
        return session.query(...statement);
      },
      execute: async (...statement) => {
        this.#check(statement[0]);
        return session.execute(...statement);
      },
      script: (sql) => session.script(sql),
    };
  }

  #check(sql: string): void {
    if (!this.isFull || !/\b(INSERT|UPDATE|DELETE)\b/.test(sql)) return;
    this.refusals++;
    throw new DatabaseError("53100", "could not extend file: No space left on device");
  }
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a disk that is full between answer and record: the receiver is not asked again, and the attempt is written when there is room", async () => {
    const desk = await DeliveryDesk.open(kind);
    const disk = new TightDatabase(desk.database);
    const receiver = await startReceiver();
    receiver.reply = () => {
      disk.isFull = true;
      return { status: 200 };
    };
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start({ database: disk.database });
    await desk.cause();
    await vi.waitUntil(() => disk.refusals >= 3, 20_000);
    expect(await desk.delivery()).toMatchObject({ status: "delivering", attempts: 0 });
    disk.isFull = false;
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await desk.attempts()).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    expect(desk.errors.join("\n")).toContain("attempts could not be written down");
  });

  test("a disk that is full before a claim: nothing is sent, and all goes on when there is room", async () => {
    const desk = await DeliveryDesk.open(kind);
    const disk = new TightDatabase(desk.database);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url);
    await desk.cause();
    disk.isFull = true;
    const dispatcher = await desk.start({ database: disk.database });
    await vi.waitUntil(() => disk.refusals >= 2, 20_000);
    expect(receiver.received).toEqual([]);
    disk.isFull = false;
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  test("a name that is not resolved is one failed attempt, and its delivery arrives when the resolver is back", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url.replace("127.0.0.1", "localhost"));
    let isBack = false;
    const resolver = async () => {
      if (isBack) return ["127.0.0.1"];
      throw Object.assign(new Error("queryA EAI_AGAIN"), { code: "EAI_AGAIN" });
    };
    const dispatcher = await desk.start({ client: makeClient({ resolver }) });
    await desk.cause();
    await dispatcher.idle();
    expect(await desk.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1 });
    isBack = true;
    desk.nowMs += minuteMs;
    await dispatcher.idle();
    expect((await desk.attempts()).map(({ outcome }) => outcome)).toEqual(["failed_dns", "delivered"]);
    expect(receiver.received).toHaveLength(1);
  });

  test("a clock that jumps forwards by an hour while a request is out: another process sends it too, and one result is written", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url);
    const leases = { leaseMs: 10 * minuteMs };
    const both = [await desk.start(leases), await desk.start(leases)];
    receiver.reply = async (n) => {
      if (n > 0) return { status: 200 };
      desk.nowMs += hourMs;
      for (const each of both) each.wake();
      await vi.waitUntil(() => receiver.received.length === 2, 20_000);
      return { status: 200 };
    };
    await desk.cause();
    await vi.waitUntil(async () => (await desk.delivery()).status === "delivered", 20_000);
    await Promise.all(both.map((each) => each.idle()));
    expect(await desk.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await desk.attempts()).toHaveLength(1);
    const ids = receiver.received.map(({ headers }) => headers["svc-delivery-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("a clock that jumps backwards by an hour: new events go out, what is out is written, and a retry waits for its instant", async () => {
    const desk = await DeliveryDesk.open(kind);
    const receiver = await startReceiver();
    await desk.addEndpoint(receiver.url);
    const dispatcher = await desk.start();
    receiver.reply = (n) => ({ status: n === 0 ? 503 : 200 });
    await desk.cause();
    await dispatcher.idle();
    receiver.reply = (n) => {
      if (n === 1) desk.nowMs -= hourMs;
      return { status: 200 };
    };
    await desk.cause();
    await dispatcher.idle();
    await desk.cause();
    await dispatcher.idle();
    const statuses = async () => (await desk.deliveries()).map(({ status }) => status).toSorted();
    expect(await statuses()).toEqual(["awaiting_retry", "delivered", "delivered"]);
    desk.nowMs += hourMs;
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(3);
    desk.nowMs += minuteMs;
    await dispatcher.idle();
    expect(await statuses()).toEqual(["delivered", "delivered", "delivered"]);
    expect(receiver.received).toHaveLength(4);
  });
});
