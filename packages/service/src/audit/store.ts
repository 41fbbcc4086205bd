import {
  type AuditEvent,
  type AuditEventType,
  type auditActorTypes,
  type auditSubjectTypes,
  formatInstant,
  newId,
  type OperatorAuditEvent,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import { applicationCondition, json, type Queryable } from "@wayfare/database";

/** Actor of an audit event. */
export interface Actor {
  kind: (typeof auditActorTypes)[number];
  /** Id of the key or user, or null. */
  id: string | null;
  address: string | null;
  requestId: string | null;
}

/** The operator, who uses the command line with access to the data directory or the database. */
export const operatorActor: Actor = { kind: "operator", id: null, address: null, requestId: null };

type SubjectKind = (typeof auditSubjectTypes)[number];
/** Subject kinds that can belong to an application. */
type ApplicationSubjectKind = "application" | "booking" | "key" | "watch" | "webhook";

/** Subject of an audit event. The event belongs to the same application. */
type Subject =
  | { kind: ApplicationSubjectKind; id: string; applicationId: string | null }
  | { kind: Exclude<SubjectKind, ApplicationSubjectKind>; id: string };

export interface NewAuditEvent {
  accountId: string;
  /** Null if the event concerns the whole account. */
  environment: Partition | null;
  action: AuditEventType;
  actor: Actor;
  subject: Subject;
  details?: Record<string, unknown>;
  /** Real time, never that of a test clock: the events of an account are in one order. */
  nowMs: number;
}

/** Writes an audit event. Call it in the transaction of the change. */
export async function writeAuditEvent(db: Queryable, event: NewAuditEvent): Promise<void> {
  const { actor, subject } = event;
  await db.execute(
    `INSERT INTO audit_events
       (id, account_id, environment, action, actor_kind, actor_id, actor_address, subject_kind, subject_id, details, request_id, at, application_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      newId("aud", event.nowMs),
      event.accountId,
      event.environment,
      event.action,
      actor.kind,
      actor.id,
      actor.address,
      subject.kind,
      subject.id,
      json(event.details ?? {}),
      actor.requestId,
      new Date(event.nowMs),
      "applicationId" in subject ? subject.applicationId : null,
    ],
  );
}

interface AuditRow {
  id: string;
  environment: Partition | null;
  application_id: string | null;
  action: AuditEventType;
  actor_kind: Actor["kind"];
  actor_id: string | null;
  actor_address: string | null;
  subject_kind: SubjectKind;
  subject_id: string;
  details: Record<string, unknown>;
  request_id: string | null;
  at: Date;
}

const columns =
  "id, environment, application_id, action, actor_kind, actor_id, actor_address, subject_kind, subject_id, details, request_id, at";

export interface AuditFilter {
  type?: AuditEventType | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
}

/** Lists audit events of a scope, newest first, after an id. Without an application, includes events of the whole account. */
export async function listAuditEvents(
  db: Queryable,
  owner: RowScope,
  {
    filter,
    firstId,
    afterId,
    limit,
  }: { filter: AuditFilter; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<AuditEvent[]> {
  const rows = await db.query<AuditRow>(
    `SELECT ${columns} FROM audit_events
     WHERE account_id = $1 AND (environment IS NULL OR environment = $2) AND ($3::text IS NULL OR id < $3)
       AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR subject_id = $5)
       AND ($7::text IS NULL OR id >= $7) AND ${applicationCondition("$8")}
       AND ($9::text IS NULL OR actor_id = $9)
     ORDER BY id DESC LIMIT $6`,
    [
      owner.accountId,
      owner.environment,
      afterId,
      filter.type ?? null,
      filter.subjectId ?? null,
      limit,
      firstId ?? null,
      owner.applicationId,
      filter.actorId ?? null,
    ],
  );
  return rows.map(toAuditEvent);
}

/** Lists the audit events of all accounts, newest first, after an id. */
export async function listAllAuditEvents(
  db: Queryable,
  {
    filter,
    firstId,
    afterId,
    limit,
  }: {
    filter: Omit<AuditFilter, "subjectId"> & { accountId?: string | undefined };
    firstId?: string | undefined;
    afterId: string | null;
    limit: number;
  },
): Promise<OperatorAuditEvent[]> {
  const rows = await db.query<AuditRow & { account_id: string }>(
    `SELECT account_id, ${columns} FROM audit_events
     WHERE ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR id >= $2) AND ($3::text IS NULL OR account_id = $3)
       AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR actor_id = $5)
     ORDER BY id DESC LIMIT $6`,
    [afterId, firstId ?? null, filter.accountId ?? null, filter.type ?? null, filter.actorId ?? null, limit],
  );
  return rows.map((row) => ({ ...toAuditEvent(row), accountId: row.account_id }));
}

function toAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    createdAt: formatInstant(row.at.getTime()),
    environment: row.environment,
    applicationId: row.application_id,
    type: row.action,
    actor: { type: row.actor_kind, id: row.actor_id, address: row.actor_address },
    subject: { type: row.subject_kind, id: row.subject_id },
    details: row.details,
    requestId: row.request_id,
  };
}
