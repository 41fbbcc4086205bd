import { hash } from "node:crypto";
import { type Clock, DomainError, type ErrorCode, type RowScope } from "@wayfare/contract";
import {
  applicationCondition,
  type Database,
  isUniqueViolation,
  json,
  type Queryable,
  runUnitOfWork,
  type TransactionOptions,
  type UnitOfWork,
} from "@wayfare/database";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { getCaller, timesOf } from "../http/caller.ts";

/** Retention of idempotency records. */
export const idempotencyMs = 86_400_000;

/** Request header for a route's schema. A quoted and an unquoted key are equal. */
export const idempotencyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: '^("[\\x21-\\x7e]{1,255}"|[\\x21\\x23-\\x7e][\\x21-\\x7e]{0,254})$',
      description:
        "Makes the request safe to retry for 24 hours: the operation runs once, and a retry returns the stored response.",
      examples: ["order-8731-attempt"],
    }),
  ),
});

/** Errors of every route that accepts the header. */
export const idempotencyProblems = [
  "IDEMPOTENCY_IN_PROGRESS",
  "IDEMPOTENCY_KEY_REUSED",
] as const satisfies readonly ErrorCode[];

/** Request header of searches, which run again when they are retried. */
export const searchKeyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      ...idempotencyHeader.properties["idempotency-key"],
      description:
        "Makes the search safe to retry: within 15 minutes, searches with the same key and body are charged once. A retry runs again, so its results may be newer.",
      examples: ["search-8731"],
    }),
  ),
});

/** Response header of a replay. */
const replayHeader = "idempotent-replayed";

/** Marks a reply as a replay. */
export function markReplay(reply: FastifyReply): void {
  reply.header(replayHeader, "true");
}

/** Removes the replay mark, because an error is not a replay. */
export function unmarkReplay(reply: FastifyReply): void {
  reply.removeHeader(replayHeader);
}

/** True if the reply is a replay, which is not charged. */
export function isReplay(reply: FastifyReply): boolean {
  return reply.hasHeader(replayHeader);
}

/** Result of a request's effect: a response, and secrets that are returned once and never stored. */
export interface EffectResult<Body extends object> {
  status: number;
  body: Body;
  secrets?: Partial<Body>;
}

export interface IdempotencyDeps {
  database: Database;
  clock: Clock;
}

/** Runs the effect of a request in one transaction, once per Idempotency-Key. */
export type RunIdempotent = <Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (unit: UnitOfWork) => Promise<EffectResult<Body>>,
  options?: TransactionOptions,
) => Promise<Body>;

interface IdempotencyRecord {
  status: number;
  answer: object;
  fingerprint: Buffer;
}

/** An Idempotency-Key of one account, partition, application and route. */
interface Slot {
  accountId: string;
  environment: string;
  /** Absent for keys without an application, so that lock names equal those of versions without this member. */
  applicationId?: string;
  route: string;
  key: string;
}

/**
 * Creates the runner of idempotent effects. The record of an effect is committed with it. While a request runs, other requests with the
 * same key fail with IDEMPOTENCY_IN_PROGRESS. Later ones get the stored response, without secrets.
 */
export function makeIdempotentRunner({ database, clock }: IdempotencyDeps): RunIdempotent {
  const running = new Set<string>();
  return async (request, reply, effect, options) => {
    const slot = slotOf(request);
    const times = timesOf(clock, getCaller(request));
    if (slot === undefined) return send(reply, await runUnitOfWork(database, times, effect, options));
    const name = JSON.stringify(slot);
    if (running.has(name)) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
    running.add(name);
    try {
      const inSlot = (unit: UnitOfWork) => runInSlot(unit, slot, fingerprintOf(request), effect);
      const outcome = await runUnitOfWork(database, times, inSlot, options);
      if (outcome.replayed) {
        markReplay(reply);
        // A previous version may have stored a response without members that the schema now requires.
        reply.serializer(JSON.stringify).type("application/json; charset=utf-8");
      }
      return send(reply, outcome.made);
    } catch (error) {
      // Another process committed first, and this transaction was rolled back.
      if (isUniqueViolation(error, "idempotent_requests_pkey")) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
      throw error;
    } finally {
      running.delete(name);
    }
  };
}

function send<Body extends object>(reply: FastifyReply, { status, body, secrets }: EffectResult<Body>): Body {
  reply.code(status);
  return { ...body, ...secrets };
}

async function runInSlot<Body extends object>(
  unit: UnitOfWork,
  slot: Slot,
  fingerprint: Buffer,
  effect: (unit: UnitOfWork) => Promise<EffectResult<Body>>,
): Promise<{ made: EffectResult<Body>; replayed: boolean }> {
  if (!(await lockSlot(unit.tx, slot))) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
  const kept = await findRecord(unit, slot);
  if (kept !== undefined) {
    if (!kept.fingerprint.equals(fingerprint)) throw new DomainError("IDEMPOTENCY_KEY_REUSED");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the same route
    return { made: { status: kept.status, body: kept.answer as Body }, replayed: true };
  }
  const made = await effect(unit);
  const answer = made.secrets === undefined ? made.body : { ...made.body, secretOmitted: true };
  await insertRecord(unit, slot, { status: made.status, answer, fingerprint });
  return { made, replayed: false };
}

/** Locks a slot until the transaction ends. Returns false if another process holds it. */
async function lockSlot(db: Queryable, slot: Slot): Promise<boolean> {
  const lock = hash("sha256", JSON.stringify(slot), "buffer").readBigInt64BE();
  const [row] = await db.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [lock]);
  return row?.taken === true;
}

async function findRecord({ tx, nowMs }: UnitOfWork, slot: Slot): Promise<IdempotencyRecord | undefined> {
  const values = [slot.accountId, slot.environment, slot.route, slot.key, slot.applicationId ?? null];
  const condition =
    "account_id = $1 AND environment = $2 AND route = $3 AND idempotency_key = $4 AND application_id IS NOT DISTINCT FROM $5::text";
  await tx.execute(`DELETE FROM idempotent_requests WHERE ${condition} AND created_at <= $6`, [
    ...values,
    new Date(nowMs - idempotencyMs),
  ]);
  const [row] = await tx.query<IdempotencyRecord>(
    `SELECT status, answer, fingerprint FROM idempotent_requests WHERE ${condition}`,
    values,
  );
  return row;
}

async function insertRecord(
  { tx, nowMs }: UnitOfWork,
  slot: Slot,
  { status, answer, fingerprint }: IdempotencyRecord,
): Promise<void> {
  await tx.execute(
    `INSERT INTO idempotent_requests (account_id, environment, route, idempotency_key, fingerprint, status, answer, created_at, application_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      slot.accountId,
      slot.environment,
      slot.route,
      slot.key,
      fingerprint,
      status,
      json(answer),
      new Date(nowMs),
      slot.applicationId ?? null,
    ],
  );
}

/** Replaces members of the stored responses about an object, such as a booking. Members that a response does not have are not added. */
export async function eraseStoredMembers(
  db: Queryable,
  { accountId, environment, applicationId }: RowScope,
  { id, members }: { id: string; members: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db.execute(
    `UPDATE idempotent_requests SET answer = answer || (
       SELECT coalesce(jsonb_object_agg(given.key, given.value), '{}') FROM jsonb_each($4::jsonb) AS given WHERE answer ? given.key
     ) WHERE account_id = $1 AND environment = $2 AND answer ->> 'id' = $3 AND ${applicationCondition("$5")}`,
    [accountId, environment, id, json(members), applicationId],
  );
}

/** Deletes a batch of expired idempotency records, oldest first. Returns the number of deleted rows. */
export function purgeIdempotencyRecords(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM idempotent_requests WHERE ctid IN (
       SELECT ctid FROM idempotent_requests WHERE created_at < $1 ORDER BY created_at LIMIT $2
     )`,
    [new Date(nowMs - idempotencyMs), limit],
  );
}

/** Deletes expired records of test data whose test clock is ahead: a day by the wall clock, regardless of the test clock. */
export function purgeAheadIdempotencyRecords(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM idempotent_requests WHERE ctid = ANY (ARRAY(
       SELECT kept.ctid FROM idempotent_requests kept JOIN (
         SELECT account_id, max(offset_ms) AS offset_ms FROM test_clock_history WHERE effective_from <= $1 GROUP BY account_id
       ) clock ON clock.account_id = kept.account_id
       WHERE kept.environment = 'test' AND kept.created_at < $1::timestamptz + clock.offset_ms * interval '1 millisecond' LIMIT $2
     ))`,
    [new Date(nowMs - idempotencyMs), limit],
  );
}

/** Returns the slot of a request; undefined without an Idempotency-Key. */
export function slotOf(request: FastifyRequest): Slot | undefined {
  const header = request.headers["idempotency-key"];
  if (typeof header !== "string") return undefined;
  const { accountId, environment, applicationId } = getCaller(request);
  const key = header.length > 2 && header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  const route = `${request.method} ${request.routeOptions.url ?? ""}`;
  return { accountId, environment, ...(applicationId === null ? {} : { applicationId }), route, key };
}

/**
 * Hashes path, query and body; the order of members does not matter. Includes the application, because versions without `application_id`
 * find rows of every application.
 */
export function fingerprintOf(request: FastifyRequest): Buffer {
  const { params, query, body } = request;
  const { applicationId } = getCaller(request);
  const parts = [params, query, body ?? null, ...(applicationId === null ? [] : [applicationId])];
  return hash("sha256", JSON.stringify(parts.map(sorted)), "buffer");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
