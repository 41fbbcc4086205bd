import { openPostgres } from "@wayfare/database";
import { onTestFinished } from "vitest";

/** Locks a table over a connection of its own, so that statements on it hang, until the answer is called or the test ends. */
export async function lockTable(
  connectionString: string | null,
  table: string,
  mode: string,
): Promise<() => Promise<void>> {
  const holder = await openPostgres({ connectionString: connectionString ?? "", max: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const holding = holder.transaction(async (session) => {
    await session.script(`LOCK TABLE ${table} IN ${mode} MODE`);
    markLocked();
    await released;
  });
  await Promise.race([locked, holding]);
  const unlock = async () => {
    release();
    await holding;
    await holder.close();
  };
  onTestFinished(unlock);
  return unlock;
}
