import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DataDirectoryError } from "./data-directory.ts";

/** PostgreSQL major version of the installed PGlite. Other major versions cannot read its files. */
const embeddedMajor = "18";

/**
 * Checks that a database directory was created by the same PostgreSQL major version, before it is opened.
 *
 * @throws DataDirectoryError that says how to migrate the data.
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
