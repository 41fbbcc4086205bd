import { minutesPerDay, parseEpochDay, type TimeZones, type ZoneClock } from "@wayfare/engine";
import { type ClockChange, clockPeriod, makeClock } from "../time-zones/zone-clock.ts";
import { FactsError, parseTable, type Row, readTableText } from "./table.ts";

const file = "time-zones.tsv";
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)Z$/;
const utcOffset = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;

let shipped: TimeZones | undefined;

/** Returns the time zones of `time-zones.tsv`, read on the first call and cached. */
export function loadTimeZones(): TimeZones {
  shipped ??= parseTimeZones(readTableText(file));
  return shipped;
}

/**
 * Parses the table: a row for the offset of a zone at the start of the period and one for each change, or one that names the zone with the
 * same clock.
 *
 * @throws FactsError if a row is malformed, or the rows of a zone are not in order of time
 */
export function parseTimeZones(text: string): TimeZones {
  const release = /^# release: (\S+)$/m.exec(text)?.[1];
  if (release === undefined) throw new FactsError(file, 1, "the heading has no line `# release: …`");
  const clocks = new Map<string, ZoneClock>();
  for (const [name, rows] of Map.groupBy(parseTable(file, text), (row) => row.text("zone"))) {
    const [first, ...others] = rows;
    if (first !== undefined)
      clocks.set(name, first.isEmpty("sameAs") ? parseClock(first, others) : findSame(first, clocks));
  }
  return Object.freeze({ release, ...clockPeriod, clocks });
}

function findSame(row: Row, clocks: ReadonlyMap<string, ZoneClock>): ZoneClock {
  const name = row.text("sameAs");
  return clocks.get(name) ?? row.fail(`sameAs names ${name}, which is not listed above`);
}

function parseClock(first: Row, others: readonly Row[]): ZoneClock {
  if (parseMinute(first) !== clockPeriod.firstMinute)
    first.fail("the first row of a zone is not the start of the period");
  const changes: ClockChange[] = [];
  let before = clockPeriod.firstMinute;
  for (const row of others) {
    const minute = parseMinute(row);
    if (minute <= before || minute >= clockPeriod.endMinute)
      row.fail("from is not after the row above and in the period");
    changes.push({ minute, offset: parseOffset(row) });
    before = minute;
  }
  return makeClock(parseOffset(first), changes);
}

/** Epoch minute of a cell such as `2027-03-14T08:00Z`. */
function parseMinute(row: Row): number {
  const [, date = "", hours, minutes] = instant.exec(row.match("from", instant)) ?? [];
  return parseEpochDay(date) * minutesPerDay + Number(hours) * 60 + Number(minutes);
}

/** Minutes east of UTC of a cell such as `-05:00`. */
function parseOffset(row: Row): number {
  const [, sign, hours, minutes] = utcOffset.exec(row.match("offset", utcOffset)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Writes time zones as the rows of the table: of zones with one clock, the first has the rows, and the others name it. */
export function formatTimeZones({ clocks }: TimeZones): string[] {
  const known = new Map<string, string>();
  const rows: string[] = [];
  // Links that the database keeps for old names come after the zones, so that they rarely hold the rows.
  for (const [name, clock] of [...clocks].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))) {
    const key = `${clock.starts.join()} ${clock.offsets.join()}`;
    const same = known.get(key);
    if (same === undefined) known.set(key, name);
    rows.push(...(same === undefined ? formatClock(name, clock) : [[name, same, "-", "-"].join("\t")]));
  }
  return rows;
}

const regions = /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

function rankOf(name: string): number {
  return regions.test(name) ? 0 : 1;
}

function formatClock(name: string, { starts, offsets }: ZoneClock): string[] {
  return [...starts].map((minute, at) => [name, "-", formatMinute(minute), formatOffset(offsets[at] ?? 0)].join("\t"));
}

function formatMinute(minute: number): string {
  return new Date(minute * 60_000).toISOString().replace(/:00\.000Z$/, "Z");
}

function formatOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}
