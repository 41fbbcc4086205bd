import { createSchedule, readScheduleFile } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { scheduleColumns } from "../../src/schedule/schedule-file.ts";
import { places } from "../places.ts";

const heading = scheduleColumns.join("\t");
const line = "BA\t178\tJFK\tLHR\t2027-01-01\t2027-03-01\t135\t19:50\t07:50\t1\t351";

test("finds a departure by number, airports and local date", () => {
  const schedule = createSchedule(readScheduleFile(`# winter\r\n${heading}\r\n${line}\r\n`), places);
  const flight = { carrier: "BA", number: "0178", origin: "JFK", destination: "LHR" };
  // A Wednesday.
  expect(schedule.findDeparture(flight, "2027-02-10")).toEqual({
    departure: { epochMinutes: Date.UTC(2027, 1, 11, 0, 50) / 60_000, offsetMinutes: -300 },
    arrival: { epochMinutes: Date.UTC(2027, 1, 11, 7, 50) / 60_000, offsetMinutes: 0 },
    aircraft: "351",
  });
  expect(schedule.findDeparture(flight, "2027-02-09")).toBeUndefined();
  expect(schedule.findDeparture(flight, "2027-03-03")).toBeUndefined();
  expect(schedule.findDeparture({ ...flight, destination: "LGW" }, "2027-02-10")).toBeUndefined();
});

test.each([
  ["", "the first line must be the columns"],
  ["carrier\tnumber", "the first line must be the columns"],
  [`${heading}\nBAW\t178`, "line 2: carrier must be"],
  [`${heading}\n${line.replace("135", "0")}`, "line 2: days must be days of the week"],
  [`${heading}\n${line}\n${line.replace("19:50", "24:50")}`, "line 3: departure must be a time"],
])("names the line and the column of a fault: %#", (text, message) => {
  expect(() => readScheduleFile(text)).toThrow(message);
});
