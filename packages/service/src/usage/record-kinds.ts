import type { RequestRecord } from "../requests/record.ts";

/** Members that many requests have in common. */
const members = [
  "keyId",
  "route",
  "method",
  "operation",
  "address",
  "environment",
  "accountId",
  "applicationId",
] as const satisfies readonly (keyof RequestRecord)[];

/** Members shared by many requests of a batch: caller, address, route and operation. */
type RecordKind = Pick<RequestRecord, (typeof members)[number]>;

/** Distinct kinds of a list of records, and for each record the index of its kind, from 1. */
export interface GroupedRecords {
  kinds: RecordKind[];
  indexes: number[];
}

/** Groups records by kind, so that a batch contains shared members only once. */
export function groupByKind(records: readonly RequestRecord[]): GroupedRecords {
  const kinds: RecordKind[] = [];
  const known = new Map<string, number>();
  let latest = 0;
  const indexes = records.map((record) => {
    const kind = kinds[latest - 1];
    // Consecutive records often have the same caller, and comparing is cheaper than building a name.
    if (kind !== undefined && isSameKind(kind, record)) return latest;
    const name = nameOf(record);
    latest = known.get(name) ?? kinds.push(record);
    known.set(name, latest);
    return latest;
  });
  return { kinds, indexes };
}

function isSameKind(left: RecordKind, right: RecordKind): boolean {
  return members.every((member) => left[member] === right[member]);
}

function nameOf(kind: RecordKind): string {
  return JSON.stringify(members.map((member) => kind[member]));
}
