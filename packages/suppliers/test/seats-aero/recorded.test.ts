import { cabins } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { isRow, isTrip } from "../../src/seats-aero/schema.ts";
import { toFlight } from "../../src/seats-aero/trips.ts";
import { searchedAtMs } from "../doubles/adapter.ts";
import { places } from "../places.ts";
import { readRecorded } from "../recorded.ts";
import { collectValues, listValues } from "../recorded-values.ts";

const oneAdult = { travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 } };
const context = { query: oneAdult, searchedAtMs, places };
const rows = (file: string): unknown[] => JSON.parse(readRecorded(`seats-aero/${file}`)).data;

function mapAll(file: string) {
  return rows(file)
    .filter(isRow)
    .flatMap((row) =>
      (row.AvailabilityTrips ?? []).filter(isTrip).map((trip) => ({ row, trip, flight: toFlight(row, trip, context) })),
    );
}

/** The counts of docs/suppliers/seats-aero.md. */
test.each([
  { file: "search-with-trips.json", rows: 4, trips: 8 },
  { file: "search-without-trips.json", rows: 4, trips: 0 },
])("$file has every trip mapped", ({ file, rows: rowCount, trips }) => {
  expect(rows(file).filter(isRow)).toHaveLength(rowCount);
  const mapped = mapAll(file).filter(({ flight }) => flight !== null);
  expect(mapped).toHaveLength(trips);
});

test("trips.json has its trip mapped with all times", () => {
  const row = rows("search-with-trips.json").find(isRow);
  const trip = rows("trips.json").find(isTrip);
  if (row === undefined || trip === undefined) throw new Error("the recorded files have a row and a trip");
  const flight = toFlight(row, trip, context);
  expect(flight?.slices[0]?.layovers).toEqual([
    {
      airport: "CLT",
      durationMinutes: 430,
      minimumMinutes: null,
      overnight: false,
      interline: null,
      airportChange: null,
    },
  ]);
  expect(flight?.slices[0]?.segments.map(({ aircraft }) => aircraft)).toEqual(["321", "772"]);
});

describe("a mapped award", () => {
  test("has no value that its row and trip do not state, except its confidence", () => {
    let checked = 0;
    for (const { row, trip, flight } of mapAll("search-with-trips.json")) {
      const { AvailabilityTrips: _trips, ...rest } = row;
      const stated = collectValues([rest, trip, `${row.ID}/${trip.ID}`, ...cabins]);
      for (const value of stated) {
        if (/^\d{4}-.*Z$/.test(value)) stated.add(value.slice(0, 19)).add(String(Date.parse(value)));
        // Flight numbers are split, and names of cabins and programs are ours.
        if (/^[A-Z0-9]{2}\d{1,4}$/.test(value)) stated.add(value.slice(0, 2)).add(value.slice(2));
        if (value === "british") stated.add("britishairways");
      }
      for (const { path, text } of listValues(flight ?? { slices: [], cash: [], award: [], emissions: null })) {
        if (path.endsWith("/confidence") || path.endsWith("/count") || path.endsWith("/type")) continue;
        expect(stated, path).toContain(text);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test("has null, not 0, for seats and taxes that the supplier does not know, and a lower confidence", () => {
    const [known, ...others] = mapAll("search-with-trips.json")
      .flatMap(({ flight }) => flight?.award ?? [])
      .toSorted((a, b) => b.confidence - a.confidence);
    expect(known?.seatsRemaining).not.toBeNull();
    const unknown = others.filter(({ seatsRemaining }) => seatsRemaining === null);
    expect(unknown.length).toBeGreaterThan(0);
    for (const award of unknown) expect(award.confidence).toBeLessThan(known?.confidence ?? 0);
    const row = rows("search-with-trips.json").find(isRow);
    const trip = (row?.AvailabilityTrips ?? []).find(isTrip);
    if (row === undefined || trip === undefined) throw new Error("the recorded file has a trip");
    const [untaxed] = toFlight(row, { ...trip, TotalTaxes: 0 }, context)?.award ?? [];
    expect([untaxed?.total, untaxed?.taxes, untaxed?.perTraveler[0]?.total]).toEqual([null, null, null]);
  });

  test("is left out if its flight numbers do not fit its airports, or too few seats are left", () => {
    const { row, trip } = mapAll("search-with-trips.json").find((each) => each.trip.RemainingSeats === 1) ?? {};
    if (row === undefined || trip === undefined) throw new Error("the recorded file has a last seat");
    expect(toFlight(row, { ...trip, FlightNumbers: "B67, B68" }, context)).toBeNull();
    expect(toFlight(row, { ...trip, Source: "unheardof" }, context)).toBeNull();
    const two = {
      ...context,
      query: { travelers: { adults: 2, youths: 0, children: 0, infantsInSeat: 0, infants: 0 } },
    };
    expect(toFlight(row, trip, two)).toBeNull();
    expect(toFlight(row, { ...trip, RemainingSeats: 2 }, two)?.award[0]).toMatchObject({
      miles: 2 * trip.MileageCost,
      total: 2 * Number(trip.TotalTaxes),
    });
  });
});
