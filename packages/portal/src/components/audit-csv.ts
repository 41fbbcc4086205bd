import type { AuditEvent } from "@wayfare/sdk";
import type { CsvColumn } from "../data/csv.ts";

/** Columns of exported audit events. */
export const auditCsvColumns: readonly CsvColumn<AuditEvent>[] = [
  { name: "time", value: ({ createdAt }) => createdAt },
  { name: "id", value: ({ id }) => id },
  { name: "environment", value: ({ environment }) => environment },
  { name: "type", value: ({ type }) => type },
  { name: "actorType", value: ({ actor }) => actor.type },
  { name: "actorId", value: ({ actor }) => actor.id },
  { name: "actorAddress", value: ({ actor }) => actor.address },
  { name: "subjectType", value: ({ subject }) => subject.type },
  { name: "subjectId", value: ({ subject }) => subject.id },
  { name: "details", value: ({ details }) => JSON.stringify(details) },
  { name: "requestId", value: ({ requestId }) => requestId },
];
