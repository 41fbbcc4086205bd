import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findOffset } from "@wayfare/engine";
import { loadFacts, readTimeZoneFolder, TimeZoneDataError } from "@wayfare/world";
import { expect, onTestFinished, test } from "vitest";
import { clockPeriod } from "../../src/time-zones/zone-clock.ts";
import { writeTzif } from "./written-tzif.ts";

const utc = writeTzif({ types: [0], footer: "UTC0" });
const winnipeg = writeTzif({ types: [-18_000], footer: "EST5" });

async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wayfare-zones-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

test("a folder has a zone for each TZif file, also behind links, and no other", async () => {
  const folder = await folderOf({
    "America/Winnipeg": winnipeg,
    "Etc/GMT+5": winnipeg,
    UTC: utc,
    "posix/UTC": utc,
    "right/UTC": "damaged",
    "zone1970.tab": "# a table",
    leapseconds: "# a table",
    localtime: "damaged",
  });
  await mkdir(join(folder, "Canada"));
  await symlink("../America/Winnipeg", join(folder, "Canada/Central"));
  const timeZones = readTimeZoneFolder(folder);
  expect([...timeZones.clocks.keys()]).toEqual(["America/Winnipeg", "Canada/Central", "Etc/GMT+5", "UTC"]);
  expect(findOffset(timeZones, "Canada/Central", clockPeriod.endMinute - 1)).toBe(-300);
});

test.each([
  ["+VERSION", { "+VERSION": "2026f\n", "tzdata.zi": "# version 2026e\n" }, "2026f"],
  ["the first line of tzdata.zi", { "tzdata.zi": "# version 2026e\n# redo posix_only\n" }, "2026e"],
])("the release is that of %s", async (_file, files, release) => {
  expect(readTimeZoneFolder(await folderOf({ UTC: utc, ...files })).release).toBe(release);
});

test("without a release it is a hash of the clocks", async () => {
  const releaseOf = async (zone: Buffer, names: Readonly<Record<string, string>> = {}) =>
    readTimeZoneFolder(await folderOf({ "America/Winnipeg": zone, ...names })).release;
  expect(await releaseOf(winnipeg)).toMatch(/^sha256-[\da-f]{16}$/);
  expect(await releaseOf(winnipeg, { "+VERSION": "a release\nof two lines" })).toBe(await releaseOf(winnipeg));
  expect(await releaseOf(utc)).not.toBe(await releaseOf(winnipeg));
});

test("a folder that is missing, empty or damaged is refused with the name of the file", async () => {
  const read = (folder: string) => () => readTimeZoneFolder(folder);
  expect(read("/nowhere")).toThrow(TimeZoneDataError);
  expect(read("/nowhere")).toThrow("ENOENT");
  expect(read(await folderOf({ "zone.tab": "" }))).toThrow("the folder has no TZif files");
  expect(read(await folderOf({ UTC: utc, "America/Winnipeg": "" }))).toThrow("America/Winnipeg: it is too short");
  const dangling = await folderOf({ UTC: utc });
  await symlink("nowhere", join(dangling, "GMT"));
  expect(read(dangling)).toThrow("GMT: ENOENT");
});

test("facts are refused if an airport's zone is missing", async () => {
  const folder = await folderOf({ UTC: utc, "+VERSION": "2026f" });
  expect(() => loadFacts(readTimeZoneFolder(folder))).toThrow(
    /^airports\.tsv:\d+: timeZone is "[\w/]+", which is not in the time zone data 2026f$/,
  );
});
