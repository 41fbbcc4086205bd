import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTimetable } from "@wayfare/engine";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Facts, parseFacts } from "../../src/facts/facts.ts";
import {
  digestsOf,
  loadFacts,
  openFacts,
  prepareFacts,
  readFactsFile,
  shareFacts,
} from "../../src/facts/prepared-facts.ts";
import { loadTimeZones } from "../../src/facts/time-zones.ts";
import { createGazetteer } from "../../src/places/gazetteer.ts";
import { generateSandbox } from "../../src/sandbox/generate.ts";
import { indexFacts } from "../../src/sandbox/indexed-facts.ts";

const parsed = parseFacts(loadTimeZones());
const prepared = openFacts(prepareFacts(parsed));

const tables = (facts: Facts) => ({
  airports: facts.airports,
  airportsByCity: facts.airportsByCity,
  cities: facts.cities,
  placeNames: facts.placeNames,
  replacedCodes: facts.replacedCodes,
  airlines: facts.airlines,
  aircraft: facts.aircraft,
  airportRules: facts.airportRules,
  seasonalAirports: facts.seasonalAirports,
  interlining: facts.interlining,
  territories: facts.cabotage.territories,
  clocks: facts.timeZones.clocks,
});
const names = Object.keys(tables(parsed)) as (keyof ReturnType<typeof tables>)[];

/** Facts whose tables are maps, to compare them. */
function plain(facts: Facts) {
  const maps = Object.entries<ReadonlyMap<string, unknown>>(tables(facts)).map(([name, table]) => [
    name,
    new Map<string, unknown>(table),
  ]);
  return {
    ...facts,
    ...Object.fromEntries(maps),
    timeZones: { ...facts.timeZones, clocks: null },
    cabotage: { ...facts.cabotage, territories: null },
    connectionRules: { ...facts.connectionRules },
  };
}

describe("prepared facts", () => {
  test("equal the parsed tables", () => {
    expect(plain(prepared)).toStrictEqual(plain(parsed));
    expect(Object.keys(prepared).toSorted()).toEqual(Object.keys(parsed).toSorted());
  });

  test.each(names)("find the same records of %s by any code, and list them in the same order", (name) => {
    const expected: ReadonlyMap<string, unknown> = tables(parsed)[name];
    const found: ReadonlyMap<string, unknown> = tables(prepared)[name];
    expect(found.size).toBe(expected.size);
    expect([...found.keys()]).toEqual([...expected.keys()]);
    expect([...found.values()]).toEqual([...expected.values()]);
    const visited: string[] = [];
    found.forEach((_, key, table) => {
      expect(table).toBe(found);
      visited.push(key);
    });
    expect(visited).toEqual([...expected.keys()]);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...expected.keys()), fc.string({ maxLength: 4 })), (code) => {
        expect(found.get(code)).toEqual(expected.get(code));
        expect(found.has(code)).toBe(expected.has(code));
      }),
    );
  });

  test("keep the records that a thread has decoded, frozen", () => {
    const opened = openFacts(prepareFacts(parsed));
    expect(opened.airports.get("JFK")).toBe(opened.airports.get("JFK"));
    expect(opened.nonstops).toBe(opened.nonstops);
    expect(Object.isFrozen(opened.airlines.get("DL")?.hubs)).toBe(true);
    expect(Object.isFrozen(opened.nonstops[0])).toBe(true);
  });

  test("are shared as they were opened, and prepared again if a fact changes", () => {
    const buffer = prepareFacts(parsed);
    const opened = openFacts(buffer);
    expect(shareFacts(opened)).toBe(buffer);
    const changed = { ...opened, airports: new Map([...opened.airports].slice(1)) };
    expect(openFacts(shareFacts(changed)).airports.size).toBe(opened.airports.size - 1);
    expect(digestsOf(changed).generated).not.toBe(digestsOf(opened).generated);
  });

  test("have the digests of the parsed tables", () => {
    expect(digestsOf(prepared)).toEqual(digestsOf(parsed));
    expect(digestsOf(prepareAgain(prepared))).toEqual(digestsOf(parsed));
    expect(
      Buffer.from(new Uint8Array(prepareFacts(prepared))).equals(Buffer.from(new Uint8Array(prepareFacts(parsed)))),
    ).toBe(true);
  });

  test("give the same network and the same places", () => {
    const small = (facts: Facts): Facts => ({
      ...facts,
      airports: new Map([...facts.airports].filter(([, { country }]) => country === "IE" || country === "GB")),
      airlines: new Map([...facts.airlines].filter(([code]) => ["BA", "EI", "U2"].includes(code))),
    });
    const network = (facts: Facts) =>
      Buffer.from(
        new Uint8Array(
          buildTimetable(generateSandbox(indexFacts(small(facts)), { seed: 1, firstDay: 20_900, days: 30 })),
        ),
      );
    expect(network(prepared).equals(network(parsed))).toBe(true);
    const [places, expected] = [createGazetteer(prepared), createGazetteer(parsed)];
    for (const text of ["lon", "new york", "münchen", "tokoy", "a"]) {
      expect(places.search(text, 20)).toEqual(expected.search(text, 20));
    }
  });
});

function prepareAgain(facts: Facts): Facts {
  return openFacts(prepareFacts({ ...facts }));
}

describe("time zones of another source", () => {
  const { timeZones } = parsed;

  test("replace those of prepared facts, and change only their digest", () => {
    const clocks = new Map(timeZones.clocks).set("Europe/London", timeZones.clocks.get("UTC") ?? fail());
    const facts = loadFacts({ ...timeZones, release: "2027z", clocks });
    expect(facts.timeZones.release).toBe("2027z");
    expect(facts.timeZones.clocks.get("Europe/London")).toEqual(timeZones.clocks.get("UTC"));
    expect(new Map(facts.airports)).toEqual(new Map(parsed.airports));
    const [own, other] = [digestsOf(loadFacts()), digestsOf(facts)];
    expect(other.generated).toBe(own.generated);
    expect(other.clocks).not.toBe(own.clocks);
  });

  test("without the zone of an airport are refused with the row of the table", () => {
    const clocks = new Map([...timeZones.clocks].filter(([name]) => name !== "Europe/Dublin"));
    expect(() => loadFacts({ ...timeZones, release: "2027z", clocks })).toThrow(
      /^airports\.tsv:\d+: timeZone is "Europe\/Dublin", which is not in the time zone data 2027z$/,
    );
  });
});

function fail(): never {
  throw new Error("the time zone is missing");
}

describe("a file of prepared facts", () => {
  const sound = Buffer.from(new Uint8Array(prepareFacts(parsed)));
  const fileWith = (bytes: Buffer) => {
    const directory = mkdtempSync(join(tmpdir(), "wayfare-facts-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, "facts.bin");
    writeFileSync(path, bytes);
    return path;
  };

  test("is read as it was prepared", () => {
    const facts = readFactsFile(fileWith(sound));
    expect(facts.airports.get("JFK")).toEqual(parsed.airports.get("JFK"));
    expect(digestsOf(facts)).toEqual(digestsOf(parsed));
  });

  test.each([0, 7, 4096])("is refused if truncated to %i bytes", (length) => {
    const path = fileWith(sound.subarray(0, length));
    expect(() => readFactsFile(path)).toThrow(/^cannot read the prepared facts .*facts\.bin: (not a )?snapshot/);
  });

  test.each([0, 5, 9, 13, 17, 4001])("is refused if its byte %i is another", (at) => {
    const flipped = Buffer.from(sound);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    const path = fileWith(flipped);
    expect(() => readFactsFile(path)).toThrow(/^cannot read the prepared facts .*facts\.bin: (not a )?snapshot/);
  });

  test("is refused if it has a world instead of facts", () => {
    const none: Facts = { ...parsed, airports: new Map(), airlines: new Map(), nonstops: [] };
    const world = buildTimetable(generateSandbox(indexFacts(none), { seed: 1, firstDay: 20_900, days: 30 }));
    const path = fileWith(Buffer.from(new Uint8Array(world)));
    expect(() => readFactsFile(path)).toThrow("snapshot has no facts");
  });
});
