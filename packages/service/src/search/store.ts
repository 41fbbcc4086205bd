import { Batcher } from "@wayfare/concurrency";
import { type NormalizedRequest, newId, type RowScope } from "@wayfare/contract";
import { applicationCondition, type Database, type Queryable } from "@wayfare/database";
import { type Gazetteer, readStoredRequest, type StoredRequest, toStoredRequest } from "@wayfare/search";

/** A stored search, with the data needed to run it again. */
export interface StoredSearch extends RowScope {
  id: string;
  keyId: string;
  request: NormalizedRequest;
  searchedAtMs: number;
  expiresAtMs: number;
  /** Versions of the suppliers at the time of the search. */
  versions: string;
  /** Version of the account's sales at that time; absent before the first sale. */
  salesVersion?: number;
}

export interface SearchStore {
  /** Resolves when the search is in the database. */
  insert(search: StoredSearch): Promise<void>;
  /** Finds a search of an account, environment and application. */
  find(id: string, owner: RowScope): Promise<StoredSearch | undefined>;
}

interface SearchRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  application_id: string | null;
  key_id: string;
  request: StoredRequest;
  searched_at: Date;
  expires_at: Date;
  world_version: string;
  sales_version: number;
}

/** Maximum number of searches per INSERT. */
const maxInserted = 500;
/** Timeout of a lookup. */
const findMs = 5000;

export function makeSearchStore(database: Database, gazetteer: Gazetteer): SearchStore {
  const insertions = new Batcher<StoredSearch>((searches) => insertSearches(database, searches), {
    maxItems: maxInserted,
  });
  return {
    insert: (search) => insertions.add(search),
    find: async (id, { accountId, environment, applicationId }) => {
      const [row] = await database.query<SearchRow>(
        `SELECT id, account_id, environment, application_id, key_id, request, searched_at, expires_at, world_version, sales_version
         FROM searches WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${applicationCondition("$4")}`,
        [id, accountId, environment, applicationId],
        { name: "find-search", timeoutMs: findMs },
      );
      return row && toStoredSearch(row, gazetteer);
    },
  };
}

/** Retention of searches. */
const retentionMs = 86_400_000;

/** Ids this far ahead of the wall clock belong to test data written by an older version. */
const aheadMs = 2 * 86_400_000;

/** Deletes a batch of searches made more than a day ago by the wall clock, oldest first. Returns the number of deleted rows. */
export function deleteOldSearches(db: Queryable, nowMs: number, limit: number): Promise<number> {
  const firstIdAt = (ms: number) => newId("srch", Math.max(0, ms), new Uint8Array(10));
  return db.execute(
    `DELETE FROM searches WHERE id = ANY (ARRAY(
       (SELECT id FROM searches WHERE id < $1 ORDER BY id LIMIT $3)
       UNION ALL (SELECT id FROM searches WHERE id >= $2 ORDER BY id LIMIT $3)
       LIMIT $3
     ))`,
    [firstIdAt(nowMs - retentionMs), firstIdAt(nowMs + aheadMs), limit],
  );
}

async function insertSearches(database: Database, searches: readonly StoredSearch[]): Promise<void> {
  await database.execute(
    `INSERT INTO searches
       (id, account_id, environment, application_id, key_id, request, searched_at, expires_at, world_version, sales_version)
     SELECT id, account_id, environment, application_id, key_id, request::jsonb, searched_at, expires_at, world_version, sales_version
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[],
                 $9::bigint[], $10::text[])
       AS row (id, account_id, environment, key_id, request, searched_at, expires_at, world_version, sales_version, application_id)`,
    [
      searches.map((search) => search.id),
      searches.map((search) => search.accountId),
      searches.map((search) => search.environment),
      searches.map((search) => search.keyId),
      searches.map((search) => JSON.stringify(toStoredRequest(search.request))),
      searches.map((search) => new Date(search.searchedAtMs)),
      searches.map((search) => new Date(search.expiresAtMs)),
      searches.map((search) => search.versions),
      searches.map((search) => search.salesVersion ?? 0),
      searches.map((search) => search.applicationId),
    ],
    { name: "insert-searches" },
  );
}

function toStoredSearch(row: SearchRow, gazetteer: Gazetteer): StoredSearch {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    applicationId: row.application_id,
    keyId: row.key_id,
    request: readStoredRequest(row.request, gazetteer),
    searchedAtMs: row.searched_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    versions: row.world_version,
    ...(row.sales_version === 0 ? {} : { salesVersion: row.sales_version }),
  };
}
