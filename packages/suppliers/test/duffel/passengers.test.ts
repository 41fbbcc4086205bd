import { latinNames, type OrderTraveler } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { toFlights } from "../../src/duffel/offers.ts";
import { assignPassengers, hasAssumedAges, toPassengers, typeOf } from "../../src/duffel/passengers.ts";
import { membersOf } from "../doubles/supplier-double.ts";
import { places } from "../places.ts";
import { readOffers } from "../recorded.ts";

const family = { adults: 2, youths: 1, children: 1, infantsInSeat: 0, infants: 1 };
const person = { givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10", title: null, gender: null };
const rest = { document: null, withAdult: null };

test("sends exact ages, and the assumed ones without them", () => {
  const adults = [{ type: "adult" }, { type: "adult" }];
  expect(toPassengers({ ...family, ages: [0, 11, 13] })).toEqual([...adults, { age: 13 }, { age: 11 }, { age: 0 }]);
  expect(toPassengers(family)).toEqual([...adults, { age: 16 }, { age: 8 }, { age: 1 }]);
});

test("an offer requires ages exactly if they were assumed", () => {
  const [offer] = readOffers("duffel/offer-request-test-mode.json");
  const requires = (travelers: typeof family & { ages?: number[] }) =>
    toFlights([offer], { travelers, places, margin: undefined })[0]?.cash[0]?.requires?.ages;
  const adults = { adults: 2, youths: 0, children: 0, infantsInSeat: 0, infants: 0 };
  expect([requires(family), requires({ ...family, ages: [16, 8, 1] }), requires(adults)]).toEqual([
    true,
    undefined,
    undefined,
  ]);
  expect(hasAssumedAges({ ...adults, ages: [] })).toBe(false);
});

test("reads the type of a passenger from its age, whatever the airline calls it", () => {
  expect(typeOf({ type: "adult", age: 14 })).toBe("youth");
  expect(typeOf({ type: "child", age: 14 })).toBe("youth");
  expect(typeOf({ type: null, age: 11 })).toBe("child");
  expect(typeOf({ type: "infant_without_seat", age: 1 })).toBe("infant");
  expect(typeOf({ type: "adult", age: null })).toBe("adult");
  expect([typeOf({ type: "infant_without_seat" }), typeOf({ type: "child" })]).toEqual(["infant", "child"]);
  expect(typeOf({ type: "adult", age: 40 })).toBe("adult");
});

test("assigns travelers under 18 to passengers of their age, and others by type", () => {
  const passengers = [
    { id: "a", type: "adult" },
    { id: "c5", age: 5 },
    { id: "c9", age: 9 },
    { id: "y", type: "adult", age: 14 },
  ];
  const travelers: OrderTraveler[] = [
    { ...person, ...rest, type: "child", age: 9 },
    { ...person, ...rest, type: "youth", age: 14 },
    { ...person, ...rest, type: "adult" },
    { ...person, ...rest, type: "child", age: 5 },
  ];
  expect(assignPassengers(travelers, passengers)).toEqual(["c9", "y", "a", "c5"]);
  // A booking of an earlier version: no ages, by type.
  const old = travelers.map(({ age: _age, ...traveler }) => traveler);
  expect(assignPassengers(old, passengers)).toEqual(["c5", "y", "a", "c9"]);
  expect(
    assignPassengers(
      [travelers[2], travelers[2]].flatMap((each) => each ?? []),
      passengers,
    ),
  ).toBeNull();
});

test("states the bags that every passenger with a seat has, not those of the first", () => {
  const [recorded = {}] = readOffers("duffel/offer-request-test-mode.json");
  const bags = (checked: number | null, carryOn: number) => [
    ...(checked === null ? [] : [{ type: "checked", quantity: checked }]),
    { type: "carry_on", quantity: carryOn },
  ];
  const map = (child: number | null, ids = true) => {
    const segmentPassengers = [
      { ...(ids && { passenger_id: "i" }), cabin_class: "economy", baggages: bags(0, 0) },
      { ...(ids && { passenger_id: "a" }), cabin_class: "economy", fare_basis_code: "A", baggages: bags(2, 1) },
      { ...(ids && { passenger_id: "c" }), cabin_class: "economy", fare_basis_code: "C", baggages: bags(child, 1) },
    ];
    const listOf = (value: unknown) => (Array.isArray(value) ? value.map(membersOf) : []);
    const slices = listOf(recorded.slices).map((slice) => ({
      ...slice,
      segments: listOf(slice["segments"]).map((segment) => ({ ...segment, passengers: segmentPassengers })),
    }));
    const passengers = [
      { id: "a", type: "adult" },
      { id: "c", age: 8 },
      { id: "i", age: 1 },
    ];
    const travelers = { adults: 1, youths: 0, children: 1, infantsInSeat: 0, infants: 1 };
    return toFlights([{ ...recorded, slices, passengers }], { travelers, places, margin: undefined })[0]?.cash[0]
      ?.segments[0];
  };
  expect(map(1)).toMatchObject({ fareBasis: "A", baggage: { checked: 1, carryOn: 1 } });
  expect(map(null)).toMatchObject({ baggage: { checked: null, carryOn: 1 } });
  // An offer that does not say who is who.
  expect(map(1, false)).toMatchObject({ baggage: { checked: 0, carryOn: 0 } });
});

test("accepts the documented letters of names", () => {
  const accepts = (text: string) => Array.from(text).every((each) => latinNames.accepts(each));
  expect(accepts("Łukasz O'Neill-Müller ÿŽſ")).toBe(true);
  for (const refused of "ÆæĲĳŒœÞð×÷.,=|+@1\u0001\u0300ƏЖ李😀\t") expect(accepts(refused), refused).toBe(false);
});
