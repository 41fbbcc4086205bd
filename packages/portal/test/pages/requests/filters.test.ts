import { expect, test } from "vitest";
import { readRequestFilters } from "../../../src/pages/requests/filters.ts";

test("an address takes a status for a status whether it came as a number or as a text", () => {
  expect(readRequestFilters({ status: 404 })).toStrictEqual({ status: "404" });
  expect(readRequestFilters({ status: "5xx", route: "/v1/offers/{id}" })).toStrictEqual({
    status: "5xx",
    route: "/v1/offers/{id}",
  });
  expect(readRequestFilters({ status: "600", route: "/portal/session", key: "ak_1" })).toStrictEqual({});
});
