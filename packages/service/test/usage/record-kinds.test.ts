import fc from "fast-check";
import { expect, test } from "vitest";
import { groupByKind } from "../../src/usage/record-kinds.ts";
import { startMs } from "../running-app.ts";
import { recordAt } from "../usage-records.ts";

/** Few values of each, so that records share some but not all of them. */
const changes = fc.record({
  accountId: fc.constantFrom("acct_a", "acct_b"),
  environment: fc.constantFrom("test" as const, "live" as const),
  keyId: fc.constantFrom("ak_a", "ak_b"),
  applicationId: fc.constantFrom(null, "app_a"),
  method: fc.constantFrom("GET", "POST"),
  route: fc.constantFrom("/v1/search", "/v1/keys"),
  address: fc.constantFrom("203.0.113.9", "203.0.113.10"),
  operation: fc.constantFrom(null, "search" as const),
  status: fc.constantFrom(200, 404, null),
});

test("maps each record to its kind, and lists no kind twice", () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 40 }), (list) => {
      const records = list.map((each, at) => recordAt(startMs, at, each));
      const { kinds, indexes } = groupByKind(records);
      expect(new Set(kinds.map(shared)).size).toBe(kinds.length);
      expect(indexes.map((index) => shared(kinds[index - 1]))).toEqual(records.map(shared));
    }),
    { seed: 20_261_122 },
  );
});

function shared(record: object | undefined): string {
  const { id: _id, status: _status, durationMs: _ms, ...rest }: Record<string, unknown> = { ...record };
  return JSON.stringify(Object.entries(rest).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
