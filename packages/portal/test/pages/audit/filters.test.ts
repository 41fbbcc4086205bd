import { expect, test } from "vitest";
import { readAuditFilters } from "../../../src/pages/audit/filters.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

test("an address names an action of the audit trail by what looks like one", () => {
  expect(readAuditFilters({ type: "key.revoked", subjectId: `ak_${ulid}` })).toStrictEqual({
    type: "key.revoked",
    subjectId: `ak_${ulid}`,
  });
  expect(readAuditFilters({ type: "constructor", subjectId: "../ak" })).toStrictEqual({});
});
