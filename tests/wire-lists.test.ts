import {
  type Cabin,
  cabins,
  type Profile,
  profiles,
  type ScoreComponent,
  type Sort,
  scoreComponents,
} from "@wayfare/contract";
import {
  type CabinName,
  type Component,
  cabinNames,
  componentNames,
  type Profile as EngineProfile,
  type FlightSort,
  profileNames,
} from "@wayfare/engine";
import { expect, expectTypeOf, test } from "vitest";

// The contract and the engine import nothing of each other, and search passes these words through as they are.
test("the lists of the wire are those of the engine, in its order", () => {
  expectTypeOf<Cabin>().toEqualTypeOf<CabinName>();
  expectTypeOf<Profile>().toEqualTypeOf<EngineProfile>();
  expectTypeOf<ScoreComponent>().toEqualTypeOf<Component>();
  expectTypeOf<Sort>().toEqualTypeOf<FlightSort>();
  expect(cabins).toEqual(cabinNames);
  expect(profiles).toEqual(profileNames);
  expect(scoreComponents).toEqual(componentNames);
});
