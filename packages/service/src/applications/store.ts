import {
  type Application,
  formatInstant,
  type Metadata,
  newId,
  type Owner,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import { json, type Session } from "@wayfare/database";

interface ApplicationRow {
  id: string;
  environment: Partition;
  name: string;
  description: string;
  metadata: Metadata;
  created_at: Date;
}

const columns = "id, environment, name, description, metadata, created_at";

function toApplication(row: ApplicationRow): Application {
  const { id, environment, name, description, metadata } = row;
  return { id, environment, name, description, metadata, createdAt: formatInstant(row.created_at.getTime()) };
}

export async function insertApplication(
  session: Session,
  owner: Owner,
  {
    name,
    description,
    metadata = {},
    nowMs,
  }: { name: string; description: string; metadata?: Metadata; nowMs: number },
): Promise<Application> {
  const [row] = await session.query<ApplicationRow>(
    `INSERT INTO applications (id, account_id, environment, name, description, created_at, metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [newId("app", nowMs), owner.accountId, owner.environment, name, description, new Date(nowMs), json(metadata)],
  );
  if (!row) throw new Error("an application that was inserted did not come back");
  return toApplication(row);
}

/**
 * An application that has not been deleted. With `share`, it cannot be deleted before the transaction ends; with `update`, nobody else
 * changes it.
 */
export async function findApplication(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "none",
): Promise<Application | undefined> {
  const locks = { none: "", share: " FOR SHARE", update: " FOR NO KEY UPDATE" };
  const [row] = await session.query<ApplicationRow>(
    `SELECT ${columns} FROM applications
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND deleted_at IS NULL AND ($4::text IS NULL OR id = $4)${locks[lock]}`,
    [id, accountId, environment, applicationId],
  );
  return row && toApplication(row);
}

/** Applications of an account and partition, newest first, from behind an id on. */
export async function listApplications(
  session: Session,
  { accountId, environment, applicationId }: RowScope,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<Application[]> {
  const rows = await session.query<ApplicationRow>(
    `SELECT ${columns} FROM applications
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR id < $3)
       AND ($5::text IS NULL OR id = $5)
     ORDER BY id DESC LIMIT $4`,
    [accountId, environment, afterId, limit, applicationId],
  );
  return rows.map(toApplication);
}

/** Writes name, description and metadata of an application that was found for update. */
export async function updateApplication(session: Session, owner: Owner, application: Application): Promise<void> {
  await session.execute(
    `UPDATE applications SET name = $4, description = $5, metadata = $6
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [
      application.id,
      owner.accountId,
      owner.environment,
      application.name,
      application.description,
      json(application.metadata),
    ],
  );
}

export async function markApplicationDeleted(session: Session, owner: Owner, id: string, nowMs: number): Promise<void> {
  await session.execute(
    "UPDATE applications SET deleted_at = $4 WHERE id = $1 AND account_id = $2 AND environment = $3",
    [id, owner.accountId, owner.environment, new Date(nowMs)],
  );
}
