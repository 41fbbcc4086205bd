import { openPostgres } from "@wayfare/database";
import { onTestFinished } from "vitest";

/** Locks a table on a separate connection, so that statements on it hang until the returned function is called or the test ends. */
export async function lockTable(
  connectionString: string | null,
  table: string,
  mode: string,
): Promise<() => Promise<void>> {
  const holder = await openPostgres({ connectionString: connectionString ?? "", max: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const holding = holder.transaction(async (tx) => {
    await tx.script(`LOCK TABLE ${table} IN ${mode} MODE`);
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
