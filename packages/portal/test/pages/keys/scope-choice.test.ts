import { expect, test } from "vitest";
import { readScopes } from "../../../src/pages/keys/scope-choice.tsx";

test("returns the selected scopes in a fixed order", () => {
  const form = new FormData();
  for (const name of ["usage.write", "name", "flights.search"]) form.set(name, "on");
  expect(readScopes(form)).toEqual(["flights.search", "usage.write"]);
});
