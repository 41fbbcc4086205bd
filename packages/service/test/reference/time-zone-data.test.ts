import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findOffset } from "@wayfare/engine";
import { loadTimeZones } from "@wayfare/world";
import { expect, test } from "vitest";
import { writeTzif } from "../../../world/test/time-zones/written-tzif.ts";
import { makeMetrics } from "../../src/observability/metrics.ts";
import { describeTimeZones, loadFactsOf } from "../../src/reference/time-zone-data.ts";
import { makeDirectory } from "../operator/backup/backup-files.ts";

const minute = Date.parse("2027-01-20T12:00Z") / 60_000;

/** Writes a folder in which every zone is UTC, but Winnipeg nine hours ahead. */
async function writeFolder({ without }: { without?: string } = {}): Promise<string> {
  const folder = await makeDirectory();
  await writeFile(join(folder, "+VERSION"), "2027a\n");
  for (const name of loadTimeZones().clocks.keys()) {
    if (name === without) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const isWinnipeg = name === "America/Winnipeg";
    const file = isWinnipeg ? { types: [32_400], footer: "JST-9" } : { types: [0], footer: "UTC0" };
    await writeFile(join(folder, name), writeTzif(file));
  }
  return folder;
}

test("without TZ_DATA the facts have their own time zones", () => {
  const facts = loadFactsOf({ tzData: null });
  expect(describeTimeZones(facts, { tzData: null })).toEqual({ release: loadTimeZones().release, source: "facts" });
  expect(findOffset(facts.timeZones, "America/Winnipeg", minute)).toBe(-300);
});

test("TZ_DATA replaces all time zones, and its release is reported by the metric", async () => {
  const settings = { tzData: await writeFolder() };
  const facts = loadFactsOf(settings);
  const offsets = ["America/Winnipeg", "America/Toronto"].map((zone) => findOffset(facts.timeZones, zone, minute));
  expect(offsets).toEqual([540, 0]);
  const metrics = makeMetrics();
  metrics.setTimeZoneData(describeTimeZones(facts, settings));
  expect(await metrics.registry.metrics()).toContain('wayfare_time_zone_data_info{release="2027a",source="TZ_DATA"} 1');
});

test("TZ_DATA without the zone of an airport, or with a damaged file, is refused by its name", async () => {
  const incomplete = await writeFolder({ without: "America/Winnipeg" });
  expect(() => loadFactsOf({ tzData: incomplete })).toThrow(
    new RegExp(`^cannot use TZ_DATA ${incomplete}: airports.tsv:\\d+: timeZone is "America/Winnipeg", which is not in`),
  );
  await writeFile(join(incomplete, "America/Winnipeg"), "TZif");
  expect(() => loadFactsOf({ tzData: incomplete })).toThrow(
    `cannot use TZ_DATA ${incomplete}: America/Winnipeg: it is too short for a TZif file`,
  );
  expect(() => loadFactsOf({ tzData: join(incomplete, "nowhere") })).toThrow(/^cannot use TZ_DATA .*nowhere: ENOENT/);
});
