import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TimeZones, ZoneClock } from "@wayfare/engine";
import { TimeZoneDataError } from "./time-zone-data-error.ts";
import { parseTzif } from "./tzif.ts";
import { clockOf, clockPeriod } from "./zone-clock.ts";

/** Part of a zone's name. Tables such as `zone.tab`, and `posix`, `right` and `localtime` have other names. */
const namePart = /^[A-Z][\w+-]*$/;
const releaseName = /^[\w.-]{1,32}$/;

/**
 * Reads a folder of TZif files, such as `/usr/share/zoneinfo`: `America/New_York` is the zone of that name. Symbolic links are followed.
 *
 * @throws TimeZoneDataError if the folder cannot be read, has no zones, or a file is damaged
 */
export function readTimeZoneFolder(folder: string): TimeZones {
  const clocks = new Map<string, ZoneClock>();
  for (const name of listZoneNames(folder, "").sort()) {
    clocks.set(
      name,
      describing(name, () => clockOf(parseTzif(readFileSync(join(folder, name))))),
    );
  }
  if (clocks.size === 0) throw new TimeZoneDataError("the folder has no TZif files");
  return { release: findRelease(folder) ?? `sha256-${digestOfClocks({ clocks })}`, ...clockPeriod, clocks };
}

function listZoneNames(folder: string, parent: string): string[] {
  const names = describing(parent, () => readdirSync(join(folder, parent)));
  return names
    .filter((name) => namePart.test(name))
    .flatMap((part) => {
      const name = parent === "" ? part : `${parent}/${part}`;
      const isFolder = describing(name, () => statSync(join(folder, name)).isDirectory());
      return isFolder ? listZoneNames(folder, name) : [name];
    });
}

/** Runs a step on a file of the folder; the error of a failure names the file. */
function describing<Result>(name: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TimeZoneDataError(name === "" ? reason : `${name}: ${reason}`, { cause: error });
  }
}

/** Release by `+VERSION`, or by the first line of `tzdata.zi`, `# version 2026f`. */
function findRelease(folder: string): string | undefined {
  const read = (file: string) => {
    const path = join(folder, file);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const stated = [read("+VERSION").trim(), /^# version (\S+)$/m.exec(read("tzdata.zi"))?.[1] ?? ""];
  return stated.find((release) => releaseName.test(release));
}

/** Returns a hash of all clocks, which differs if an offset of any zone does. */
export function digestOfClocks({ clocks }: Pick<TimeZones, "clocks">): string {
  const hash = createHash("sha256");
  for (const name of [...clocks.keys()].sort()) {
    const clock = clocks.get(name);
    hash.update(`${name} ${clock?.starts.join()} ${clock?.offsets.join()}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
