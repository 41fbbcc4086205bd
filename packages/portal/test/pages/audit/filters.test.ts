import { expect, test } from "vitest";
import { readAuditFilters } from "../../../src/pages/audit/filters.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

test("reads the event type and subject id and ignores invalid values", () => {
  expect(readAuditFilters({ type: "key.revoked", subjectId: `ak_${ulid}` })).toStrictEqual({
    type: "key.revoked",
    subjectId: `ak_${ulid}`,
  });
  expect(readAuditFilters({ type: "constructor", subjectId: "../ak" })).toStrictEqual({});
});
