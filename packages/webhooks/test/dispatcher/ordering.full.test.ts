import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { DispatcherFixture } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

const subjects = 6;
const eventsPerSubject = 8;
const kills = 4;

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("./worker-process.ts", import.meta.url)), [connectionString], {
    execArgv: [],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

test(`keeps the order of each subject over two workers, of which one is killed ${kills} times`, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const url = connectionString ?? "";
  const fixture = await DispatcherFixture.withDatabase(database);
  fixture.nowMs = Date.now();
  const receiver = await startReceiver();
  await fixture.addEndpoint(receiver.url, { ordered: true });
  const received: { subject: string; index: number }[] = [];
  receiver.reply = (_n, { body }) => {
    const { subject, data } = JSON.parse(body);
    received.push({ subject, index: data.index });
    return { status: 200 };
  };
  for (let index = 0; index < eventsPerSubject; index++) {
    for (let subject = 0; subject < subjects; subject++)
      await fixture.recordEvent("booking.confirmed", { bookingId: `bkg_${subject}`, index });
  }
  const survivor = await startWorker(url);
  for (let round = 1; round <= kills; round++) {
    const killed = await startWorker(url);
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(round * 5));
    const exited = once(killed, "exit");
    killed.kill("SIGKILL");
    await exited;
  }
  await eventually(async () => {
    // Leases of killed workers end now instead of after 15 seconds.
    await database.execute(
      "UPDATE deliveries SET lease_ends_at = $1 WHERE status = 'delivering' AND lease_ends_at > $1",
      [new Date()],
    );
    const statuses = new Set((await fixture.deliveries()).map(({ status }) => status));
    expect([...statuses]).toEqual(["delivered"]);
  });
  survivor.kill("SIGKILL");
  for (let subject = 0; subject < subjects; subject++) {
    const indexes = received.filter((each) => each.subject === `bkg_${subject}`).map(({ index }) => index);
    // A killed worker's delivery arrives again, but never after its successor.
    expect(indexes.filter((index, at) => index !== indexes[at - 1])).toEqual(
      Array.from({ length: eventsPerSubject }, (_, index) => index),
    );
  }
});
