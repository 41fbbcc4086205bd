import { parseEpochDay } from "@wayfare/engine";
import { describe, expect, it } from "vitest";
import { drawTimetable, waysOf } from "./drawn-network.ts";

const on = "2028-01-12";

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
