import { expect, test } from "vitest";
import { readKeyFilters } from "../../../src/pages/keys/filters.ts";

test("reads status, application and idle, and ignores the rest", () => {
  const applicationId = `app_${"0".repeat(26)}`;
  expect(readKeyFilters({ status: "revoked", applicationId, idle: true })).toEqual({
    status: "revoked",
    applicationId,
    idle: true,
  });
  expect(readKeyFilters({ status: "active", applicationId, idle: "yes" })).toEqual({ status: "active", applicationId });
  expect(readKeyFilters({ status: "gone", applicationId: "app_1", idle: "yes", page: 2 })).toEqual({});
});
