import { Batcher } from "@wayfare/concurrency";
import { type NormalizedRequest, newId, type RowScope } from "@wayfare/contract";
import { type Database, ofApplication, type Session } from "@wayfare/database";
import { type Gazetteer, readStoredRequest, type StoredRequest, toStoredRequest } from "@wayfare/search";

/** What is kept of a search: enough to run it again. */
export interface KeptSearch extends RowScope {
  id: string;
  keyId: string;
  request: NormalizedRequest;
  searchedAtMs: number;
  expiresAtMs: number;
  /** The suppliers' versions at that time. */
  versions: string;
  /** What the account had sold then: the version of its sales; absent before the first. */
  salesVersion?: number;
}

export interface SearchStore {
  /** Settles once the search is in the database. */
  keep(search: KeptSearch): Promise<void>;
  /** A search of this account and environment. */
  find(id: string, owner: RowScope): Promise<KeptSearch | undefined>;
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

/** Searches of one INSERT. */
const maxInserted = 500;
/** How long a look-up waits for the database. */
const findMs = 5000;

export function makeSearchStore(database: Database, gazetteer: Gazetteer): SearchStore {
  const insertions = new Batcher<KeptSearch>((searches) => insertSearches(database, searches), {
    maxItems: maxInserted,
  });
  return {
    keep: (search) => insertions.add(search),
    find: async (id, { accountId, environment, applicationId }) => {
      const [row] = await database.query<SearchRow>(
        `SELECT id, account_id, environment, application_id, key_id, request, searched_at, expires_at, world_version, sales_version
         FROM searches WHERE id = $1 AND account_id = $2 AND environment = $3 AND ${ofApplication("$4")}`,
        [id, accountId, environment, applicationId],
        { name: "find-search", timeoutMs: findMs },
      );
      return row && toKeptSearch(row, gazetteer);
    },
  };
}

/** How long a search can be found again. */
const keptMs = 86_400_000;

/** Ids so far ahead of the wall clock are those of test data that an older version wrote. */
const aheadMs = 2 * 86_400_000;

/** Deletes one batch of searches that were made more than a day ago by the wall clock, oldest first; returns how many. */
export function deleteOldSearches(session: Session, nowMs: number, limit: number): Promise<number> {
  const firstIdAt = (ms: number) => newId("srch", Math.max(0, ms), new Uint8Array(10));
  return session.execute(
    `DELETE FROM searches WHERE id = ANY (ARRAY(
       (SELECT id FROM searches WHERE id < $1 ORDER BY id LIMIT $3)
       UNION ALL (SELECT id FROM searches WHERE id >= $2 ORDER BY id LIMIT $3)
       LIMIT $3
     ))`,
    [firstIdAt(nowMs - keptMs), firstIdAt(nowMs + aheadMs), limit],
  );
}

async function insertSearches(database: Database, searches: readonly KeptSearch[]): Promise<void> {
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

function toKeptSearch(row: SearchRow, gazetteer: Gazetteer): KeptSearch {
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
