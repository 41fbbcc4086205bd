import { expect } from "vitest";
import type { Database } from "../../src/index.ts";

/**
 * Checks that a database reports what a listener throws, and that the listener hears the next message.
 *
 * @param open opens the database with this `onIdleError`.
 * @param notifier sends the messages; by default the database itself.
 */
export async function expectListenerToGoOn(
  open: (onIdleError: (error: unknown) => void) => Promise<Database>,
  notifier?: Database,
) {
  const reported = Promise.withResolvers<unknown>();
  const heardAgain = Promise.withResolvers<void>();
  const database = await open(reported.resolve);
  const stop = await database.listen("talk", {
    onMessage(payload) {
      if (payload === "again") heardAgain.resolve();
      else throw new Error("cannot hear this");
    },
  });
  await (notifier ?? database).script("NOTIFY talk, 'first'; NOTIFY talk, 'again'");
  expect(await reported.promise).toMatchObject({ message: "cannot hear this" });
  await heardAgain.promise;
  return { database, stop };
}
