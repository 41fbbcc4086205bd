import {
  type AccountScope,
  type Application,
  formatInstant,
  type Metadata,
  newId,
  type Partition,
  type RowScope,
} from "@wayfare/contract";
import { containsText, json, type Queryable } from "@wayfare/database";

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
  db: Queryable,
  scope: AccountScope,
  {
    name,
    description,
    metadata = {},
    nowMs,
  }: { name: string; description: string; metadata?: Metadata; nowMs: number },
): Promise<Application> {
  const [row] = await db.query<ApplicationRow>(
    `INSERT INTO applications (id, account_id, environment, name, description, created_at, metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [newId("app", nowMs), scope.accountId, scope.environment, name, description, new Date(nowMs), json(metadata)],
  );
  if (!row) throw new Error("INSERT of an application returned no row");
  return toApplication(row);
}

/**
 * Finds an application that is not deleted. `share` prevents its deletion until the transaction ends; `update` prevents other
 * changes too.
 */
export async function findApplication(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "none",
): Promise<Application | undefined> {
  const locks = { none: "", share: " FOR SHARE", update: " FOR NO KEY UPDATE" };
  const [row] = await db.query<ApplicationRow>(
    `SELECT ${columns} FROM applications
     WHERE id = $1 AND account_id = $2 AND environment = $3 AND deleted_at IS NULL AND ($4::text IS NULL OR id = $4)${locks[lock]}`,
    [id, accountId, environment, applicationId],
  );
  return row && toApplication(row);
}

/** Lists applications of an account and partition, newest first, after an id. */
export async function listApplications(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { search, afterId, limit }: { search?: string | undefined; afterId: string | null; limit: number },
): Promise<Application[]> {
  const rows = await db.query<ApplicationRow>(
    `SELECT ${columns} FROM applications
     WHERE account_id = $1 AND environment = $2 AND deleted_at IS NULL AND ($3::text IS NULL OR id < $3)
       AND ($5::text IS NULL OR id = $5) AND ${containsText("$6", ["name", "description", "id"])}
     ORDER BY id DESC LIMIT $4`,
    [accountId, environment, afterId, limit, applicationId, search ?? null],
  );
  return rows.map(toApplication);
}

/** Writes name, description and metadata of a locked application. */
export async function updateApplication(db: Queryable, scope: AccountScope, application: Application): Promise<void> {
  await db.execute(
    `UPDATE applications SET name = $4, description = $5, metadata = $6
     WHERE id = $1 AND account_id = $2 AND environment = $3`,
    [
      application.id,
      scope.accountId,
      scope.environment,
      application.name,
      application.description,
      json(application.metadata),
    ],
  );
}

export async function markApplicationDeleted(
  db: Queryable,
  scope: AccountScope,
  id: string,
  nowMs: number,
): Promise<void> {
  await db.execute("UPDATE applications SET deleted_at = $4 WHERE id = $1 AND account_id = $2 AND environment = $3", [
    id,
    scope.accountId,
    scope.environment,
    new Date(nowMs),
  ]);
}
