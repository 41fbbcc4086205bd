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
import { drawNetwork, drawTimetable, itinerariesOf } from "../fixtures/drawn-network.ts";

const on = "2028-01-12";

/** Flags of the named carriers, as in queries. */
function flagsOf(timetable: Timetable, ...codes: string[]): Uint8Array {
  return Uint8Array.from(timetable.carriers, ({ code }) => (codes.includes(code) ? 1 : 0));
}

describe("A. one flight", () => {
  it("A01 finds a nonstop on a day it operates", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00");
    expect(itinerariesOf(timetable, "LHR", "JFK", on)).toEqual(["BA1 LHR 09:00 JFK 12:00"]);
  });

  it("A02 does not find a nonstop on another weekday", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00 3");
    expect(itinerariesOf(timetable, "LHR", "JFK", "2028-01-12")).toHaveLength(1);
    expect(itinerariesOf(timetable, "LHR", "JFK", "2028-01-13")).toEqual([]);
  });

  it("A03 does not find a nonstop in the opposite direction", () => {
    expect(itinerariesOf(drawTimetable("BA1 LHR 09:00 JFK 12:00"), "JFK", "LHR", on)).toEqual([]);
  });

  it("A04 gives an overnight flight an arrival on the next day", () => {
    expect(itinerariesOf(drawTimetable("BA2 JFK 18:30 LHR 06:30+1"), "JFK", "LHR", on)).toEqual([
      "BA2 JFK 18:30 LHR 06:30+1",
    ]);
  });

  it("A05 gives a flight over the date line an arrival on the previous day", () => {
    expect(itinerariesOf(drawTimetable("JL9 APW 10:00 PPG 10:45-1"), "APW", "PPG", on)).toEqual([
      "JL9 APW 10:00 PPG 10:45-1",
    ]);
  });

  it("A06 searches all airports of a metropolitan code", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nBA3 LGW 10:00 EWR 13:00");
    expect(itinerariesOf(timetable, "LON", "NYC", on)).toEqual(["BA1 LHR 09:00 JFK 12:00", "BA3 LGW 10:00 EWR 13:00"]);
    expect(itinerariesOf(timetable, "LHR", "NYC", on)).toEqual(["BA1 LHR 09:00 JFK 12:00"]);
  });

  it("A07 operates a flight on 29 February", () => {
    expect(itinerariesOf(drawTimetable("BA1 LHR 09:00 JFK 12:00"), "LHR", "JFK", "2028-02-29")).toHaveLength(1);
  });
});

describe("B. one stop", () => {
  it("B01 connects two flights of one airline", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 11:00 LAX 13:30");
    expect(itinerariesOf(timetable, "BOS", "LAX", on)).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA2 ORD 11:00 LAX 13:30"]);
  });

  it("B02 requires 30 minutes for a domestic connection, to the minute", () => {
    const tight = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:30 LAX 13:00");
    const tooTight = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:29 LAX 13:00");
    expect(itinerariesOf(tight, "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(tooTight, "BOS", "LAX", on)).toEqual([]);
  });

  it("B03 requires 60 minutes from domestic to international, 90 after an international flight", () => {
    const out = (leaves: string) => drawTimetable(`AA1 ORD 12:00 JFK 15:00\nBA2 JFK ${leaves} LHR 06:30+1`);
    expect(itinerariesOf(out("16:00"), "ORD", "LHR", on)).toHaveLength(1);
    expect(itinerariesOf(out("15:59"), "ORD", "LHR", on)).toEqual([]);
    const back = (leaves: string) => drawTimetable(`BA1 LHR 09:00 JFK 12:00\nAA2 JFK ${leaves} ORD 16:00`);
    expect(itinerariesOf(back("13:30"), "LHR", "ORD", on)).toHaveLength(1);
    expect(itinerariesOf(back("13:29"), "LHR", "ORD", on)).toEqual([]);
  });

  it("B04 connects airlines of one alliance and named partners, and no others", () => {
    const drawn = (second: string) => drawTimetable(`AA1 BOS 08:00 ORD 10:00\n${second} ORD 11:00 LAX 13:30`);
    expect(itinerariesOf(drawn("BA2"), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("B62"), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("UA2"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B05 limits a layover to six hours", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 16:00 LAX 18:30\nAA4 ORD 16:01 LAX 18:31");
    expect(itinerariesOf(timetable, "BOS", "LAX", on)).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA2 ORD 16:00 LAX 18:30"]);
  });

  it("B06 allows a layover of a day if there is no other itinerary", () => {
    const timetable = drawTimetable("AA1 BOS 20:00 ORD 22:00\nAA2 ORD 07:00 LAX 09:30");
    expect(itinerariesOf(timetable, "BOS", "LAX", on)).toEqual([
      "AA1 BOS 20:00 ORD 22:00 / AA2 ORD 07:00+1 LAX 09:30+1",
    ]);
  });

  it("B07 connects to another airport of the same city after four hours", () => {
    const drawn = (leaves: string) => drawTimetable(`AA1 BOS 08:00 JFK 09:00\nAA2 EWR ${leaves} LAX 17:00`);
    expect(itinerariesOf(drawn("13:00"), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("12:59"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B08 rejects an itinerary beyond its circuity limit", () => {
    const timetable = drawTimetable("AA1 BOS 08:00 LAX 11:00\nAA2 LAX 12:00 ORD 18:00");
    expect(itinerariesOf(timetable, "BOS", "ORD", on)).toEqual([]);
  });

  it("B09 rejects an itinerary through the city of its origin or destination", () => {
    const timetable = drawTimetable("AA1 JFK 08:00 BOS 09:00\nAA2 BOS 10:00 EWR 11:00\nAA3 EWR 16:00 LAX 19:00");
    expect(itinerariesOf(timetable, "JFK", "LAX", on)).toEqual([]);
  });

  it("B10 requires 30 more minutes between terminals, unless the airport has a rule", () => {
    const drawn = (leaves: string) => drawTimetable(`AA1 BOS 08:00 ORD/4 10:00\nAA2 ORD/5 ${leaves} LAX 13:00`);
    expect(itinerariesOf(drawn("11:00"), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("10:59"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B11 requires 60 to 120 minutes between airlines that only have an interline agreement", () => {
    const domestic = (leaves: string, terminal: string) =>
      itinerariesOf(
        drawTimetable(`AA1 BOS 08:00 ORD 10:00\nB62 ORD/${terminal} ${leaves} LAX 13:30`),
        "BOS",
        "LAX",
        on,
      );
    expect([domestic("11:00", "4"), domestic("10:59", "4")].map((found) => found.length)).toEqual([1, 0]);
    expect([domestic("11:30", "5"), domestic("11:29", "5")].map((found) => found.length)).toEqual([1, 0]);
    const abroad = (leaves: string, terminal: string) =>
      itinerariesOf(
        drawTimetable(`B61 ORD 12:00 JFK 15:00\nAA2 JFK/${terminal} ${leaves} LHR 06:30+1`),
        "ORD",
        "LHR",
        on,
      );
    expect([abroad("16:30", "4"), abroad("16:29", "4")].map((found) => found.length)).toEqual([1, 0]);
    expect([abroad("17:00", "5"), abroad("16:59", "5")].map((found) => found.length)).toEqual([1, 0]);
  });

  it("B12 does not connect such airlines between two airports", () => {
    const drawn = (second: string) => drawTimetable(`AA1 BOS 08:00 JFK 09:00\n${second} EWR 13:30 LAX 17:00`);
    expect(itinerariesOf(drawn("AA2"), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("B62"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B13 does not connect flights of a point-to-point carrier, not even with each other", () => {
    expect(itinerariesOf(drawTimetable("NK1 BOS 08:00 ORD 10:00"), "BOS", "ORD", on)).toHaveLength(1);
    const drawn = (codes: string) => drawTimetable(`NK1${codes} BOS 08:00 ORD 10:00\nNK2 ORD 12:00 LAX 14:30`);
    expect(itinerariesOf(drawn(""), "BOS", "LAX", on)).toEqual([]);
    expect(itinerariesOf(drawn("=NK9"), "BOS", "LAX", on)).toEqual([]);
  });

  it("B14 connects a regional flight as a flight of the affiliate that sells it", () => {
    const drawn = (first: string) => drawTimetable(`${first} BOS 08:00 JFK 09:00\nBA2 JFK 18:30 LHR 06:30+1`);
    expect(itinerariesOf(drawn("OO1=AA9001"), "BOS", "LHR", on)).toHaveLength(1);
    expect(itinerariesOf(drawn("OO1=UA9001"), "BOS", "LHR", on)).toEqual([]);
    expect(itinerariesOf(drawn("OO1"), "BOS", "LHR", on)).toEqual([]);
  });
});

describe("C. two stops", () => {
  const three = "AA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nAA3 ORD 12:30 LAX 15:00";

  it("C01 connects three flights", () => {
    expect(itinerariesOf(drawTimetable(three), "BOS", "LAX", on)).toEqual([
      "AA1 BOS 08:00 JFK 09:00 / AA2 JFK 10:00 ORD 11:30 / AA3 ORD 12:30 LAX 15:00",
    ]);
  });

  it("C02 applies the limit of stops", () => {
    expect(itinerariesOf(drawTimetable(three), "BOS", "LAX", on, { maxStops: 1 })).toEqual([]);
  });

  it("C03 requires every two of the three carriers to connect", () => {
    const timetable = drawTimetable("BA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nB63 ORD 12:30 LAX 15:00");
    expect(itinerariesOf(timetable, "BOS", "LAX", on)).toEqual([]);
  });

  it("C04 allows both layovers of a day if there is no other itinerary", () => {
    const first = "AA1 BOS 20:00 JFK 21:00\nAA2 JFK 20:00 ORD 21:30";
    expect(itinerariesOf(drawTimetable(`${first}\nAA3 ORD 21:30 LAX 23:59`), "BOS", "LAX", on)).toEqual([
      "AA1 BOS 20:00 JFK 21:00 / AA2 JFK 20:00+1 ORD 21:30+1 / AA3 ORD 21:30+2 LAX 23:59+2",
    ]);
    expect(itinerariesOf(drawTimetable(`${first}\nAA3 ORD 21:31 LAX 23:59`), "BOS", "LAX", on)).toEqual([]);
  });

  it("C05 excludes long layovers if an itinerary with short ones exists, for any number of stops", () => {
    const timetable = drawTimetable(`${three}\nAA4 BOS 12:00 DEN 14:30\nAA5 DEN 21:00 LAX 22:30`);
    expect(itinerariesOf(timetable, "BOS", "LAX", on)).toEqual([
      "AA1 BOS 08:00 JFK 09:00 / AA2 JFK 10:00 ORD 11:30 / AA3 ORD 12:30 LAX 15:00",
    ]);
    expect(itinerariesOf(timetable, "BOS", "LAX", on, { maxStops: 1 })).toEqual([
      "AA4 BOS 12:00 DEN 14:30 / AA5 DEN 21:00 LAX 22:30",
    ]);
  });
});

describe("D. clocks", () => {
  it("D01 makes a spring night flight arrive an hour later by local time", () => {
    const timetable = drawTimetable("AA2 LAX 22:00 JFK 06:00+1");
    expect(itinerariesOf(timetable, "LAX", "JFK", "2028-03-11")).toEqual(["AA2 LAX 22:00 JFK 07:00+1"]);
  });

  it("D02 makes an autumn night flight arrive an hour earlier by local time", () => {
    const timetable = drawTimetable("AA2 LAX 22:00 JFK 06:00+1");
    expect(itinerariesOf(timetable, "LAX", "JFK", "2028-11-04")).toEqual(["AA2 LAX 22:00 JFK 05:00+1"]);
  });

  it("D03 moves a skipped departure time an hour later", () => {
    const timetable = drawTimetable("AA1 BOS 02:30 ORD 04:00");
    expect(itinerariesOf(timetable, "BOS", "ORD", "2028-03-12")).toEqual(["AA1 BOS 03:30 ORD 05:00"]);
  });

  it("D04 uses the first occurrence of a repeated departure time", () => {
    const timetable = drawTimetable("AA1 BOS 01:30 ORD 03:00");
    expect(itinerariesOf(timetable, "BOS", "ORD", "2028-11-05")).toEqual(["AA1 BOS 01:30 ORD 02:00"]);
  });

  it("D05 connects across the date line", () => {
    const timetable = drawTimetable("AA1 SYD 10:00 LAX 05:00\nAA2 LAX 08:00 DEN 11:20");
    expect(itinerariesOf(timetable, "SYD", "DEN", on)).toEqual(["AA1 SYD 10:00 LAX 05:00 / AA2 LAX 08:00 DEN 11:20"]);
  });

  it("D06 connects flights by instant if local times suggest another order", () => {
    const timetable = drawTimetable("AA1 DEN 20:00 ORD 00:45+1\nAA2 ORD 02:30 BOS 05:00\nAA3 ORD 03:00 BOS 05:30");
    expect(itinerariesOf(timetable, "DEN", "BOS", "2028-03-11")).toEqual([
      "AA1 DEN 20:00 ORD 00:45+1 / AA2 ORD 03:30+1 BOS 06:00+1",
      "AA1 DEN 20:00 ORD 00:45+1 / AA3 ORD 03:00+1 BOS 05:30+1",
    ]);
    const late = drawTimetable("AA1 DEN 21:00 ORD 01:45+1\nAA2 ORD 02:30 BOS 05:00\nAA3 ORD 03:00 BOS 05:30");
    expect(itinerariesOf(late, "DEN", "BOS", "2028-03-11")).toEqual([
      "AA1 DEN 21:00 ORD 01:45+1 / AA2 ORD 03:30+1 BOS 06:00+1",
    ]);
  });

  it("D07 uses the local day of operation for a flight that leaves on the next UTC day", () => {
    const drawn = (weekday: number) => drawTimetable(`AA1 ORD 12:00 LAX 14:30\nAA2 LAX 17:30 SYD 03:30+2 ${weekday}`);
    expect(itinerariesOf(drawn(3), "ORD", "SYD", on)).toEqual(["AA1 ORD 12:00 LAX 14:30 / AA2 LAX 17:30 SYD 03:30+2"]);
    expect(itinerariesOf(drawn(4), "ORD", "SYD", on)).toEqual([]);
  });

  it("D08 uses the local day of operation for a flight that leaves on the previous UTC day", () => {
    const drawn = (weekday: number) => drawTimetable(`JL1 FRA 10:00 NRT 06:00+1\nJL2 NRT 08:00 SYD 20:00 ${weekday}`);
    expect(itinerariesOf(drawn(4), "FRA", "SYD", on)).toEqual([
      "JL1 FRA 10:00 NRT 06:00+1 / JL2 NRT 08:00+1 SYD 20:00+1",
    ]);
    expect(itinerariesOf(drawn(3), "FRA", "SYD", on)).toEqual([]);
  });

  it("D09 connects 29 February with 1 March", () => {
    const timetable = drawTimetable("AA1 BOS 21:00 ORD 23:00 2\nAA2 ORD 00:30 LAX 03:00 3");
    expect(itinerariesOf(timetable, "BOS", "LAX", "2028-02-29")).toEqual([
      "AA1 BOS 21:00 ORD 23:00 / AA2 ORD 00:30+1 LAX 03:00+1",
    ]);
  });

  it("D10 finds an onward flight three local days after the first departure", () => {
    const timetable = drawTimetable("JL1 JFK 22:00 NRT 02:00+2 3\nJL2 NRT 01:30 SYD 13:00 6");
    expect(itinerariesOf(timetable, "JFK", "SYD", on)).toEqual([
      "JL1 JFK 22:00 NRT 02:00+2 / JL2 NRT 01:30+3 SYD 13:00+3",
    ]);
  });

  it("D11 finds a last flight four local days after the first departure", () => {
    const timetable = drawTimetable(
      "JL1 BOS 21:00 JFK 22:30 3\nJL2 JFK 22:00 NRT 02:00+2 4\nJL3 NRT 01:30 SYD 13:00 7",
    );
    expect(itinerariesOf(timetable, "BOS", "SYD", on)).toEqual([
      "JL1 BOS 21:00 JFK 22:30 / JL2 JFK 22:00+1 NRT 02:00+3 / JL3 NRT 01:30+4 SYD 13:00+4",
    ]);
  });

  it("D12 adds and removes connections in a night with a clock change", () => {
    const timetable = drawTimetable(`
      AA1 LAX 22:00 ORD 04:00+1
      AA2 ORD 03:30 BOS 06:30
      AA3 ORD 04:45 BOS 07:45
      AA4 ORD 05:45 BOS 08:45
    `);
    const onward = (day: string) =>
      itinerariesOf(timetable, "LAX", "BOS", day).map((itinerary) => itinerary.split(" / ")[1]);
    const [two, three, four] = [
      "AA2 ORD 03:30+1 BOS 06:30+1",
      "AA3 ORD 04:45+1 BOS 07:45+1",
      "AA4 ORD 05:45+1 BOS 08:45+1",
    ];
    expect(onward(on)).toEqual([three, four]);
    expect(onward("2028-03-11")).toEqual([four]);
    expect(onward("2028-11-04")).toEqual([two, three, four]);
  });

  it("D13 counts elapsed minutes between the clock changes of Europe and America", () => {
    const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nAA2 JFK 13:30 ORD 15:00\nAA3 JFK 14:30 ORD 16:00");
    const two = "BA1 LHR 09:00 JFK 12:00 / AA2 JFK 13:30 ORD 15:00";
    const three = "BA1 LHR 09:00 JFK 12:00 / AA3 JFK 14:30 ORD 16:00";
    expect(itinerariesOf(timetable, "LHR", "ORD", "2028-10-28")).toEqual([two, three]);
    expect(itinerariesOf(timetable, "LHR", "ORD", "2028-10-29")).toEqual([
      "BA1 LHR 09:00 JFK 13:00 / AA3 JFK 14:30 ORD 16:00",
    ]);
    expect(itinerariesOf(timetable, "LHR", "ORD", "2028-11-05")).toEqual([two, three]);
  });
});

describe("E. filters", () => {
  const timetable = drawTimetable("BA1 LHR 09:00 JFK 12:00\nUA2 LHR 18:00 JFK 21:00\nBA3 LHR 23:00 JFK 02:00+1");

  it("E01 keeps departures within a window, inclusive", () => {
    const window = { fromMinute: 9 * 60, toMinute: 18 * 60 };
    expect(itinerariesOf(timetable, "LHR", "JFK", on, { departureWindow: window })).toHaveLength(2);
  });

  it("E02 accepts a window that spans midnight", () => {
    const window = { fromMinute: 22 * 60, toMinute: 3 * 60 };
    expect(itinerariesOf(timetable, "LHR", "JFK", on, { arrivalWindow: window })).toEqual([
      "BA3 LHR 23:00 JFK 02:00+1",
    ]);
  });

  it("E03 keeps only the named carriers", () => {
    const carriers = new Uint8Array(timetable.carriers.length);
    carriers[timetable.carrierIndex.get("UA") ?? 0] = 1;
    expect(itinerariesOf(timetable, "LHR", "JFK", on, { carriers })).toEqual(["UA2 LHR 18:00 JFK 21:00"]);
  });

  it("E04 applies a duration limit, inclusive", () => {
    expect(itinerariesOf(timetable, "LHR", "JFK", on, { maxDurationMinutes: 480 })).toHaveLength(3);
    expect(itinerariesOf(timetable, "LHR", "JFK", on, { maxDurationMinutes: 479 })).toEqual([]);
  });

  it("E05 returns nothing, without an error, for a day outside of the timetable", () => {
    expect(itinerariesOf(timetable, "LHR", "JFK", "2027-11-30")).toEqual([]);
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
  /** True if AA1, at ORD at 10:00, connects with a flight to LAX. */
  const connects = (onward: string, ...rules: MinimumConnection[]) =>
    itinerariesOf(drawWith(`AA1 BOS 08:00 ORD 10:00\n${onward} LAX 13:00`, ...rules), "BOS", "LAX", on).length === 1;

  it("F01 accepts a shorter minimum than the default, to the minute", () => {
    expect(connects("AA2 ORD 10:20")).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20))).toBe(true);
    expect(connects("AA2 ORD 10:19", anyAt("ORD", 20))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("BOS", 20))).toBe(false);
  });

  it("F02 accepts a longer minimum than the default, to the minute", () => {
    expect(connects("AA2 ORD 10:45", anyAt("ORD", 45))).toBe(true);
    expect(connects("AA2 ORD 10:44", anyAt("ORD", 45))).toBe(false);
    expect(connects("AA2 ORD 10:44", anyAt("LAX", 45))).toBe(true);
  });

  it("F03 leaves only the last resort with a minimum of a whole day", () => {
    expect(connects("AA2 ORD 10:00", anyAt("ORD", 24 * 60))).toBe(true);
    expect(connects("AA2 ORD 09:59", anyAt("ORD", 24 * 60))).toBe(false);
  });

  it("F04 applies a minimum for one kind of connection to that kind only", () => {
    const rule = anyAt("JFK", 75, { kind: "domestic-international" });
    const out = (leaves: string) => drawWith(`AA1 ORD 12:00 JFK 15:00\nBA2 JFK ${leaves} LHR 06:30+1`, rule);
    expect(itinerariesOf(out("16:15"), "ORD", "LHR", on)).toHaveLength(1);
    expect(itinerariesOf(out("16:14"), "ORD", "LHR", on)).toEqual([]);
    const back = (leaves: string) => drawWith(`BA1 LHR 09:00 JFK 12:00\nAA2 JFK ${leaves} ORD 16:00`, rule);
    expect(itinerariesOf(back("13:30"), "LHR", "ORD", on)).toHaveLength(1);
    expect(itinerariesOf(back("13:29"), "LHR", "ORD", on)).toEqual([]);
  });

  it("F05 applies a minimum between the terminals of arrival and departure", () => {
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "4", toTerminal: "4" }))).toBe(true);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "5", toTerminal: "4" }))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { fromTerminal: "4" }))).toBe(true);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { toTerminal: "5" }))).toBe(false);
  });

  it("F06 applies a minimum to another airport of the city in that direction only", () => {
    const change = (leaves: string, ...rules: MinimumConnection[]) => {
      const rest = "AA3 LAX 20:00 JFK 04:00+1\nAA4 EWR 08:00 BOS 09:00";
      const timetable = drawWith(`AA1 BOS 08:00 JFK 09:00\nAA2 EWR ${leaves} LAX 17:00\n${rest}`, ...rules);
      return itinerariesOf(timetable, "BOS", "LAX", on).length === 1;
    };
    expect(change("12:00", anyAt("JFK", 180, { toAirport: "EWR" }))).toBe(true);
    expect(change("11:59", anyAt("JFK", 180, { toAirport: "EWR" }))).toBe(false);
    expect(change("13:59", anyAt("JFK", 300, { toAirport: "EWR" }))).toBe(false);
    expect(change("12:00", anyAt("EWR", 180, { toAirport: "JFK" }))).toBe(false);
    expect(change("12:00", anyAt("JFK", 180), anyAt("EWR", 180))).toBe(false);
    expect(connects("AA2 ORD 10:20", anyAt("ORD", 20, { toAirport: "ORD" }))).toBe(true);
  });

  it("F07 applies a minimum for a pair of carriers in that direction only", () => {
    const rule = anyAt("ORD", 20, { fromCarrier: "AA", toCarrier: "BA" });
    expect(connects("BA2 ORD 10:20", rule)).toBe(true);
    expect(connects("BA2 ORD 10:19", rule)).toBe(false);
    expect(connects("AA2 ORD 10:20", rule)).toBe(false);
    expect(connects("BA2 ORD 10:20", anyAt("ORD", 20, { fromCarrier: "BA", toCarrier: "AA" }))).toBe(false);
  });

  it("F08 prefers carriers to terminals, and terminals to the kind, in any order of rows", () => {
    const kind = anyAt("ORD", 50, { kind: "domestic-domestic" });
    const terminals = anyAt("ORD", 40, { kind: "domestic-domestic", fromTerminal: "4", toTerminal: "4" });
    const terminal = anyAt("ORD", 45, { toTerminal: "4" });
    const carrier = anyAt("ORD", 20, { fromCarrier: "AA" });
    const longest = anyAt("ORD", 120);
    const minimumOf = (...rules: MinimumConnection[]) => {
      const minutes = [20, 30, 40, 45, 50, 120].find((wait) => {
        const leaves = `${10 + Math.floor(wait / 60)}:${String(wait % 60).padStart(2, "0")}`;
        return connects(`AA2 ORD ${leaves}`, ...rules);
      });
      expect(minutes).toBeDefined();
      return minutes;
    };
    expect(minimumOf(longest)).toBe(120);
    expect(minimumOf(longest, kind)).toBe(50);
    expect(minimumOf(terminal, kind, longest)).toBe(45);
    expect(minimumOf(kind, terminals, longest, terminal)).toBe(40);
    expect(minimumOf(kind, terminals, carrier, longest, terminal)).toBe(20);
    expect(minimumOf(anyAt("ORD", 40, { fromCarrier: "AA", toCarrier: "AA" }), carrier)).toBe(40);
  });

  it("F09 uses the longest of equally specific minimums", () => {
    const short = anyAt("ORD", 20, { fromTerminal: "4" });
    const long = anyAt("ORD", 50, { toTerminal: "4" });
    for (const rules of [
      [short, long],
      [long, short],
    ]) {
      expect(connects("AA2 ORD 10:50", ...rules)).toBe(true);
      expect(connects("AA2 ORD 10:49", ...rules)).toBe(false);
    }
  });

  it("F10 applies minimums to the operating carrier, not to codeshares", () => {
    const rule = anyAt("ORD", 20, { toCarrier: "B6" });
    const network = drawNetwork("AA1 BOS 08:00 ORD 10:00\nAA2 ORD 10:20 LAX 13:00", {
      minimumConnections: [rule],
      circuity: [],
    });
    const countItineraries = () => itinerariesOf(openTimetable(buildTimetable(network)), "BOS", "LAX", on);
    expect(countItineraries()).toEqual([]);
    network.patterns.operatingCarrier[1] = network.carriers.findIndex(({ code }) => code === "B6");
    expect(countItineraries()).toHaveLength(1);
    expect(connects("AA2=B6900 ORD 10:20", rule)).toBe(false);
  });

  it("F11 applies each airport's minimum to every connection of a two-stop itinerary", () => {
    const drawn = (...rules: MinimumConnection[]) =>
      drawWith("AA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\nAA3 ORD 12:30 LAX 15:00", ...rules);
    expect(itinerariesOf(drawn(anyAt("JFK", 60), anyAt("ORD", 60)), "BOS", "LAX", on)).toHaveLength(1);
    expect(itinerariesOf(drawn(anyAt("JFK", 61)), "BOS", "LAX", on)).toEqual([]);
    expect(itinerariesOf(drawn(anyAt("ORD", 61)), "BOS", "LAX", on)).toEqual([]);
  });

  it("F12 rejects a minimum that names something the timetable lacks", () => {
    const creating = (rule: MinimumConnection) => () => createEnumeration(drawWith("AA1 BOS 08:00 ORD 10:00", rule));
    expect(creating(anyAt("XXX", 20))).toThrow(RangeError);
    expect(creating(anyAt("ORD", 20, { toAirport: "XXX" }))).toThrow(RangeError);
    expect(creating(anyAt("ORD", 20, { fromCarrier: "ZZ" }))).toThrow(RangeError);
    expect(creating(anyAt("ORD", 20, { toTerminal: "9" }))).toThrow(RangeError);
  });
});

describe("G. codeshares", () => {
  it("G01 finds a flight with two codeshares once", () => {
    const timetable = drawTimetable("AA1=BA1511=JL7001 JFK 18:30 LHR 06:30+1");
    expect(itinerariesOf(timetable, "JFK", "LHR", on)).toEqual(["AA1 JFK 18:30 LHR 06:30+1"]);
    const carriers = flagsOf(timetable, "AA", "BA", "JL");
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { carriers })).toHaveLength(1);
  });

  it("G02 connects flights through a codeshare only if its carrier flies one of them", () => {
    const drawn = (first: string, second: string) =>
      itinerariesOf(drawTimetable(`${first} BOS 08:00 ORD 10:00\n${second} ORD 11:00 LAX 13:30`), "BOS", "LAX", on);
    expect(drawn("UA1", "B62")).toEqual([]);
    expect(drawn("UA1", "B62=UA9002")).toEqual(["UA1 BOS 08:00 ORD 10:00 / B62 ORD 11:00 LAX 13:30"]);
    expect(drawn("B61=UA9001", "UA2")).toHaveLength(1);
    expect(drawn("UA1", "B62=LH9002")).toEqual([]);
    expect(drawn("UA1=JL9001", "B62=JL9002")).toEqual([]);
  });

  it("G03 requires an agreement for every two of three flights, codeshares included", () => {
    const drawn = (last: string) =>
      itinerariesOf(
        drawTimetable(`BA1 BOS 08:00 JFK 09:00\nAA2 JFK 10:00 ORD 11:30\n${last} ORD 12:30 LAX 15:00`),
        "BOS",
        "LAX",
        on,
      );
    expect(drawn("B63")).toEqual([]);
    expect(drawn("B63=AA9003")).toEqual([]);
    expect(drawn("B63=AA9003=BA9003")).toHaveLength(1);
  });

  it("G04 finds a flight if only its codeshare carrier is requested", () => {
    const timetable = drawTimetable("AA1=BA1511 JFK 18:30 LHR 06:30+1\nAA3 JFK 20:00 LHR 08:00+1");
    const carriers = flagsOf(timetable, "BA");
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { carriers })).toEqual(["AA1 JFK 18:30 LHR 06:30+1"]);
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { carriers: flagsOf(timetable, "JL") })).toEqual([]);
  });

  it("G05 keeps a flight whose codeshare carrier is excluded, and drops one whose own carrier is", () => {
    const timetable = drawTimetable("AA1=BA1511 JFK 18:30 LHR 06:30+1");
    const without = (...codes: string[]) =>
      itinerariesOf(timetable, "JFK", "LHR", on, { excludedCarriers: flagsOf(timetable, ...codes) });
    expect(without("BA")).toHaveLength(1);
    expect(without("AA")).toEqual([]);
    const carriers = flagsOf(timetable, "BA");
    const excludedCarriers = flagsOf(timetable, "AA");
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { carriers, excludedCarriers })).toEqual([]);
  });

  it("G06 drops a flight whose operator is excluded, and does not count the operator as a seller", () => {
    const network = drawNetwork("AA1=BA1511 JFK 18:30 LHR 06:30+1");
    network.patterns.operatingCarrier[0] = network.carriers.findIndex(({ code }) => code === "B6");
    const timetable = openTimetable(buildTimetable(network));
    const flags = flagsOf(timetable, "B6");
    expect(itinerariesOf(timetable, "JFK", "LHR", on)).toHaveLength(1);
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { excludedCarriers: flags })).toEqual([]);
    expect(itinerariesOf(timetable, "JFK", "LHR", on, { carriers: flags })).toEqual([]);
  });
});

describe("H. circuity", () => {
  /** Five times the great circle; the flights of EWR continue to LAX too. */
  const bent = `
    AA1 JFK 08:00 LAX 11:00
    AA2 EWR 08:00 LAX 11:00
    AA3 LAX 12:00 ORD 18:00
  `;
  /** 1.24 times the great circle, in both directions. */
  const straight = `
    LH1 LHR 07:00 FRA 09:40
    LH2 FRA 11:30 JFK 14:00
    LH3 JFK 16:00 FRA 05:30+1
    LH4 FRA 07:30 LHR 08:10
  `;
  const countItineraries = (text: string, from: string, to: string, ...circuity: CircuityException[]) =>
    itinerariesOf(drawTimetable(text, { minimumConnections: [], circuity }), from, to, on).length;
  const between = (one: string, other: string, factor: number): CircuityException => ({
    between: [one, other],
    factor,
  });

  it("H01 allows a longer detour for a pair of airports, and for no other pair", () => {
    expect(countItineraries(bent, "JFK", "ORD")).toBe(0);
    expect(countItineraries(bent, "JFK", "ORD", between("JFK", "ORD", 7))).toBe(1);
    expect(countItineraries(bent, "EWR", "ORD", between("JFK", "ORD", 7))).toBe(0);
  });

  it("H02 applies a pair of cities to all of their airports", () => {
    expect(countItineraries(bent, "NYC", "ORD", between("NYC", "CHI", 7))).toBe(2);
    expect(countItineraries(bent, "EWR", "ORD", between("NYC", "CHI", 7))).toBe(1);
    expect(countItineraries(bent, "EWR", "ORD", between("NYC", "LAX", 7))).toBe(0);
  });

  it("H03 applies a pair of countries, or a country with itself, to all of its airports", () => {
    expect(countItineraries(bent, "NYC", "ORD", between("US", "US", 7))).toBe(2);
    expect(countItineraries(straight, "LHR", "JFK", between("GB", "US", 1.2))).toBe(0);
    expect(countItineraries(straight, "LHR", "JFK", between("DE", "US", 1.2))).toBe(1);
  });

  it("H04 rejects an itinerary by a smaller factor than the default", () => {
    expect(countItineraries(straight, "LHR", "JFK")).toBe(1);
    expect(countItineraries(straight, "LHR", "JFK", between("LHR", "JFK", 1.2))).toBe(0);
    expect(countItineraries(straight, "LHR", "JFK", between("LHR", "JFK", 1.25))).toBe(1);
  });

  it("H05 applies a pair in both directions", () => {
    for (const rule of [between("LHR", "JFK", 1.2), between("JFK", "LHR", 1.2), between("US", "LON", 1.2)]) {
      expect(countItineraries(straight, "LHR", "JFK", rule)).toBe(0);
      expect(countItineraries(straight, "JFK", "LHR", rule)).toBe(0);
    }
    expect(countItineraries(straight, "JFK", "LHR")).toBe(1);
  });

  it("H06 prefers airports to cities, and cities to countries, for any factor", () => {
    const far = 7;
    const near = 1.2;
    const from = (...rules: CircuityException[]) => countItineraries(bent, "JFK", "ORD", ...rules);
    expect(from(between("JFK", "ORD", far), between("NYC", "CHI", near), between("US", "US", near))).toBe(1);
    expect(from(between("JFK", "ORD", near), between("NYC", "CHI", far), between("US", "US", far))).toBe(0);
    expect(from(between("US", "US", near), between("NYC", "CHI", far))).toBe(1);
    expect(from(between("US", "US", far), between("NYC", "CHI", near))).toBe(0);
  });

  it("H07 ranks an airport with a city, or a city with a country, between the uniform pairs", () => {
    const from = (...rules: CircuityException[]) => countItineraries(bent, "JFK", "ORD", ...rules);
    expect(from(between("CHI", "JFK", 7), between("NYC", "CHI", 1.2))).toBe(1);
    expect(from(between("CHI", "JFK", 7), between("JFK", "ORD", 1.2))).toBe(0);
    expect(from(between("NYC", "US", 7), between("US", "US", 1.2))).toBe(1);
    expect(from(between("NYC", "US", 7), between("NYC", "CHI", 1.2))).toBe(0);
  });

  it("H08 uses the largest of equally specific factors, in any order", () => {
    const rules = [between("NYC", "ORD", 1.2), between("CHI", "JFK", 7)];
    expect(countItineraries(bent, "JFK", "ORD", ...rules)).toBe(1);
    expect(countItineraries(bent, "JFK", "ORD", ...rules.toReversed())).toBe(1);
    expect(countItineraries(bent, "JFK", "ORD", between("JFK", "ORD", 7), between("ORD", "JFK", 1.2))).toBe(1);
  });

  it("H09 applies a factor to a whole two-stop itinerary, not to its parts", () => {
    const three = "LH1 DUB 06:00 LHR 07:20\nLH2 LHR 09:00 FRA 11:40\nLH3 FRA 13:30 JFK 16:00";
    expect(countItineraries(three, "DUB", "JFK", between("DUB", "JFK", 1.5))).toBe(1);
    expect(countItineraries(three, "DUB", "JFK", between("LHR", "JFK", 1.01), between("DUB", "JFK", 1.5))).toBe(1);
    expect(countItineraries(three, "DUB", "JFK", between("DUB", "JFK", 1.2))).toBe(0);
  });

  it("H10 keeps a nonstop for any factor", () => {
    expect(countItineraries("BA1 LHR 09:00 JFK 12:00", "LHR", "JFK", between("LHR", "JFK", 0.5))).toBe(1);
  });

  it("H11 rejects a factor that names a place the timetable lacks", () => {
    expect(() => countItineraries(bent, "JFK", "ORD", between("JFK", "XXX", 2))).toThrow(RangeError);
    expect(() => countItineraries(bent, "JFK", "ORD", between("GB", "US", 2))).toThrow(RangeError);
  });
});

describe("H. cabins", () => {
  const drawn = drawTimetable(`
    AA1 ORD 12:00 JFK 15:00 AT7
    AA2 ORD 11:00 JFK 14:45 AT7
    BA3 JFK 18:30 LHR 06:30+1
    AA6 DEN 08:00 JFK 14:10 AT7
    AA7 DEN 09:00 JFK 15:10 320
  `);
  const found = (from: string, to: string, cabin: 0 | 1 | 2 | 3, match: "main" | "strict" | "any") =>
    itinerariesOf(drawn, from, to, on, { cabin: { cabin, match } }).length;

  it("H01 allows by default a quarter of the flying time in a lower cabin", () => {
    expect(found("ORD", "LHR", 2, "any")).toBe(2);
    expect(found("ORD", "LHR", 2, "main")).toBe(1);
    expect(found("ORD", "LHR", 2, "strict")).toBe(0);
  });

  it("H02 allows no segment of more than three hours in a lower cabin", () => {
    expect(found("DEN", "LHR", 2, "any")).toBe(2);
    expect(found("DEN", "LHR", 2, "main")).toBe(1);
    expect(found("DEN", "JFK", 2, "strict")).toBe(1);
  });

  it("H03 sets no condition in economy, which every aircraft has", () => {
    for (const match of ["main", "strict", "any"] as const) expect(found("ORD", "LHR", 0, match)).toBe(2);
  });

  it("H04 looks for long layovers if only they have the cabin", () => {
    const timetable = drawTimetable(`
      AA1 BOS 08:00 ORD 10:00 320
      AA2 ORD 11:00 LAX 13:30 AT7
      AA3 ORD 20:00 LAX 22:30 320
    `);
    const inCabin = (match: "main" | "any") =>
      itinerariesOf(timetable, "BOS", "LAX", on, { cabin: { cabin: 2, match } });
    expect(inCabin("any")).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA2 ORD 11:00 LAX 13:30"]);
    expect(inCabin("main")).toEqual(["AA1 BOS 08:00 ORD 10:00 / AA3 ORD 20:00 LAX 22:30"]);
  });
});
