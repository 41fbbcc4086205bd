import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TimeZoneDataError } from "../../src/time-zones/time-zone-data-error.ts";
import { parseTzif } from "../../src/time-zones/tzif.ts";
import { type WrittenTzif, writeTzif } from "./written-tzif.ts";

const runs = { seed: 20_261_128, numRuns: 300 };
const newYork: WrittenTzif = {
  types: [-17_762, -18_000, -14_400],
  changes: [
    [-2_717_650_800, 1],
    [1_173_596_400, 2],
    [1_194_156_000, 1],
  ],
  footer: "EST5EDT,M3.2.0,M11.1.0",
};

describe("a TZif file", () => {
  test("has an initial offset, changes and a rule", () => {
    const { initial, changes, rule } = parseTzif(writeTzif(newYork));
    expect(initial).toBe(-17_762);
    expect(changes).toEqual([
      { at: -2_717_650_800, offset: -18_000 },
      { at: 1_173_596_400, offset: -14_400 },
      { at: 1_194_156_000, offset: -18_000 },
    ]);
    expect([rule.standard, rule.daylight?.offset]).toEqual([-18_000, -14_400]);
  });

  test("is read as it was written, whatever it contains", () => {
    const offsets = fc.array(fc.integer({ min: -89_999, max: 93_599 }), { minLength: 1, maxLength: 256 });
    const times = fc.uniqueArray(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { maxLength: 300 });
    fc.assert(
      fc.property(offsets, times, fc.constantFrom("2", "3", "4"), (types, at, version) => {
        const changes = at.toSorted((a, b) => a - b).map((time, index) => [time, index % types.length] as const);
        const read = parseTzif(writeTzif({ version, types, changes, footer: "UTC0" }));
        expect(read.initial).toBe(types[0]);
        expect(read.changes).toEqual(changes.map(([time, type]) => ({ at: time, offset: types[type] })));
      }),
      runs,
    );
  });

  test("is refused without harm if it is cut off anywhere", () => {
    const bytes = writeTzif(newYork);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseTzif(bytes.subarray(0, length)), String(length)).toThrow(TimeZoneDataError);
    }
  });

  test("with any byte changed is either read or refused, but never fails in another way", () => {
    const sound = writeTzif(newYork);
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const bytes = Buffer.from(sound);
        bytes[at] = byte;
        try {
          parseTzif(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(TimeZoneDataError);
        }
      }),
      { ...runs, numRuns: 2000 },
    );
  });

  test.each<[string, Partial<WrittenTzif>, string]>([
    ["has version 1", { version: "\0" }, "version 1"],
    ["counts leap seconds", { leapSeconds: 27 }, "leap seconds"],
    ["has no local time types", { types: [], changes: [] }, "impossible counts"],
    ["has an offset beyond a day", { types: [93_600, 0, 0] }, "local time type 0 is damaged"],
    ["names a type that it does not have", { changes: [[0, 3]] }, "transition 0 is damaged"],
    [
      "has transitions out of order",
      {
        changes: [
          [5, 0],
          [5, 1],
        ],
      },
      "transition 1 is damaged",
    ],
    ["has no rule", { footer: "" }, "its footer is empty"],
    ["has a footer of two lines", { footer: "UTC0\nUTC0" }, "footer is damaged"],
    ["has a wrong rule", { footer: "EST5EDT" }, "is not a TZ string"],
  ])("is refused if it %s", (_fault, changes, message) => {
    expect(() => parseTzif(writeTzif({ ...newYork, ...changes }))).toThrow(message);
  });

  test("is refused if it is another file, or has a damaged header", () => {
    expect(() => parseTzif(Buffer.from("#".repeat(100)))).toThrow("it is not a TZif file");
    const flags = writeTzif(newYork);
    flags.writeUInt32BE(2, 44 + 7 + 20);
    expect(() => parseTzif(Buffer.concat([flags, Buffer.alloc(2)]))).toThrow("impossible counts");
  });
});
