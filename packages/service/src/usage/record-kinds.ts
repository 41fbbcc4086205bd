import type { RequestRecord } from "../requests/record.ts";

/** All members but the three that differ from request to request. */
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

/** What many requests of a batch have in common: who asked, from where, for what, and what it counted as. */
type RecordKind = Pick<RequestRecord, (typeof members)[number]>;

/** The kinds of records, and for each record the place of its kind among them, from 1. */
export interface KindsOfRecords {
  kinds: RecordKind[];
  places: number[];
}

/** Sorts records by kind, so that a batch says of hundreds once what they share. */
export function findKinds(records: readonly RequestRecord[]): KindsOfRecords {
  const kinds: RecordKind[] = [];
  const known = new Map<string, number>();
  let latest = 0;
  const places = records.map((record) => {
    const kind = kinds[latest - 1];
    // Callers come in runs, and comparing costs less than a name.
    if (kind !== undefined && isSameKind(kind, record)) return latest;
    const name = nameOf(record);
    latest = known.get(name) ?? kinds.push(record);
    known.set(name, latest);
    return latest;
  });
  return { kinds, places };
}

function isSameKind(left: RecordKind, right: RecordKind): boolean {
  return members.every((member) => left[member] === right[member]);
}

function nameOf(kind: RecordKind): string {
  return JSON.stringify(members.map((member) => kind[member]));
}
