import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import type { FeedPage } from "./feed-process.ts";
import { makeFeedAccount } from "./feed-run.ts";

const kills = 30;
const eventsPerKill = 100;

/** A reader of the feed that continues at its last received page when its process is replaced. */
class Reader {
  readonly received: string[] = [];
  #position: number | null = null;
  #child: ChildProcess | undefined;

  start(open: (argument: string) => ChildProcess): void {
    const child = open(String(this.#position ?? ""));
    child.on("message", ({ ids, position }: FeedPage) => {
      if (child !== this.#child) return;
      this.received.push(...ids);
      this.#position = position;
    });
    this.#child = child;
  }

  async kill(): Promise<void> {
    if (this.#child !== undefined) await kill(this.#child);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

test(`the feed skips and repeats nothing while writers and readers are killed ${kills} times`, {
  timeout: 600_000,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const { accountId } = await makeFeedAccount(database, Date.now());
  const start = (role: "read" | "write") => (argument: string) => {
    const script = fileURLToPath(new URL("./feed-process.ts", import.meta.url));
    const child = fork(script, [connectionString ?? "", role, accountId, argument], { execArgv: [] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const writers = ["1", "2", "3"].map(start("write"));
  const [first, second] = [new Reader(), new Reader()];
  for (const reader of [first, second]) reader.start(start("read"));
  for (let round = 1; round <= kills; round++) {
    const reader = round % 2 === 0 ? first : second;
    await eventually(() => expect(reader.received.length).toBeGreaterThanOrEqual(round * eventsPerKill));
    await reader.kill();
    reader.start(start("read"));
    const [killed] = writers.splice(0, 1);
    if (killed !== undefined) await kill(killed);
    writers.push(start("write")(String(10 + round)));
  }
  for (const writer of writers) await kill(writer);
  const written = await database.query<{ id: string }>("SELECT id FROM events ORDER BY id LIMIT 1000000");
  const ids = written.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(kills * eventsPerKill);
  for (const reader of [first, second]) {
    await eventually(() => expect(reader.received.length).toBeGreaterThanOrEqual(ids.length));
    await reader.kill();
    expect(reader.received.toSorted()).toEqual(ids);
  }
  // Both have read the events in the same order.
  expect(first.received).toEqual(second.received);
});
