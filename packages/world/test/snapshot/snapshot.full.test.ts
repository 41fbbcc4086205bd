import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatEpochDay, parseEpochDay } from "@wayfare/engine";
import { type Facts, loadFacts, openWorld } from "@wayfare/world";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** Three airlines and the airports of two countries: a world that takes milliseconds. */
const facts = ((): Facts => {
  const all = loadFacts();
  const airports = new Map([...all.airports].filter(([, { country }]) => country === "IE" || country === "GB"));
  const airlines = new Map([...all.airlines].filter(([code]) => ["BA", "EI", "U2"].includes(code)));
  return { ...all, airports, airlines };
})();

const noClock = { starts: new Int32Array(), offsets: new Int16Array() };
const today = parseEpochDay("2027-05-20");
const generating = "Generating sandbox data: simulated flights between real airports …";

let directory = "";
let progress: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-world-"));
  progress = [];
});

afterEach(() => rm(directory, { recursive: true }));

const open = (day = today, into = directory) =>
  openWorld({ facts, directory: into, today: day, onProgress: (what) => progress.push(what) });

async function fileIn(folder = directory): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((file) => file.endsWith(".world"));
  expect(others).toEqual([]);
  if (name === undefined) throw new Error(`no world in ${folder}`);
  return join(folder, name);
}

describe("a world", () => {
  it("is generated once, and then read from its file byte for byte", async () => {
    const made = await open();
    expect(progress).toEqual([generating]);
    const read = await open();
    expect(progress).toEqual([generating]);
    expect(read.version).toBe(made.version);
    expect(Buffer.from(new Uint8Array(read.buffer)).equals(Buffer.from(new Uint8Array(made.buffer)))).toBe(true);
    expect(read.timetable.carrier.length).toBe(made.timetable.carrier.length);
    expect(made.timetable.carrier.length).toBeGreaterThan(100);
  });

  it("is the same for every day of a month from the third on, and different in the next month", async () => {
    const { version } = await open(parseEpochDay("2027-05-03"));
    expect((await open(parseEpochDay("2027-05-31"))).version).toBe(version);
    expect((await open(parseEpochDay("2027-06-02"))).version).toBe(version);
    expect((await open(parseEpochDay("2027-06-03"))).version).not.toBe(version);
  });

  it("changes if a fact changes", async () => {
    const { version } = await open();
    const [[code, airport] = []] = facts.airports;
    if (code === undefined || airport === undefined) throw new Error("no airports");
    const changed = { ...facts, airports: new Map(facts.airports).set(code, { ...airport, passengersMillions: 99 }) };
    const other = await openWorld({ facts: changed, directory, today, onProgress: () => {} });
    expect(other.version).not.toBe(version);
  });

  it("changes if an entry of a map of facts changes", async () => {
    const { version } = await open();
    const territories = new Map(facts.cabotage.territories).set("ZZ", "US");
    const changed = { ...facts, cabotage: { ...facts.cabotage, territories } };
    const other = await openWorld({ facts: changed, directory, today, onProgress: () => {} });
    expect(other.version).not.toBe(version);
  });

  it("changes with the release of the time zone data, and with any offset of it", async () => {
    const { version } = await open();
    const { timeZones } = facts;
    const openWith = async (changes: Partial<typeof timeZones>) => {
      const changed = { ...facts, timeZones: { ...timeZones, ...changes } };
      return (await openWorld({ facts: changed, directory, today, onProgress: () => {} })).version;
    };
    const clocks = new Map(timeZones.clocks).set("Europe/London", timeZones.clocks.get("UTC") ?? noClock);
    expect(new Set([version, await openWith({ release: "2027a" }), await openWith({ clocks })]).size).toBe(3);
    expect(await openWith({ clocks: new Map([...timeZones.clocks].toReversed()) })).toBe(version);
  });

  it("is saved in a directory that does not exist yet", async () => {
    const folder = join(directory, "var", "worlds");
    await open(today, folder);
    expect((await readFile(await fileIn(folder))).length).toBeGreaterThan(10_000);
  });
});

describe("a world's file", () => {
  it("is reported and replaced if damaged", async () => {
    const { buffer } = await open();
    const path = await fileIn();
    const bytes = await readFile(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await open();
    expect(progress).toEqual([
      generating,
      `${path}: snapshot is damaged: wrong checksum; generating it again`,
      generating,
    ]);
    expect((await readFile(path)).equals(Buffer.from(new Uint8Array(buffer)))).toBe(true);
  });

  it.each([0, 7, 4096])("is reported and replaced if truncated to %i bytes", async (length) => {
    const { buffer } = await open();
    const path = await fileIn();
    await writeFile(path, (await readFile(path)).subarray(0, length));
    await open();
    expect(progress[1]).toMatch(/^.*\.world: (not a )?snapshot.*; generating it again$/);
    expect((await readFile(path)).length).toBe(buffer.byteLength);
  });

  it("of another month is deleted once the new one is saved; other files are kept", async () => {
    await open();
    const old = await fileIn();
    await writeFile(join(directory, "notes.txt"), "mine");
    await open(parseEpochDay("2027-06-20"));
    expect(await fileIn()).not.toBe(old);
    expect(await readFile(join(directory, "notes.txt"), "utf8")).toBe("mine");
  });

  it("is complete or missing: a temporary file left by a crash is never read", async () => {
    const { version } = await open();
    const path = await fileIn();
    const whole = await readFile(path);
    await rm(path);
    await writeFile(join(directory, `${version}.4711.tmp`), whole.subarray(0, whole.length >> 1));
    const again = await open();
    expect(progress).toEqual([generating, generating]);
    expect(again.timetable.carrier.length).toBeGreaterThan(100);
    expect((await readFile(path)).equals(whole)).toBe(true);
    expect((await readdir(directory)).filter((name) => name.includes(String(process.pid)))).toEqual([]);
  });

  it("removes old temporary files of a crash, and keeps those that may still be written", async () => {
    const [abandoned, fresh] = ["abandoned.1.tmp", "fresh.2.tmp"];
    await writeFile(join(directory, abandoned), "");
    await utimes(join(directory, abandoned), 0, 0);
    await writeFile(join(directory, fresh), "");
    await open();
    expect(await readdir(directory)).toContain(fresh);
    expect(await readdir(directory)).not.toContain(abandoned);
  });

  it("that cannot be written is an error", async () => {
    const inTheWay = join(directory, "file");
    await writeFile(inTheWay, "");
    await expect(open(today, join(inTheWay, "worlds"))).rejects.toThrow();
  });
});

describe("the days of a world", () => {
  it("reach from yesterday to 332 days ahead, on every day around a month's end, in a leap year", async () => {
    const days = listDays(parseEpochDay("2027-12-28"), parseEpochDay("2029-01-04")).filter((day) => {
      const date = Number(formatEpochDay(day).slice(8));
      return date >= 28 || date <= 4;
    });
    expect(days.map(formatEpochDay)).toContain("2028-02-29");
    for (const day of days) {
      const { timetable } = await open(day);
      const lastDay = timetable.firstDay + timetable.days - 1;
      expect(timetable.firstDay, formatEpochDay(day)).toBeLessThanOrEqual(day - 1);
      expect(lastDay, formatEpochDay(day)).toBeGreaterThanOrEqual(day + 332);
    }
  });

  it("have flights on 29 February and on the last day", async () => {
    const { timetable } = await open(parseEpochDay("2027-05-20"));
    for (const day of [parseEpochDay("2028-02-29"), timetable.firstDay + timetable.days - 1]) {
      expect(flightsOn(timetable, day)).toBeGreaterThan(100);
    }
  });
});

function listDays(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function flightsOn(
  timetable: { operatingBits: Uint8Array; operatingDays: Uint16Array; operatingStride: number; firstDay: number },
  day: number,
): number {
  const at = day - timetable.firstDay;
  return timetable.operatingDays.reduce((flights, row) => {
    const byte = timetable.operatingBits[row * timetable.operatingStride + (at >> 3)] ?? 0;
    return flights + ((byte >> (at & 7)) & 1);
  }, 0);
}
