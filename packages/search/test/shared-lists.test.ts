import type { cabins, profiles, scoreComponents, sorts } from "@wayfare/contract";
import type { CabinName, Component, FlightSort, Profile } from "@wayfare/engine";
import type { Cabin, Sort } from "@wayfare/suppliers";
import { expect, test } from "vitest";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Of<List extends readonly unknown[]> = List[number];

/** Does not compile if a list of the wire format differs from that of the engine or of the port. */
const equal: Readonly<Record<string, true>> = {
  cabins: true satisfies Equal<Of<typeof cabins>, CabinName>,
  portCabins: true satisfies Equal<Of<typeof cabins>, Cabin>,
  profiles: true satisfies Equal<Of<typeof profiles>, Profile>,
  components: true satisfies Equal<Of<typeof scoreComponents>, Component>,
  sorts: true satisfies Equal<Of<typeof sorts>, FlightSort>,
  portSorts: true satisfies Equal<Of<typeof sorts>, Sort>,
};

test("the wire format, the port and the engine share cabins, profiles, score components and orders", () => {
  expect(Object.values(equal)).toEqual(Array(6).fill(true));
});
