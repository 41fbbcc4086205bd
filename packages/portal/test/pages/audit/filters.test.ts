import { expect, test } from "vitest";
import { readAuditFilters } from "../../../src/pages/audit/filters.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

test("an address names an action of the audit trail by what looks like one", () => {
  expect(readAuditFilters({ action: "key.revoked", subject: `ak_${ulid}` })).toStrictEqual({
    action: "key.revoked",
    subject: `ak_${ulid}`,
  });
  expect(readAuditFilters({ action: "constructor", subject: "../ak" })).toStrictEqual({});
});
