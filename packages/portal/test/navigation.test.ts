import { expect, test } from "vitest";
import { navigation } from "../src/app/navigation.ts";
import { mayDo } from "../src/data/session.ts";

const destinations = navigation.flatMap((group) => group.destinations);

test.each([
  ["an owner", ["usage.read", "usage.write", "billing.read", "billing.write", "flights.search"], []],
  ["a developer", ["usage.read", "usage.write", "flights.search", "flights.book"], ["Billing"]],
  ["somebody with the role billing", ["usage.read", "billing.write"], ["Deliveries", "Events", "Audit"]],
  ["a viewer", ["usage.read", "billing.read"], ["Deliveries", "Events", "Audit"]],
])("%s is not led to what the API would refuse", (_, scopes, hidden) => {
  const refused = destinations.filter(({ reserved }) => reserved !== undefined && !mayDo({ scopes }, reserved.scopes));
  expect(refused.map(({ label }) => label)).toStrictEqual(hidden);
});
