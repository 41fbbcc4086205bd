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

// The contract and the engine do not import each other, and search passes these values through unchanged.
test("wire enums equal the engine's enums, in the same order", () => {
  expectTypeOf<Cabin>().toEqualTypeOf<CabinName>();
  expectTypeOf<Profile>().toEqualTypeOf<EngineProfile>();
  expectTypeOf<ScoreComponent>().toEqualTypeOf<Component>();
  expectTypeOf<Sort>().toEqualTypeOf<FlightSort>();
  expect(cabins).toEqual(cabinNames);
  expect(profiles).toEqual(profileNames);
  expect(scoreComponents).toEqual(componentNames);
});
