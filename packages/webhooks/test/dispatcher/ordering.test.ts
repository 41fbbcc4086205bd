import { expect, test } from "vitest";
import { testDatabaseKinds } from "../../../database/test/test-databases.ts";
import {
  cancelDeliveries,
  endDeliveryOrder,
  holdDeliveries,
  releaseDeliveries,
} from "../../src/endpoints/open-deliveries.ts";
import { restartDelivery } from "../../src/history/deliveries.ts";
import { DispatcherFixture, hourMs, minuteMs } from "./dispatcher-fixture.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** Names of the received events, such as `a2` for the second event about booking `a`. */
const namesOf = ({ received }: Receiver) => received.map(({ body }) => String(JSON.parse(body).data.name));

async function start(kind: (typeof testDatabaseKinds)[number]) {
  const fixture = await DispatcherFixture.open(kind);
  const receiver = await startReceiver();
  const endpoint = await fixture.addEndpoint(receiver.url, { ordered: true });
  const failing = new Set<string>();
  receiver.reply = (_n, { body }) => ({ status: failing.has(JSON.parse(body).data.name) ? 500 : 200 });
  const record = (name: string) => fixture.recordEvent("booking.confirmed", { bookingId: name.slice(0, 1), name });
  return { fixture, receiver, endpoint, failing, record };
}

test.each(testDatabaseKinds)(
  "a failed delivery holds its successors and no others until it is dead-lettered, on %s",
  async (kind) => {
    const { fixture, receiver, failing, record } = await start(kind);
    const dispatcher = await fixture.start();
    failing.add("a1").add("a2");
    for (const name of ["a1", "a2", "b1", "a3", "b2"]) await record(name);
    await dispatcher.idle();
    expect(namesOf(receiver).toSorted()).toEqual(["a1", "b1", "b2"]);
    expect(namesOf(receiver).indexOf("b1")).toBeLessThan(namesOf(receiver).indexOf("b2"));
    failing.delete("a1");
    fixture.nowMs += minuteMs;
    await dispatcher.idle();
    expect(namesOf(receiver).slice(3)).toEqual(["a1", "a2"]);
    for (let attempt = 2; attempt <= 7; attempt++) {
      fixture.nowMs += 24 * hourMs;
      await dispatcher.idle();
    }
    expect(namesOf(receiver).slice(4)).toEqual([...Array.from({ length: 7 }, () => "a2"), "a3"]);
    expect((await fixture.deliveries()).map(({ status }) => status).toSorted()).toEqual([
      "dead_lettered",
      ...Array.from({ length: 4 }, () => "delivered"),
    ]);
  },
);

test("a retried dead letter is sent after the deliveries of its subject that already wait", async () => {
  const { fixture, receiver, record } = await start("postgresql");
  await record("a1");
  const dead = await fixture.delivery();
  await fixture.database.execute(
    "UPDATE deliveries SET status = 'dead_lettered', due_at = NULL, finished_at = created_at",
  );
  await record("a2");
  const owner = { accountId: fixture.accountId, environment: "test", applicationId: null } as const;
  await fixture.database.transaction((tx) => restartDelivery(tx, owner, dead.id, fixture.nowMs));
  await record("a3");
  const dispatcher = await fixture.start();
  await dispatcher.idle();
  expect(namesOf(receiver)).toEqual(["a2", "a1", "a3"]);
});

test("a pause keeps the order, and a change of the endpoint ends it for waiting deliveries", async () => {
  const { fixture, receiver, endpoint, failing, record } = await start("postgresql");
  const target = { id: endpoint.id, accountId: fixture.accountId, environment: "test" } as const;
  failing.add("a1");
  for (const name of ["a1", "a2", "a3"]) await record(name);
  await holdDeliveries(fixture.database, target);
  const dispatcher = await fixture.start();
  await dispatcher.idle();
  expect(namesOf(receiver)).toEqual([]);
  await releaseDeliveries(fixture.database, target);
  await dispatcher.idle();
  expect(namesOf(receiver)).toEqual(["a1"]);
  await fixture.database.transaction((tx) => endDeliveryOrder(tx, target));
  await dispatcher.idle();
  expect(namesOf(receiver).toSorted()).toEqual(["a1", "a2", "a3"]);
});

test("deliveries cancelled with their endpoint do not hold one that is retried", async () => {
  const { fixture, receiver, endpoint, record } = await start("postgresql");
  const owner = { accountId: fixture.accountId, environment: "test", applicationId: null } as const;
  for (const name of ["a1", "a2"]) await record(name);
  await cancelDeliveries(fixture.database, { ...owner, id: endpoint.id }, fixture.nowMs);
  const [last] = await fixture.database.query<{ id: string }>(
    "SELECT id FROM deliveries ORDER BY ordering_position DESC LIMIT 1",
  );
  await restartDelivery(fixture.database, owner, last?.id ?? "", fixture.nowMs);
  const dispatcher = await fixture.start();
  await dispatcher.idle();
  expect(namesOf(receiver)).toEqual(["a2"]);
});
