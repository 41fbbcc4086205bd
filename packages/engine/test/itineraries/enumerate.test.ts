import {
  buildTimetable,
  type CircuityException,
  createEnumeration,
  type MinimumConnection,
  openTimetable,
  parseEpochDay,
  type Timetable,
} from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawNetwork, drawTimetable, waysOf } from "../fixtures/drawn-network.ts";

const on = "2028-01-12";

/** Flags of the named carriers, as questions take them. */
function flagsOf(timetable: Timetable, ...codes: string[]): Uint8Array {
  return Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
}

describe("A. one flight", () => {
  it("A01 a nonstop is found on a day it operates", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00");
    expect(waysOf(timetable, "LHR", "JFK", on)).toEqual(["BA1 LHR 09:00 JFK 12:00"]);
  });

  it("A02 a nonstop is not found on another weekday", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00 3");
    expect(waysOf(timetable, "LHR", "JFK", "2028-01-12")).toHaveLength(1);
    expect(waysOf(timetable, "LHR", "JFK", "2028-01-13")).toEqual([]);
  });

  it("A03 a nonstop is not found the other way round", () => {
    expect(waysOf(drawTimetable("BA1 LHR 09:00 JFK 12:00"), "JFK", "LHR", on)).toEqual([]);
  });

  it("A04 a flight overnight arrives the day after", () => {
    expect(waysOf(drawTimetable("BA2 JFK 18:30 LHR 06:30+1"), "JFK", "LHR", on)).toEqual(["BA2 JFK 18:30 LHR 06:30+1"]);
  });

  it("A05 a flight over the date line arrives the day before", () => {
    expect(waysOf(drawTimetable("JL9 APW 10:00 PPG 10:45-1"), "APW", "PPG", on)).toEqual(["JL9 APW 10:00 PPG 10:45-1"]);
  });

  it("A06 a metropolitan code stands for all of its airports", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nBA3 LGW 10:00 EWR 13:00");
    expect(waysOf(timetable, "LON", "NYC", on)).toEqual(["BA1 LHR 09:00 JFK 12:00", "BA3 LGW 10:00 EWR 13:00"]);
    expect(waysOf(timetable, "LHR", "NYC", on)).toEqual(["BA1 LHR 09:00 JFK 12:00"]);
  });

  it("A07 a flight on 29 February operates", () => {
    expect(waysOf(drawTimetable("BA1 LHR 09:00 JFK 12:00"), "LHR", "JFK", "2028-02-29")).toHaveLength(1);
  });
});

describe("B. one stop", () => {
  it("B01 two flights of one airline connect", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 11:00 LAX 13:30");
    expect(waysOf(timetable, "BOS", "LAX", on)).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA2 ORD 11:00 LAX 13:30"]);
  });

  it("B02 a domestic connection needs 30 minutes, to the minute", () => {
    const tight = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:30 LAX 13:00");
    const tooTight = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:29 LAX 13:00");
    expect(waysOf(tight, "BOS", "LAX", on)).toHaveLength(1);
    expect(waysOf(tooTight, "BOS", "LAX", on)).toEqual([]);
  });

  it("B03 domestic to international needs 60 minutes, anything after an international flight 90", () => {
    const out = (leaves: string) => drawTimetable(`AA1 ORD 12:00 JFK 15:00\nBA2 JFK ${leaves} LHR 06:30+1`);
    expect(waysOf(out("16:00"), "ORD", "LHR", on)).toHaveLength(1);
    expect(waysOf(out("15:59"), "ORD", "LHR", on)).toEqual([]);
    const back = (leaves: string) => drawTimetable(`BA1 LHR 09:00 JFK 12:00\nAA2 JFK ${leaves} ORD 16:00`);
    expect(waysOf(back("13:30"), "LHR", "ORD", on)).toHaveLength(1);
    expect(waysOf(back("13:29"), "LHR", "ORD", on)).toEqual([]);
  });

  it("B04 airlines of one alliance connect, strangers do not, named partners do", () => {
    const drawn = (second: string) => drawTimetable(`AA1 BOS 08:00 ORD 10:00\n${second} ORD 11:00 LAX 13:30`);
    expect(waysOf(drawn("BA2"), "BOS", "LAX", on)).toHaveLength(1);
    expect(waysOf(drawn("B62"), "BOS", "LAX", on)).toHaveLength(1);
    expect(waysOf(drawn("UA2"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B05 a layover lasts six hours at most", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 16:00 LAX 18:30\nAA4 ORD 16:01 LAX 18:31");
    expect(waysOf(timetable, "BOS", "LAX", on)).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA2 ORD 16:00 LAX 18:30"]);
  });

  it("B06 where nothing else is left, a layover of a day is allowed", () => {
    const timetable = drawTimetable("AA1 BOS 20:00 ORD 22:00\nAA2 ORD 07:00 LAX 09:30");
    expect(waysOf(timetable, "BOS", "LAX", on)).toEqual(["AA1 BOS 20:00 ORD 22:00 / AA2 ORD 07:00+1 LAX 09:30+1"]);
  });

  it("B07 another airport of the same city connects after four hours", () => {
    const drawn = (leaves: string) => drawTimetable(`AA1 BOS 08:00 JFK 09:00\nAA2 EWR ${leaves} LAX 17:00`);
    expect(waysOf(drawn("13:00"), "BOS", "LAX", on)).toHaveLength(1);
    expect(waysOf(drawn("12:59"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B08 a way that bends too far is none", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 LAX 11:00\nAA2 LAX 12:00 ORD 18:00");
    expect(waysOf(timetable, "BOS", "ORD", on)).toEqual([]);
  });

  it("B09 no way passes through the city it starts or ends in", () => {
    const timetable = drawTimetable("AA1 JFK 08:00 BOS 09:00\nAA2 BOS 10:00 EWR 11:00\nAA3 EWR 16:00 LAX 19:00");
    expect(waysOf(timetable, "JFK", "LAX", on)).toEqual([]);
  });
});

describe("C. two stops", () => {
  const three = "AA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nAA3 ORD 12:30 LAX 15:00";

  it("C01 three flights connect", () => {
    expect(waysOf(drawTimetable(three), "BOS", "LAX", on)).toEqual([
      "AA1 BOS 08:00 JFK 09:00 / AA2 JFK 10:00 ORD 11:30 / AA3 ORD 12:30 LAX 15:00",
    ]);
  });

  it("C02 a limit of stops cuts them off", () => {
    expect(waysOf(drawTimetable(three), "BOS", "LAX", on, { maxStops: 1 })).toEqual([]);
  });

  it("C03 every two of the three carriers must connect", () => {
    const timetable = drawTimetable("BA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nB63 ORD 12:30 LAX 15:00");
    expect(waysOf(timetable, "BOS", "LAX", on)).toEqual([]);
  });

  it("C04 where nothing else is left, both layovers may last a day", () => {
    const first = "AA1 BOS 20:00 JFK 21:00\nAA2 JFK 20:00 ORD 21:30";
    expect(waysOf(drawTimetable(`${first}\nAA3 ORD 21:30 LAX 23:59`), "BOS", "LAX", on)).toEqual([
      "AA1 BOS 20:00 JFK 21:00 / AA2 JFK 20:00+1 ORD 21:30+1 / AA3 ORD 21:30+2 LAX 23:59+2",
    ]);
    expect(waysOf(drawTimetable(`${first}\nAA3 ORD 21:31 LAX 23:59`), "BOS", "LAX", on)).toEqual([]);
  });

  it("C05 a way with short layovers leaves no room for one with a long layover, whatever their stops", () => {
    const timetable = drawTimetable(`${three}\nAA4 BOS 12:00 DEN 14:30\nAA5 DEN 21:00 LAX 22:30`);
    expect(waysOf(timetable, "BOS", "LAX", on)).toEqual([
      "AA1 BOS 08:00 JFK 09:00 / AA2 JFK 10:00 ORD 11:30 / AA3 ORD 12:30 LAX 15:00",
    ]);
    expect(waysOf(timetable, "BOS", "LAX", on, { maxStops: 1 })).toEqual([
      "AA4 BOS 12:00 DEN 14:30 / AA5 DEN 21:00 LAX 22:30",
    ]);
  });
});

describe("D. clocks", () => {
  it("D01 a night flight in spring arrives an hour later by the clock", () => {
    const timetable = drawTimetable("AA2 LAX 22:00 JFK 06:00+1");
    expect(waysOf(timetable, "LAX", "JFK", "2028-03-11")).toEqual(["AA2 LAX 22:00 JFK 07:00+1"]);
  });

  it("D02 a night flight in autumn arrives an hour earlier by the clock", () => {
    const timetable = drawTimetable("AA2 LAX 22:00 JFK 06:00+1");
    expect(waysOf(timetable, "LAX", "JFK", "2028-11-04")).toEqual(["AA2 LAX 22:00 JFK 05:00+1"]);
  });

  it("D03 a departure time that the clocks skip leaves an hour later", () => {
    const timetable = drawTimetable("AA1 BOS 02:30 ORD 04:00");
    expect(waysOf(timetable, "BOS", "ORD", "2028-03-12")).toEqual(["AA1 BOS 03:30 ORD 05:00"]);
  });

  it("D04 a departure time that comes twice is its first", () => {
    const timetable = drawTimetable("AA1 BOS 01:30 ORD 03:00");
    expect(waysOf(timetable, "BOS", "ORD", "2028-11-05")).toEqual(["AA1 BOS 01:30 ORD 02:00"]);
  });

  it("D05 the date line does not break a connection", () => {
    const timetable = drawTimetable("AA1 SYD 10:00 LAX 05:00\nAA2 LAX 08:00 DEN 11:20");
    expect(waysOf(timetable, "SYD", "DEN", on)).toEqual(["AA1 SYD 10:00 LAX 05:00 / AA2 LAX 08:00 DEN 11:20"]);
  });

  it("D06 flights that the clocks put in another order connect as they leave", () => {
    const timetable = drawTimetable("AA1 DEN 20:00 ORD 00:45+1\nAA2 ORD 02:30 BOS 05:00\nAA3 ORD 03:00 BOS 05:30");
    expect(waysOf(timetable, "DEN", "BOS", "2028-03-11")).toEqual([
      "AA1 DEN 20:00 ORD 00:45+1 / AA2 ORD 03:30+1 BOS 06:00+1",
      "AA1 DEN 20:00 ORD 00:45+1 / AA3 ORD 03:00+1 BOS 05:30+1",
    ]);
    const late = drawTimetable("AA1 DEN 21:00 ORD 01:45+1\nAA2 ORD 02:30 BOS 05:00\nAA3 ORD 03:00 BOS 05:30");
    expect(waysOf(late, "DEN", "BOS", "2028-03-11")).toEqual([
      "AA1 DEN 21:00 ORD 01:45+1 / AA2 ORD 03:30+1 BOS 06:00+1",
    ]);
  });

  it("D07 a day of operation is the local one, also of a flight that leaves on the next day by UTC", () => {
    const drawn = (weekday: number) => drawTimetable(`AA1 ORD 12:00 LAX 14:30\nAA2 LAX 17:30 SYD 03:30+2 ${weekday}`);
    expect(waysOf(drawn(3), "ORD", "SYD", on)).toEqual(["AA1 ORD 12:00 LAX 14:30 / AA2 LAX 17:30 SYD 03:30+2"]);
    expect(waysOf(drawn(4), "ORD", "SYD", on)).toEqual([]);
  });

  it("D08 a day of operation is the local one, also of a flight that leaves on the day before by UTC", () => {
    const drawn = (weekday: number) => drawTimetable(`JL1 FRA 10:00 NRT 06:00+1\nJL2 NRT 08:00 SYD 20:00 ${weekday}`);
    expect(waysOf(drawn(4), "FRA", "SYD", on)).toEqual(["JL1 FRA 10:00 NRT 06:00+1 / JL2 NRT 08:00+1 SYD 20:00+1"]);
    expect(waysOf(drawn(3), "FRA", "SYD", on)).toEqual([]);
  });

  it("D09 29 February connects with 1 March", () => {
    const timetable = drawTimetable("AA1 BOS 21:00 ORD 23:00 2\nAA2 ORD 00:30 LAX 03:00 3");
    expect(waysOf(timetable, "BOS", "LAX", "2028-02-29")).toEqual([
      "AA1 BOS 21:00 ORD 23:00 / AA2 ORD 00:30+1 LAX 03:00+1",
    ]);
  });

  it("D10 an onward flight three local days after the first departure is found", () => {
    const timetable = drawTimetable("JL1 JFK 22:00 NRT 02:00+2 3\nJL2 NRT 01:30 SYD 13:00 6");
    expect(waysOf(timetable, "JFK", "SYD", on)).toEqual(["JL1 JFK 22:00 NRT 02:00+2 / JL2 NRT 01:30+3 SYD 13:00+3"]);
  });

  it("D11 a last flight four local days after the first departure is found", () => {
    const timetable = drawTimetable(
      "JL1 BOS 21:00 JFK 22:30 3\nJL2 JFK 22:00 NRT 02:00+2 4\nJL3 NRT 01:30 SYD 13:00 7",
    );
    expect(waysOf(timetable, "BOS", "SYD", on)).toEqual([
      "JL1 BOS 21:00 JFK 22:30 / JL2 JFK 22:00+1 NRT 02:00+3 / JL3 NRT 01:30+4 SYD 13:00+4",
    ]);
  });

  it("D12 a change of clocks in the night gives and takes connections", () => {
    const timetable = drawTimetable(`
      AA1 LAX 22:00 ORD 04:00+1
      AA2 ORD 03:30 BOS 06:30
      AA3 ORD 04:45 BOS 07:45
      AA4 ORD 05:45 BOS 08:45
    `);
    const onward = (day: string) => waysOf(timetable, "LAX", "BOS", day).map((way) => way.split(" / ")[1]);
    const [two, three, four] = [
      "AA2 ORD 03:30+1 BOS 06:30+1",
      "AA3 ORD 04:45+1 BOS 07:45+1",
      "AA4 ORD 05:45+1 BOS 08:45+1",
    ];
    expect(onward(on)).toEqual([three, four]);
    expect(onward("2028-03-11")).toEqual([four]);
    expect(onward("2028-11-04")).toEqual([two, three, four]);
  });

  it("D13 between the changes of clocks of Europe and America a connection counts the minutes that pass", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nAA2 JFK 13:30 ORD 15:00\nAA3 JFK 14:30 ORD 16:00");
    const two = "BA1 LHR 09:00 JFK 12:00 / AA2 JFK 13:30 ORD 15:00";
    const three = "BA1 LHR 09:00 JFK 12:00 / AA3 JFK 14:30 ORD 16:00";
    expect(waysOf(timetable, "LHR", "ORD", "2028-10-28")).toEqual([two, three]);
    expect(waysOf(timetable, "LHR", "ORD", "2028-10-29")).toEqual([
      "BA1 LHR 09:00 JFK 13:00 / AA3 JFK 14:30 ORD 16:00",
    ]);
    expect(waysOf(timetable, "LHR", "ORD", "2028-11-05")).toEqual([two, three]);
  });
});

describe("E. filters", () => {
  const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nUA2 LHR 18:00 JFK 21:00\nBA3 LHR 23:00 JFK 02:00+1");

  it("E01 a departure window keeps what leaves inside it, ends included", () => {
    const window = { fromMinute: 9 * 60, toMinute: 18 * 60 };
    expect(waysOf(timetable, "LHR", "JFK", on, { departureWindow: window })).toHaveLength(2);
  });

  it("E02 a window may span midnight", () => {
    const window = { fromMinute: 22 * 60, toMinute: 3 * 60 };
    expect(waysOf(timetable, "LHR", "JFK", on, { arrivalWindow: window })).toEqual(["BA3 LHR 23:00 JFK 02:00+1"]);
  });

  it("E03 only the named carriers fly", () => {
    const carriers = new Uint8Array(timetable.carriers.length);
    carriers[timetable.carrierIndex.get("UA") ?? 0] = 1;
    expect(waysOf(timetable, "LHR", "JFK", on, { carriers })).toEqual(["UA2 LHR 18:00 JFK 21:00"]);
  });

  it("E04 a limit of duration is inclusive", () => {
    expect(waysOf(timetable, "LHR", "JFK", on, { maxDurationMinutes: 480 })).toHaveLength(3);
    expect(waysOf(timetable, "LHR", "JFK", on, { maxDurationMinutes: 479 })).toEqual([]);
  });

  it("E05 a day outside the world has no flights and no error", () => {
    expect(waysOf(timetable, "LHR", "JFK", "2027-11-30")).toEqual([]);
    expect(parseEpochDay("2027-11-30")).toBe(timetable.firstDay - 1);
  });
});

describe("F. minimum connection times of airports", () => {
  const anyAt = (airport: string, minutes: number, changes: Partial<MinimumConnection> = {}): MinimumConnection => ({
    airport,
    toAirport: null,
    kind: null,
    fromCarrier: null,
    toCarrier: null,
    fromTerminal: null,
    toTerminal: null,
    minutes,
    ...changes,
  });
  const drawWith = (text: string, ...minimumConnections: MinimumConnection[]) =>
    drawTimetable(text, { minimumConnections, circuity: [] });
  /** Whether AA1, at ORD at 10:00, connects with a flight to LAX. */
  const connects = (onward: string, ...rules: MinimumConnection[]) =>
    waysOf(drawWith(`AA1 BOS 08:00 ORD 10:00\n${onward} LAX 13:00`, ...rules), "BOS", "LAX", on).length === 1;

  it("F01 an airport may ask for less than the default, to the minute", () => {
    expect(connects("AA2 ORD 10:20")).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20))).toBe(true);
    expect(connects("AA2 ORD 10:19", anyAt("ORD", 20))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("BOS", 20))).toBe(false);
  });

  it("F02 an airport may ask for more than the default, to the minute", () => {
    expect(connects("AA2 ORD 10:45", anyAt("ORD", 45))).toBe(true);
    expect(connects("AA2 ORD 10:44", anyAt("ORD", 45))).toBe(false);
    expect(connects("AA2 ORD 10:44", anyAt("LAX", 45))).toBe(true);
  });

  it("F03 a time of a whole day leaves only the last resort", () => {
    expect(connects("AA2 ORD 10:00", anyAt("ORD", 24 * 60))).toBe(true);
    expect(connects("AA2 ORD 09:59", anyAt("ORD", 24 * 60))).toBe(false);
  });

  it("F04 a time for one kind of connection leaves the other kinds alone", () => {
    const rule = anyAt("JFK", 75, { kind: "domestic-international" });
    const out = (leaves: string) => drawWith(`AA1 ORD 12:00 JFK 15:00\nBA2 JFK ${leaves} LHR 06:30+1`, rule);
    expect(waysOf(out("16:15"), "ORD", "LHR", on)).toHaveLength(1);
    expect(waysOf(out("16:14"), "ORD", "LHR", on)).toEqual([]);
    const back = (leaves: string) => drawWith(`BA1 LHR 09:00 JFK 12:00\nAA2 JFK ${leaves} ORD 16:00`, rule);
    expect(waysOf(back("13:30"), "LHR", "ORD", on)).toHaveLength(1);
    expect(waysOf(back("13:29"), "LHR", "ORD", on)).toEqual([]);
  });

  it("F05 a time between terminals is of those that a traveler arrives at and leaves from", () => {
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "5", toTerminal: "4" }))).toBe(true);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "4", toTerminal: "5" }))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "5" }))).toBe(true);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { toTerminal: "5" }))).toBe(false);
  });

  it("F06 a time to another airport of the city is for that change, that way", () => {
    const change = (leaves: string, ...rules: MinimumConnection[]) => {
      const rest = "AA3 LAX 20:00 JFK 04:00+1\nAA4 EWR 08:00 BOS 09:00";
      const timetable = drawWith(`AA1 BOS 08:00 JFK 09:00\nAA2 EWR ${leaves} LAX 17:00\n${rest}`, ...rules);
      return waysOf(timetable, "BOS", "LAX", on).length === 1;
    };
    expect(change("12:00", anyAt("JFK", 180, { toAirport: "EWR" }))).toBe(true);
    expect(change("11:59", anyAt("JFK", 180, { toAirport: "EWR" }))).toBe(false);
    expect(change("13:59", anyAt("JFK", 300, { toAirport: "EWR" }))).toBe(false);
    expect(change("12:00", anyAt("EWR", 180, { toAirport: "JFK" }))).toBe(false);
    expect(change("12:00", anyAt("JFK", 180), anyAt("EWR", 180))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { toAirport: "ORD" }))).toBe(true);
  });

  it("F07 a time for a pair of carriers is for those, that way", () => {
    const rule = anyAt("ORD", 20, { fromCarrier: "AA", toCarrier: "BA" });
    expect(connects("BA2 ORD 10:20", rule)).toBe(true);
    expect(connects("BA2 ORD 10:19", rule)).toBe(false);
    expect(connects("AA2 ORD 10:20", rule)).toBe(false);
    expect(connects("BA2 ORD 10:20", anyAt("ORD", 20, { fromCarrier: "BA", toCarrier: "AA" }))).toBe(false);
  });

  it("F08 carriers beat terminals, and terminals the kind, in whatever order they stand", () => {
    const kind = anyAt("ORD", 50, { kind: "domestic-domestic" });
    const terminals = anyAt("ORD", 40, { kind: "domestic-domestic", fromTerminal: "5", toTerminal: "4" });
    const terminal = anyAt("ORD", 45, { toTerminal: "4" });
    const carrier = anyAt("ORD", 20, { fromCarrier: "AA" });
    const longest = anyAt("ORD", 120);
    const least = (...rules: MinimumConnection[]) => {
      const minutes = [20, 30, 40, 45, 50, 120].find((wait) => {
        const leaves = `${10 + Math.floor(wait / 60)}:${String(wait % 60).padStart(2, "0")}`;
        return connects(`AA2 ORD ${leaves}`, ...rules);
      });
      expect(minutes).toBeDefined();
      return minutes;
    };
    expect(least(longest)).toBe(120);
    expect(least(longest, kind)).toBe(50);
    expect(least(terminal, kind, longest)).toBe(45);
    expect(least(kind, terminals, longest, terminal)).toBe(40);
    expect(least(kind, terminals, carrier, longest, terminal)).toBe(20);
    expect(least(anyAt("ORD", 40, { fromCarrier: "AA", toCarrier: "AA" }), carrier)).toBe(40);
  });

  it("F09 of equally specific times the longest counts", () => {
    const short = anyAt("ORD", 20, { fromTerminal: "5" });
    const long = anyAt("ORD", 50, { toTerminal: "4" });
    for (const rules of [
      [short, long],
      [long, short],
    ]) {
      expect(connects("AA2 ORD 10:50", ...rules)).toBe(true);
      expect(connects("AA2 ORD 10:49", ...rules)).toBe(false);
    }
  });

  it("F10 the carrier that operates a flight counts, one that puts a codeshare on it does not", () => {
    const rule = anyAt("ORD", 20, { toCarrier: "B6" });
    const network = drawNetwork("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:20 LAX 13:00", {
      minimumConnections: [rule],
      circuity: [],
    });
    const ways = () => waysOf(openTimetable(buildTimetable(network)), "BOS", "LAX", on);
    expect(ways()).toEqual([]);
    network.patterns.operatingCarrier[1] = network.carriers.findIndex(({ code }) => code === "B6");
    expect(ways()).toHaveLength(1);
    expect(connects("AA2=B6900 ORD 10:20", rule)).toBe(false);
  });

  it("F11 every connection of a way with two stops obeys its own airport's time", () => {
    const drawn = (...rules: MinimumConnection[]) =>
      drawWith("AA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nAA3 ORD 12:30 LAX 15:00", ...rules);
    expect(waysOf(drawn(anyAt("JFK", 60), anyAt("ORD", 60)), "BOS", "LAX", on)).toHaveLength(1);
    expect(waysOf(drawn(anyAt("JFK", 61)), "BOS", "LAX", on)).toEqual([]);
    expect(waysOf(drawn(anyAt("ORD", 61)), "BOS", "LAX", on)).toEqual([]);
  });

  it("F12 a time that names what the timetable does not have is refused", () => {
    const refused = (rule: MinimumConnection) => () => createEnumeration(drawWith("AA1 BOS 08:00 ORD 10:00", rule));
    expect(refused(anyAt("XXX", 20))).toThrow(RangeError);
    expect(refused(anyAt("ORD", 20, { toAirport: "XXX" }))).toThrow(RangeError);
    expect(refused(anyAt("ORD", 20, { fromCarrier: "ZZ" }))).toThrow(RangeError);
    expect(refused(anyAt("ORD", 20, { toTerminal: "9" }))).toThrow(RangeError);
  });
});

describe("G. codeshares", () => {
  it("G01 a flight with two codeshares is found once", () => {
    const timetable = drawTimetable("AA1=BA1511=JL7001 JFK 18:30 LHR 06:30+1");
    expect(waysOf(timetable, "JFK", "LHR", on)).toEqual(["AA1 JFK 18:30 LHR 06:30+1"]);
    const carriers = flagsOf(timetable, "AA", "BA", "JL");
    expect(waysOf(timetable, "JFK", "LHR", on, { carriers })).toHaveLength(1);
  });

  it("G02 a flight connects with an airline that only its codeshare is allied to", () => {
    const drawn = (first: string, second: string) =>
      waysOf(drawTimetable(`${first} BOS 08:00 ORD 10:00\n${second} ORD 11:00 LAX 13:30`), "BOS", "LAX", on);
    expect(drawn("UA1", "B62")).toEqual([]);
    expect(drawn("UA1", "B62=LH9002")).toEqual(["UA1 BOS 08:00 ORD 10:00 / B62 ORD 11:00 LAX 13:30"]);
    expect(drawn("UA1=JL9001", "B62=BA9002")).toHaveLength(1);
    expect(drawn("UA1", "B62=BA9002")).toEqual([]);
  });

  it("G03 of three flights every two need an airline in common, codeshares included", () => {
    const drawn = (last: string) =>
      waysOf(
        drawTimetable(`BA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\n${last} ORD 12:30 LAX 15:00`),
        "BOS",
        "LAX",
        on,
      );
    expect(drawn("B63")).toEqual([]);
    expect(drawn("B63=JL9003")).toHaveLength(1);
  });

  it("G04 a flight is found where only the carrier of its codeshare is asked for", () => {
    const timetable = drawTimetable("AA1=BA1511 JFK 18:30 LHR 06:30+1\nAA3 JFK 20:00 LHR 08:00+1");
    const carriers = flagsOf(timetable, "BA");
    expect(waysOf(timetable, "JFK", "LHR", on, { carriers })).toEqual(["AA1 JFK 18:30 LHR 06:30+1"]);
    expect(waysOf(timetable, "JFK", "LHR", on, { carriers: flagsOf(timetable, "JL") })).toEqual([]);
  });

  it("G05 to leave out the carrier of a codeshare leaves the flight, to leave out its own does not", () => {
    const timetable = drawTimetable("AA1=BA1511 JFK 18:30 LHR 06:30+1");
    const without = (...codes: string[]) =>
      waysOf(timetable, "JFK", "LHR", on, { excludedCarriers: flagsOf(timetable, ...codes) });
    expect(without("BA")).toHaveLength(1);
    expect(without("AA")).toEqual([]);
    const carriers = flagsOf(timetable, "BA");
    const excludedCarriers = flagsOf(timetable, "AA");
    expect(waysOf(timetable, "JFK", "LHR", on, { carriers, excludedCarriers })).toEqual([]);
  });

  it("G06 the carrier that operates a flight can leave it out, and does not sell it", () => {
    const network = drawNetwork("AA1=BA1511 JFK 18:30 LHR 06:30+1");
    network.patterns.operatingCarrier[0] = network.carriers.findIndex(({ code }) => code === "B6");
    const timetable = openTimetable(buildTimetable(network));
    const flags = flagsOf(timetable, "B6");
    expect(waysOf(timetable, "JFK", "LHR", on)).toHaveLength(1);
    expect(waysOf(timetable, "JFK", "LHR", on, { excludedCarriers: flags })).toEqual([]);
    expect(waysOf(timetable, "JFK", "LHR", on, { carriers: flags })).toEqual([]);
  });
});

describe("H. circuity", () => {
  /** Five times as far as straight; the flights of EWR lead over LAX too. */
  const bent = `
    AA1 JFK 08:00 LAX 11:00
    AA2 EWR 08:00 LAX 11:00
    AA3 LAX 12:00 ORD 18:00
  `;
  /** 1.24 times as far as straight, out and back. */
  const straight = `
    LH1 LHR 07:00 FRA 09:40
    LH2 FRA 11:30 JFK 14:00
    LH3 JFK 16:00 FRA 05:30+1
    LH4 FRA 07:30 LHR 08:10
  `;
  const ways = (text: string, from: string, to: string, ...circuity: CircuityException[]) =>
    waysOf(drawTimetable(text, { minimumConnections: [], circuity }), from, to, on).length;
  const between = (one: string, other: string, factor: number): CircuityException => ({
    between: [one, other],
    factor,
  });

  it("H01 a pair of airports may let a way bend further, and lets no other pair", () => {
    expect(ways(bent, "JFK", "ORD")).toBe(0);
    expect(ways(bent, "JFK", "ORD", between("JFK", "ORD", 7))).toBe(1);
    expect(ways(bent, "EWR", "ORD", between("JFK", "ORD", 7))).toBe(0);
  });

  it("H02 a pair of cities speaks for all of their airports", () => {
    expect(ways(bent, "NYC", "ORD", between("NYC", "CHI", 7))).toBe(2);
    expect(ways(bent, "EWR", "ORD", between("NYC", "CHI", 7))).toBe(1);
    expect(ways(bent, "EWR", "ORD", between("NYC", "LAX", 7))).toBe(0);
  });

  it("H03 a pair of countries, or a country with itself, speaks for all of its airports", () => {
    expect(ways(bent, "NYC", "ORD", between("US", "US", 7))).toBe(2);
    expect(ways(straight, "LHR", "JFK", between("GB", "US", 1.2))).toBe(0);
    expect(ways(straight, "LHR", "JFK", between("DE", "US", 1.2))).toBe(1);
  });

  it("H04 a smaller factor forbids a way that the distance would allow", () => {
    expect(ways(straight, "LHR", "JFK")).toBe(1);
    expect(ways(straight, "LHR", "JFK", between("LHR", "JFK", 1.2))).toBe(0);
    expect(ways(straight, "LHR", "JFK", between("LHR", "JFK", 1.25))).toBe(1);
  });

  it("H05 a pair holds either way round", () => {
    for (const rule of [between("LHR", "JFK", 1.2), between("JFK", "LHR", 1.2), between("US", "LON", 1.2)]) {
      expect(ways(straight, "LHR", "JFK", rule)).toBe(0);
      expect(ways(straight, "JFK", "LHR", rule)).toBe(0);
    }
    expect(ways(straight, "JFK", "LHR")).toBe(1);
  });

  it("H06 airports beat cities, and cities countries, whichever factor is larger", () => {
    const far = 7;
    const near = 1.2;
    const from = (...rules: CircuityException[]) => ways(bent, "JFK", "ORD", ...rules);
    expect(from(between("JFK", "ORD", far), between("NYC", "CHI", near), between("US", "US", near))).toBe(1);
    expect(from(between("JFK", "ORD", near), between("NYC", "CHI", far), between("US", "US", far))).toBe(0);
    expect(from(between("US", "US", near), between("NYC", "CHI", far))).toBe(1);
    expect(from(between("US", "US", far), between("NYC", "CHI", near))).toBe(0);
  });

  it("H07 an airport with a city, or a city with a country, stands between the even pairs", () => {
    const from = (...rules: CircuityException[]) => ways(bent, "JFK", "ORD", ...rules);
    expect(from(between("CHI", "JFK", 7), between("NYC", "CHI", 1.2))).toBe(1);
    expect(from(between("CHI", "JFK", 7), between("JFK", "ORD", 1.2))).toBe(0);
    expect(from(between("NYC", "US", 7), between("US", "US", 1.2))).toBe(1);
    expect(from(between("NYC", "US", 7), between("NYC", "CHI", 1.2))).toBe(0);
  });

  it("H08 of equally specific factors the largest counts, in whatever order they stand", () => {
    const rules = [between("NYC", "ORD", 1.2), between("CHI", "JFK", 7)];
    expect(ways(bent, "JFK", "ORD", ...rules)).toBe(1);
    expect(ways(bent, "JFK", "ORD", ...rules.toReversed())).toBe(1);
    expect(ways(bent, "JFK", "ORD", between("JFK", "ORD", 7), between("ORD", "JFK", 1.2))).toBe(1);
  });

  it("H09 a factor holds for the whole of a way with two stops, not for its parts", () => {
    const three = "LH1 DUB 06:00 LHR 07:20\nLH2 LHR 09:00 FRA 11:40\nLH3 FRA 13:30 JFK 16:00";
    expect(ways(three, "DUB", "JFK", between("DUB", "JFK", 1.5))).toBe(1);
    expect(ways(three, "DUB", "JFK", between("LHR", "JFK", 1.01), between("DUB", "JFK", 1.5))).toBe(1);
    expect(ways(three, "DUB", "JFK", between("DUB", "JFK", 1.2))).toBe(0);
  });

  it("H10 a nonstop flies however small the factor", () => {
    expect(ways("BA1 LHR 09:00 JFK 12:00", "LHR", "JFK", between("LHR", "JFK", 0.5))).toBe(1);
  });

  it("H11 a factor that names a place the timetable does not have is refused", () => {
    expect(() => ways(bent, "JFK", "ORD", between("JFK", "XXX", 2))).toThrow(RangeError);
    expect(() => ways(bent, "JFK", "ORD", between("GB", "US", 2))).toThrow(RangeError);
  });
});
