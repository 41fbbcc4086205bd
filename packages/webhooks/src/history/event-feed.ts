import type { AccountScope, EventType, RowScope, WebhookEvent } from "@wayfare/contract";
import { applicationCondition, type Database, type Queryable } from "@wayfare/database";
import { type EventRow, eventColumns, toEvent } from "./events.ts";

export interface FeedQuery {
  /** Only events after this position; null for the oldest retained event. */
  afterPosition: number | null;
  type: EventType | undefined;
  subject?: string | undefined;
  limit: number;
}

/** One page of the feed. */
export interface FeedPage {
  events: WebhookEvent[];
  /** Position of the last event that was examined, for the next page. */
  position: number;
  /** True if events after `afterPosition` were purged, so that the reader has missed them. */
  isExpired: boolean;
}

/** Events that get a position in one transaction, and transactions of one read. */
const batchSize = 1000;
const maxBatches = 10;
/** Transactions of a search for the end of a feed that was never read: a million events. */
const maxEndBatches = 1000;

/**
 * Reads the events of an account and environment in the order of their positions, which are assigned here: an event without one is
 * committed, and gets a position after all that were read before. However late a transaction commits, its events are therefore neither
 * skipped nor returned twice.
 */
export async function readEventFeed(database: Database, scope: RowScope, query: FeedQuery): Promise<FeedPage> {
  for (let batches = 0; ; batches++) {
    const { hasUnassigned, lastPosition: _last, ...page } = await readPage(database.reads, scope, query);
    const isFull = page.events.length === query.limit;
    if (page.isExpired || isFull || !hasUnassigned || batches === maxBatches) return page;
    await assignPositions(database, scope);
  }
}

/**
 * Returns SQL of the oldest event without a position. Only the index `events_without_position` has the order of the row comparison, so the
 * planner uses it whatever the statistics say. With equality it scans the table or its primary key from the start, because where most
 * events have no position it expects to find one at once: with 200,000 events that are all read, 60 ms instead of 0.05.
 */
const oldestUnassigned = (accountId: string, environment: string): string =>
  `SELECT id FROM events
   WHERE (account_id, environment) >= (${accountId}, ${environment}) AND (account_id, environment) <= (${accountId}, ${environment})
     AND position IS NULL
   ORDER BY account_id, environment, id LIMIT 1`;

interface FeedRow extends EventRow {
  position: number;
}

interface StateRow {
  last_position: number;
  next_exists: boolean;
  has_unassigned: boolean;
}

/** The last position and the page are from one snapshot, so a page that is not full ends at the last position. */
async function readPage(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { afterPosition, type, subject, limit }: FeedQuery,
): Promise<FeedPage & { hasUnassigned: boolean; lastPosition: number }> {
  const rows = await db.query<StateRow & (FeedRow | { id: null })>(
    `SELECT feed.last_position, EXISTS (
       SELECT FROM events WHERE account_id = $1 AND environment = $2 AND position = coalesce($3::bigint, -1) + 1
     ) AS next_exists, (${oldestUnassigned("$1::text", "$2::text")}) IS NOT NULL AS has_unassigned, page.*
     FROM (
       SELECT coalesce((SELECT last_position FROM event_feeds WHERE account_id = $1 AND environment = $2), 0) AS last_position
     ) feed
     LEFT JOIN LATERAL (
       SELECT ${eventColumns}, position FROM events
       WHERE account_id = $1 AND environment = $2 AND position > coalesce($3, 0) AND ($4::text IS NULL OR type = $4)
         AND ${applicationCondition("$6")} AND ($7::text IS NULL OR subject = $7)
       ORDER BY position LIMIT $5
     ) page ON true
     ORDER BY page.position`,
    [accountId, environment, afterPosition, type ?? null, limit, applicationId, subject ?? null],
    { name: "read-event-feed" },
  );
  const last = rows[0]?.last_position ?? 0;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]));
  // Positions have no gaps: if the next one is missing although later ones were assigned, it was purged. A position that was never assigned
  // is from before the database was restored from a backup.
  const isPurged = afterPosition !== null && afterPosition < last && rows[0]?.next_exists === false;
  const isExpired = isPurged || (afterPosition ?? 0) > last;
  const position = found.length === limit ? (found.at(-1)?.position ?? last) : Math.max(last, afterPosition ?? 0);
  return {
    events: found.map(toEvent),
    position,
    isExpired,
    hasUnassigned: rows[0]?.has_unassigned === true,
    lastPosition: last,
  };
}

/**
 * Returns the position of the end of the feed: that of the last event that is committed now. An event that commits later comes after it.
 */
export async function findFeedEnd(database: Database, scope: RowScope): Promise<number> {
  const query: FeedQuery = { afterPosition: null, type: undefined, limit: 1 };
  for (let batches = 0; ; batches++) {
    const { hasUnassigned, lastPosition } = await readPage(database.reads, scope, query);
    if (!hasUnassigned || batches === maxEndBatches) return lastPosition;
    await assignPositions(database, scope);
  }
}

/** Assigns positions to the oldest events without one, in order of id. */
async function assignPositions(database: Database, { accountId, environment }: AccountScope): Promise<void> {
  const scope = [accountId, environment];
  await database.transaction(async (tx) => {
    await tx.execute(
      "INSERT INTO event_feeds (account_id, environment, last_position) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
      scope,
    );
    const [feed] = await tx.query<{ last_position: number }>(
      "SELECT last_position FROM event_feeds WHERE account_id = $1 AND environment = $2 FOR UPDATE",
      scope,
    );
    if (feed === undefined) throw new Error("missing event feed after an insert");
    // Read after the lock: an event that another transaction has given a position while this one waited is not found.
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM events
       WHERE account_id = $1 AND environment = $2 AND position IS NULL AND id >= (${oldestUnassigned("$1::text", "$2::text")})
       ORDER BY id LIMIT ${batchSize}`,
      scope,
    );
    const ids = rows.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return;
    // The range of ids selects the partitions.
    await tx.execute(
      `UPDATE events SET position = $6 + array_position($3::text[], id)
       WHERE account_id = $1 AND environment = $2 AND id = ANY ($3) AND id >= $4 AND id <= $5`,
      [...scope, ids, first, last, feed.last_position],
    );
    await tx.execute(
      "UPDATE event_feeds SET last_position = last_position + $3 WHERE account_id = $1 AND environment = $2",
      [...scope, ids.length],
    );
  });
}

/** A reader that waits for events after its position. */
export interface FeedWait extends AccountScope {
  position: number;
}

/** Returns the indexes of the waits whose feeds have events after their positions. One statement, whatever their number. */
export async function findReadyFeeds(db: Queryable, waits: readonly FeedWait[]): Promise<number[]> {
  const rows = await db.query<{ index: number }>(
    `SELECT wait.index::integer AS index
     FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS wait (account_id, environment, position, index)
     WHERE (${oldestUnassigned("wait.account_id", "wait.environment")}) IS NOT NULL OR EXISTS (
       SELECT FROM event_feeds
       WHERE account_id = wait.account_id AND environment = wait.environment AND last_position > wait.position
     )
     ORDER BY wait.index LIMIT 10000`,
    [
      waits.map(({ accountId }) => accountId),
      waits.map(({ environment }) => environment),
      waits.map(({ position }) => position),
    ],
    { name: "find-ready-feeds" },
  );
  return rows.map(({ index }) => index - 1);
}
