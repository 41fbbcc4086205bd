import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DataDirectoryError } from "./data-directory.ts";

/** The major version of the PostgreSQL in the installed PGlite: its files are of no use to another one. */
const embeddedMajor = "18";

/**
 * Refuses the directory of a database that another major version of PostgreSQL made, before anything opens it.
 *
 * @throws DataDirectoryError that says how to bring the data along.
 */
export function assertOwnMajor(directory: string): void {
  const path = join(directory, "PG_VERSION");
  if (!existsSync(path)) return;
  const major = readFileSync(path, "utf8").trim();
  if (major === embeddedMajor) return;
  throw new DataDirectoryError(
    "OTHER_POSTGRES",
    `${directory} was made by PostgreSQL ${major}, and this version of Wayfare embeds PostgreSQL ${embeddedMajor}. ` +
      "Run `wayfare backup` with the version of Wayfare that made it, and `wayfare restore` with this one into a new DATA_DIR.",
  );
}
