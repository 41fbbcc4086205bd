import {
  type AuditEvent,
  type AuditEventType,
  type auditActorTypes,
  type auditSubjectTypes,
  formatInstant,
  newId,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import { json, ofApplication, type Session } from "@wayfare/database";

/** Who does something, for the audit trail. */
export interface Actor {
  kind: (typeof auditActorTypes)[number];
  /** The key's id, or null. */
  id: string | null;
  address: string | null;
  requestId: string | null;
}

/** The command line: whoever may read the data directory or the database's address. */
export const operator: Actor = { kind: "operator", id: null, address: null, requestId: null };

type SubjectKind = (typeof auditSubjectTypes)[number];
/** Kinds of subject that can belong to an application. */
type ApplicationSubjectKind = "application" | "key" | "webhook";

/** The object of an audit event, which belongs to the same application. */
type Subject =
  | { kind: ApplicationSubjectKind; id: string; applicationId: string | null }
  | { kind: Exclude<SubjectKind, ApplicationSubjectKind>; id: string };

export interface NewAuditEvent {
  accountId: string;
  /** Null for what concerns the account as a whole. */
  environment: Partition | null;
  action: AuditEventType;
  actor: Actor;
  subject: Subject;
  details?: Record<string, unknown>;
  nowMs: number;
}

/** Writes who did what, in the transaction of what was done. */
export async function writeAuditEvent(session: Session, event: NewAuditEvent): Promise<void> {
  const { actor, subject } = event;
  await session.execute(
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

export interface AuditFilter {
  type?: AuditEventType | undefined;
  subjectId?: string | undefined;
}

/** Audit events of a scope and, without an application, of the account as a whole; newest first, after an id. */
export async function listAuditEvents(
  session: Session,
  owner: RowScope,
  {
    filter,
    firstId,
    afterId,
    limit,
  }: { filter: AuditFilter; firstId?: string | undefined; afterId: string | null; limit: number },
): Promise<AuditEvent[]> {
  const rows = await session.query<AuditRow>(
    `SELECT id, environment, application_id, action, actor_kind, actor_id, actor_address, subject_kind, subject_id, details, request_id, at
     FROM audit_events
     WHERE account_id = $1 AND (environment IS NULL OR environment = $2) AND ($3::text IS NULL OR id < $3)
       AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR subject_id = $5)
       AND ($7::text IS NULL OR id >= $7) AND ${ofApplication("$8")}
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
    ],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: formatInstant(row.at.getTime()),
    environment: row.environment,
    applicationId: row.application_id,
    type: row.action,
    actor: { type: row.actor_kind, id: row.actor_id, address: row.actor_address },
    subject: { type: row.subject_kind, id: row.subject_id },
    details: row.details,
    requestId: row.request_id,
  }));
}
