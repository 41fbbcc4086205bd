import { expect, test } from "vitest";
import { readRequestFilters } from "../../../src/pages/requests/filters.ts";

test("accepts a status as number or text", () => {
  expect(readRequestFilters({ status: 404 })).toStrictEqual({ status: "404" });
  expect(readRequestFilters({ status: "5xx", route: "/v1/offers/{id}" })).toStrictEqual({
    status: "5xx",
    route: "/v1/offers/{id}",
  });
  expect(readRequestFilters({ status: "600", route: "/portal/session", key: "ak_1" })).toStrictEqual({});
});
