import { type AccountScope, newId } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { KeptFlights } from "@wayfare/search";

/** Offers of live suppliers in one part of a search's response. */
interface KeptPart {
  searchId: string;
  /** Number of the part, from 0. */
  part: number;
  kept: KeptFlights;
}

/** Stored offers of live suppliers. They contain the supplier's references, which are of no use without the account's credential. */
export interface KeptOfferStore {
  insert(owner: AccountScope, part: KeptPart): Promise<void>;
  /** Returns the stored offers that contain an offer, as `encodeKeptFlights` encodes them. Of several parts, the last one counts. */
  find(owner: AccountScope, offer: { searchId: string; ordinal: number }): Promise<Uint8Array | undefined>;
}

/** Timeout of a lookup. */
const findMs = 5000;

/** Retention of kept offers, that of their searches. */
const retentionMs = 86_400_000;

export function makeKeptOfferStore(db: Queryable): KeptOfferStore {
  return {
    insert: (owner, part) => insertKeptOffers(db, owner, part),
    find: (owner, offer) => findKeptOffers(db, owner, offer),
  };
}

async function insertKeptOffers(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { searchId, part, kept }: KeptPart,
): Promise<void> {
  await db.execute(
    `INSERT INTO kept_offers (search_id, part, account_id, environment, ordinals, flights)
     VALUES ($1, $2, $3, $4, $5::integer[], $6)`,
    [searchId, part, accountId, environment, kept.ordinals, kept.bytes],
    { name: "insert-kept-offers" },
  );
}

async function findKeptOffers(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { searchId, ordinal }: { searchId: string; ordinal: number },
): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ flights: Uint8Array }>(
    `SELECT flights FROM kept_offers
     WHERE search_id = $1 AND account_id = $2 AND environment = $3 AND ordinals @> ARRAY[$4::integer]
     ORDER BY part DESC LIMIT 1`,
    [searchId, accountId, environment, ordinal],
    { name: "find-kept-offers", timeoutMs: findMs },
  );
  // A buffer of the driver is part of a larger one, which cannot be cloned to another thread alone.
  return row && new Uint8Array(row.flights);
}

/** Deletes a batch of offers whose search is more than a day old by the wall clock, oldest first. Returns the number of deleted rows. */
export function deleteOldKeptOffers(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM kept_offers WHERE (search_id, part) IN
       (SELECT search_id, part FROM kept_offers WHERE search_id < $1 ORDER BY search_id, part LIMIT $2)`,
    [newId("srch", Math.max(0, nowMs - retentionMs), new Uint8Array(10)), limit],
  );
}
