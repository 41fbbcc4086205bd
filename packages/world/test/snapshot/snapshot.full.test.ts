import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatEpochDay, parseEpochDay } from "@wayfare/engine";
import { type Facts, loadFacts, makeWorld, openWorld, prepareWorld, renewWorld } from "@wayfare/world";
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

  it("begins with a month, from the third day of it, and is used while it has all days for three more months", async () => {
    const { version, timetable } = await open(parseEpochDay("2027-05-03"));
    expect(version).toMatch(/^sandbox-[0-9a-f]{16}-2027-05-01$/);
    const lastUse = timetable.firstDay + timetable.days - 1 - 332 - 92;
    expect(formatEpochDay(lastUse)).toBe("2027-07-31");
    for (const day of [parseEpochDay("2027-05-31"), parseEpochDay("2027-06-03"), lastUse]) {
      expect((await open(day)).version).toBe(version);
    }
    expect(progress).toEqual([generating]);
    expect((await open(lastUse + 1)).version).toMatch(/-2027-07-01$/);
    expect(progress).toEqual([generating, generating]);
  });

  it("that begins later is not used", async () => {
    await open(parseEpochDay("2027-06-03"));
    expect((await open(parseEpochDay("2027-06-02"))).version).toMatch(/-2027-05-01$/);
  });

  it("is the oldest of the saved ones that have all days", async () => {
    await open(parseEpochDay("2027-06-03"));
    await open(parseEpochDay("2027-05-20"));
    expect((await open(parseEpochDay("2027-06-20"))).version).toMatch(/-2027-05-01$/);
  });

  it("is generated in a thread, as in this one", async () => {
    const { buffer } = await open();
    const made = makeWorld(facts, parseEpochDay("2027-05-01"));
    expect(Buffer.from(new Uint8Array(buffer)).equals(Buffer.from(new Uint8Array(made)))).toBe(true);
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

  it("is deleted when another one is saved and it no longer has all days; other files are kept", async () => {
    await open();
    const old = await fileIn();
    await writeFile(join(directory, "notes.txt"), "mine");
    await open(parseEpochDay("2027-11-20"));
    expect(await fileIn()).not.toBe(old);
    expect(await readFile(join(directory, "notes.txt"), "utf8")).toBe("mine");
  });

  it("of other facts or an older version is deleted when another one is saved", async () => {
    for (const name of ["sandbox-0123456789abcdef.world", "sandbox-0123456789abcdef-2027-05-01.world"]) {
      await writeFile(join(directory, name), "");
    }
    const { version } = await open();
    expect(await fileIn()).toBe(join(directory, `${version}.world`));
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

describe("the world that the build has prepared", () => {
  const built = parseEpochDay("2027-05-20");
  let prepared = "";

  beforeEach(async () => {
    prepared = join(directory, "prepared", "sandbox.world");
    await mkdir(join(directory, "prepared"));
    await writeFile(prepared, new Uint8Array(prepareWorld(facts, built)));
  });

  const openPrepared = (day: number) =>
    openWorld({ facts, directory, today: day, prepared, onProgress: (what) => progress.push(what) });

  it("is used while it has all days for three more months, without a copy of it", async () => {
    for (const date of ["2027-05-20", "2027-07-03", "2027-07-31"]) {
      const { version, timetable } = await openPrepared(parseEpochDay(date));
      expect([version.slice(-10), formatEpochDay(timetable.firstDay)]).toEqual(["2027-05-01", "2027-05-01"]);
    }
    expect(progress).toEqual([]);
    expect(await readdir(directory)).toEqual(["prepared"]);
  });

  it("decides which world later starts use, whatever other worlds were saved", async () => {
    await open(parseEpochDay("2027-09-20"));
    await open(parseEpochDay("2027-06-20"));
    progress = [];
    expect((await openPrepared(parseEpochDay("2027-07-20"))).version).toMatch(/-2027-05-01$/);
    const versions = new Set<string>();
    for (const date of ["2027-08-01", "2027-08-24", "2027-09-30"]) {
      versions.add((await openPrepared(parseEpochDay(date))).version.slice(-10));
    }
    expect([...versions]).toEqual(["2027-07-01"]);
    expect(progress).toEqual([generating]);
    expect((await openPrepared(parseEpochDay("2029-05-20"))).version).toMatch(/-2029-03-01$/);
  });

  it("is not used before its first day", async () => {
    expect((await openPrepared(parseEpochDay("2027-04-20"))).version).toMatch(/-2027-04-01$/);
  });

  it("is reported if damaged, and another one is generated", async () => {
    await writeFile(prepared, (await readFile(prepared)).subarray(0, 4096));
    const { version } = await openPrepared(built);
    expect(version).toMatch(/-2027-05-01$/);
    expect(progress).toEqual([expect.stringContaining(`${prepared}: snapshot has 4096 bytes`), generating]);
  });
});

describe("the next world", () => {
  const { signal } = new AbortController();
  const renew = async (day: number, stop = signal) =>
    renewWorld({ facts, directory, today: day }, await open(today), stop);
  const saved = async () =>
    (await readdir(directory))
      .filter((name) => name.endsWith(".world"))
      .map((name) => name.slice(-16, -6))
      .sort();

  it("is saved once, two months after the first day, and used when the present one ends", async () => {
    expect(await renew(parseEpochDay("2027-07-02"))).toBe(false);
    expect(await renew(parseEpochDay("2027-07-03"))).toBe(true);
    expect(await renew(parseEpochDay("2027-07-04"))).toBe(false);
    expect(await saved()).toEqual(["2027-05-01", "2027-07-01"]);
    expect((await open(parseEpochDay("2027-07-31"))).version).toMatch(/-2027-05-01$/);
    expect((await open(parseEpochDay("2027-08-01"))).version).toMatch(/-2027-07-01$/);
    expect(progress).toEqual([generating]);
  });

  it("is not generated if it would not have all days either", async () => {
    expect(await renew(parseEpochDay("2028-05-20"))).toBe(false);
  });

  it("is not saved if the service closes", async () => {
    const closing = new AbortController();
    const renewing = renew(parseEpochDay("2027-08-20"), closing.signal);
    closing.abort();
    await expect(renewing).rejects.toThrow("This operation was aborted");
    expect(await saved()).toEqual(["2027-05-01"]);
  });
});

describe("the days of a world", () => {
  it("reach from the day before yesterday to 332 days ahead in three months, on every day around a month's end, in a leap year", async () => {
    const days = listDays(parseEpochDay("2027-12-28"), parseEpochDay("2029-01-04")).filter((day) => {
      const date = Number(formatEpochDay(day).slice(8));
      return date >= 28 || date <= 4;
    });
    expect(days.map(formatEpochDay)).toContain("2028-02-29");
    for (const day of days) {
      const { timetable } = await open(day);
      const lastDay = timetable.firstDay + timetable.days - 1;
      expect(timetable.firstDay, formatEpochDay(day)).toBeLessThanOrEqual(day - 2);
      expect(lastDay, formatEpochDay(day)).toBeGreaterThanOrEqual(day + 332 + 92);
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
