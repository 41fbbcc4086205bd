/**
 * Process of event-feed-crash.long.test.ts on the database of argv[2]. `write <account> <seed>` records events in transactions that commit
 * after random delays; `read <account> <position>` follows the feed and sends each page to the parent process.
 */
import type { RowScope } from "@wayfare/contract";
import { type Database, openPostgres } from "@wayfare/database";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { recordEvents } from "../../src/events/events.ts";
import { readEventFeed } from "../../src/history/event-feed.ts";

/** A page that a reader has received. */
export interface FeedPage {
  ids: string[];
  position: number | null;
}

async function write(database: Database, scope: RowScope, seed: number): Promise<never> {
  const random = new SeededRandom(seed);
  for (;;) {
    const event = { ...scope, type: "webhook.test", data: { message: "x" }, nowMs: Date.now() } as const;
    await database.transaction(async (tx) => {
      const events = Array.from({ length: random.between(1, 20) }, () => event);
      await recordEvents(tx, events);
      await tx.query("SELECT pg_sleep($1)", [random.unit() * 0.03]);
    });
  }
}

async function read(database: Database, scope: RowScope, from: number | null): Promise<never> {
  for (let afterPosition = from; ; ) {
    const page = await readEventFeed(database, scope, { afterPosition, type: undefined, limit: 20 });
    if (page.isExpired) throw new Error("the feed expired");
    afterPosition = page.position;
    const sent: FeedPage = { ids: page.events.map(({ id }) => id), position: page.position };
    await new Promise((resolve) => process.send?.(sent, resolve));
  }
}

const [, , connectionString = "", role = "", accountId = "", argument = ""] = process.argv;
const database = await openPostgres({ connectionString, max: 2 });
const scope: RowScope = { accountId, environment: "test", applicationId: null };
process.on("disconnect", () => process.exit());
if (role === "write") await write(database, scope, Number(argument));
await read(database, scope, argument === "" ? null : Number(argument));
