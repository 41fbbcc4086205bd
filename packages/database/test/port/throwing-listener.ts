import { expect } from "vitest";
import type { Database } from "../../src/index.ts";

/**
 * Checks that a database reports a listener's exception and that the listener receives the next message.
 *
 * @param open opens the database with this `onIdleError`.
 * @param notifier sends the messages; by default the database itself.
 */
export async function expectListenerToGoOn(
  open: (onIdleError: (error: unknown) => void) => Promise<Database>,
  notifier?: Database,
) {
  const reported = Promise.withResolvers<unknown>();
  const receivedAgain = Promise.withResolvers<void>();
  const database = await open(reported.resolve);
  const stop = await database.listen("talk", {
    onMessage(payload) {
      if (payload === "again") receivedAgain.resolve();
      else throw new Error("listener failed");
    },
  });
  await (notifier ?? database).script("NOTIFY talk, 'first'; NOTIFY talk, 'again'");
  expect(await reported.promise).toMatchObject({ message: "listener failed" });
  await receivedAgain.promise;
  return { database, stop };
}
