import {
  addDays,
  ageRanges,
  DomainError,
  listTravelers,
  type NormalizedRequest,
  type Traveler,
  type TravelerType,
} from "@wayfare/contract";
import { latinNames } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPassengerFaults, toPassengers } from "../../../suppliers/test/doubles/strict-passengers.ts";
import { assertTravelersMatch, lastDateOf } from "../../src/bookings/travelers.ts";

const out = "2027-01-20";
const back = "2027-02-20";
const alone = { adults: 1, youths: 0, children: 0, infants: 0, infantsInSeat: 0 };
const request: NormalizedRequest = {
  origin: { code: "JFK", kind: "airport" },
  destination: { code: "LHR", kind: "airport" },
  departureDate: out,
  returnDate: back,
  cabin: "economy",
  cabinMatch: "main",
  travelers: alone,
  includeCash: true,
  includeAward: false,
  maxStops: 2,
  limit: 50,
  currency: "USD",
  sort: "price",
  profile: "leisure",
  allOffers: false,
};

const person = (type: TravelerType, bornOn: string): Traveler => ({
  type,
  givenName: "Ada",
  familyName: "Lovelace",
  bornOn,
});
const adult = person("adult", "1990-12-10");

type Counts = Partial<NormalizedRequest["travelers"]>;

function check(travelers: Traveler[], counts: Counts, needsExactAges = false) {
  const searched = { ...request, travelers: { ...alone, ...counts } };
  const rules = {
    request: searched,
    lastDate: lastDateOf(searched),
    today: "2026-11-27",
    needsExactAges,
    nameAlphabet: latinNames,
  };
  try {
    assertTravelersMatch(travelers, rules);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe("TRAVELERS_MISMATCH");
    return error.errors ?? [];
  }
}

const pointersOf = (faults: { pointer: string }[]) => faults.map(({ pointer }) => pointer);

describe("travelers of a booking", () => {
  test("an infant who turns two by the last slice needs a seat", () => {
    const faults = check([adult, person("infant", "2025-02-10")], { infants: 1 });
    expect(pointersOf(faults)).toEqual(["/travelers/1/bornOn"]);
    expect(faults[0]?.detail).toMatch(/2027-02-20.*needs a seat.*`infantsInSeat`/);
    expect(check([adult, person("infant", "2025-02-20")], { infants: 1 })).toHaveLength(1);
    expect(check([adult, person("infant", "2025-02-21")], { infants: 1 })).toEqual([]);
    expect(check([adult, person("child", "2025-02-10")], { children: 1 })).toEqual([]);
    expect(check([adult, person("infant_in_seat", "2025-02-21")], { infantsInSeat: 1 })).toEqual([]);
  });

  test("types go by the age on the last slice's date of a multi-city trip", () => {
    const place = request.origin;
    const dates = [out, "2027-01-25", "2027-03-01"];
    const slices = dates.map((departureDate) => ({ origin: place, destination: place, departureDate }));
    expect(lastDateOf({ ...request, returnDate: null, slices })).toBe("2027-03-01");
    expect(lastDateOf({ ...request, returnDate: null })).toBe(out);
  });

  test("12 to 17 can be adults unless the search stated ages or the supplier orders by age", () => {
    const youth = person("adult", "2012-01-01");
    expect(check([adult, youth], { adults: 2 })).toEqual([]);
    expect(pointersOf(check([adult, youth], { adults: 2, ages: [] }))).toEqual(["/travelers/1/bornOn"]);
    expect(check([adult, youth], { adults: 2 }, true)[0]?.detail).toContain("`travelers.ages`");
    expect(check([adult, { ...youth, type: "youth" }], { youths: 1 })).toEqual([]);
    expect(check([adult, person("adult", "2015-02-21")], { adults: 2 })).toHaveLength(1);
  });

  test("given ages are those of the birth dates", () => {
    const child = person("child", "2016-05-01");
    expect(check([adult, child], { children: 1, ages: [10] })).toEqual([]);
    const faults = check([adult, child], { children: 1, ages: [8] });
    expect(faults).toMatchObject([{ pointer: "/travelers/1/bornOn", code: "RANGE" }]);
    expect(faults[0]?.detail).toMatch(/priced \(8\)/);
    // Without ages, only a supplier that orders by age needs the assumed ones.
    expect(check([adult, child], { children: 1 })).toEqual([]);
    expect(check([adult, child], { children: 1 }, true)).toHaveLength(1);
    expect(check([adult, person("child", "2019-01-01")], { children: 1 }, true)).toEqual([]);
  });

  test("all faults are in one answer, without names in their details", () => {
    const wrong = { ...person("infant", "2020-01-01"), givenName: "李", familyName: "=cmd|" };
    const faults = check([wrong], { infants: 1 });
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      "/travelers LENGTH",
      "/travelers/0/bornOn RANGE",
      "/travelers/0/givenName NAME_ALPHABET",
      "/travelers/0/familyName NAME_ALPHABET",
    ]);
    expect(JSON.stringify(faults.map(({ detail }) => detail))).not.toMatch(/李|cmd/);
  });
});

const firstBirth = Date.parse("2009-01-01");

/** A family whose birth dates are drawn around every age limit, and the search that it made: with true, wrong or no ages. */
const family = fc.record({
  born: fc.array(fc.nat(6700), { maxLength: 5 }),
  isStated: fc.boolean(),
  slip: fc.constantFrom(0, 0, 0, 1),
  names: fc.constantFrom("Ada", "Zoë", "李", "Maximiliana Victoria Augusta"),
});

test("every list that is accepted for Duffel passes a strict check of its published rules", () => {
  const counts = { accepted: 0, withAges: 0 };
  fc.assert(
    fc.property(family, ({ born, isStated, slip, names }) => {
      const minors = born.map((days) => {
        const bornOn = addDays(new Date(firstBirth).toISOString().slice(0, 10), days);
        const years = Number(back.slice(0, 4)) - Number(bornOn.slice(0, 4));
        const age = back.slice(5) < bornOn.slice(5) ? years - 1 : years;
        const types: TravelerType[] = ["youth", "child", "infant"];
        const type = types.find((each) => age >= ageRanges[each].from && age < ageRanges[each].below) ?? "adult";
        return { age: age - slip, traveler: { ...person(type, bornOn), givenName: names } };
      });
      const under18 = minors.filter(({ traveler }) => traveler.type !== "adult");
      const count = (type: TravelerType) => minors.filter(({ traveler }) => traveler.type === type).length;
      const infants = count("infant");
      const adults = Math.max(1, infants) + count("adult");
      const searched = {
        ...alone,
        adults,
        youths: count("youth"),
        children: count("child"),
        infants,
        ...(isStated && { ages: under18.map(({ age }) => age) }),
      };
      const own = Array.from({ length: Math.max(1, infants) }, () => adult);
      const travelers = [...own, ...minors.map(({ traveler }) => traveler)];
      const rules = {
        request: { ...request, travelers: searched },
        lastDate: back,
        today: "2026-11-27",
        needsExactAges: true,
        nameAlphabet: { ...latinNames, maxLength: 20 },
      };
      try {
        assertTravelersMatch(travelers, rules);
      } catch {
        return;
      }
      counts.accepted++;
      if (under18.length > 0) counts.withAges++;
      // Passengers of the request in order; each traveler takes one of the same age.
      const passengers = toPassengers(searched);
      const left = listTravelers(searched).map(({ age }, index) => ({ age, index }));
      let nextAdult = 0;
      const taken = travelers.map((traveler) => {
        const age = traveler.type === "adult" ? null : (minors.find((each) => each.traveler === traveler)?.age ?? null);
        const at = left.findIndex((each) => each.age === age);
        return { traveler, passenger: left.splice(at, 1)[0]?.index ?? -1 };
      });
      const laps = taken.filter(({ traveler }) => traveler.type === "infant").map(({ passenger }) => passenger);
      const ordered = taken.map(({ traveler: { type, bornOn, givenName, familyName }, passenger }) => ({
        passenger,
        bornOn,
        names: [givenName, familyName],
        ...(type === "adult" && nextAdult < laps.length && { infant: laps[nextAdult++] ?? -1 }),
      }));
      expect(findPassengerFaults(passengers, ordered, back)).toEqual([]);
    }),
    { seed: 20_261_127, numRuns: 3000 },
  );
  expect(counts.withAges).toBeGreaterThan(300);
});
