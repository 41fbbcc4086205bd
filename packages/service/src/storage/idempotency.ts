import { hash } from "node:crypto";
import { type Clock, DomainError, type ErrorCode } from "@wayfare/contract";
import {
  type Database,
  isUniqueViolation,
  json,
  runUnit,
  type Session,
  type TransactionOptions,
  type Unit,
} from "@wayfare/database";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { getCaller, nowOf } from "../http/caller.ts";

/** How long an answer can be had again. */
export const idempotencyMs = 86_400_000;

/** The header, for a route's schema. Quoted or bare, it is the same key. */
export const idempotencyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: '^("[\\x21-\\x7e]{1,255}"|[\\x21\\x23-\\x7e][\\x21-\\x7e]{0,254})$',
      description: "Makes the request safe to send again for 24 hours: the effect happens once.",
      examples: ["order-8731-attempt"],
    }),
  ),
});

/** What every route that takes the header may answer. */
export const onceProblems = [
  "IDEMPOTENCY_IN_PROGRESS",
  "IDEMPOTENCY_KEY_REUSED",
] as const satisfies readonly ErrorCode[];

/** The same for searches, which run again. */
export const searchKeyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      ...idempotencyHeader.properties["idempotency-key"],
      description:
        "Makes the search safe to retry: within 15 minutes, searches with the same key and body are charged once. A retry runs again, so its answer may be newer.",
      examples: ["search-8731"],
    }),
  ),
});

/** On an answer that was given before. */
const replayHeader = "idempotent-replayed";

/** Marks a reply as a replay. */
export function markReplay(reply: FastifyReply): void {
  reply.header(replayHeader, "true");
}

/** Removes the mark: an error is no replay. */
export function unmarkReplay(reply: FastifyReply): void {
  reply.removeHeader(replayHeader);
}

/** Whether a reply shows an answer that was given before, which costs nothing. */
export function isReplay(reply: FastifyReply): boolean {
  return reply.hasHeader(replayHeader);
}

/** What a request made: an answer, and what of it is shown once and never kept. */
export interface Made<Body extends object> {
  status: number;
  body: Body;
  secrets?: Partial<Body>;
}

export interface OnceParts {
  database: Database;
  clock: Clock;
}

/** Runs the effect of a request in one transaction, and only once for each Idempotency-Key. */
export type RunOnce = <Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (unit: Unit) => Promise<Made<Body>>,
  options?: TransactionOptions,
) => Promise<Body>;

interface Kept {
  status: number;
  answer: object;
  fingerprint: Buffer;
}

/** One key of one account, partition, application and route. */
interface Slot {
  accountId: string;
  environment: string;
  /** Absent for keys without an application: lock names then equal those of versions without this member. */
  applicationId?: string;
  route: string;
  key: string;
}

/**
 * Makes what runs the effects of requests. The record of an effect commits with it. While one request with a key runs, others with the
 * same key are told so; afterwards they get its answer again, without secrets.
 */
export function makeRunOnce({ database, clock }: OnceParts): RunOnce {
  const running = new Set<string>();
  return async (request, reply, effect, options) => {
    const slot = slotOf(request);
    const nowMs = nowOf(clock, getCaller(request));
    if (slot === undefined) return send(reply, await runUnit(database, nowMs, effect, options));
    const name = JSON.stringify(slot);
    if (running.has(name)) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
    running.add(name);
    try {
      const inSlot = (unit: Unit) => runInSlot(unit, slot, fingerprintOf(request), effect);
      const outcome = await runUnit(database, nowMs, inSlot, options);
      if (outcome.replayed) {
        markReplay(reply);
        // A previous version may have stored the answer, without members that the schema now requires.
        reply.serializer(JSON.stringify);
      }
      return send(reply, outcome.made);
    } catch (error) {
      // Another process was first after all: what it did stands, and what this one did was rolled back.
      if (isUniqueViolation(error, "idempotent_requests_pkey")) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
      throw error;
    } finally {
      running.delete(name);
    }
  };
}

function send<Body extends object>(reply: FastifyReply, { status, body, secrets }: Made<Body>): Body {
  reply.code(status);
  return { ...body, ...secrets };
}

async function runInSlot<Body extends object>(
  unit: Unit,
  slot: Slot,
  fingerprint: Buffer,
  effect: (unit: Unit) => Promise<Made<Body>>,
): Promise<{ made: Made<Body>; replayed: boolean }> {
  if (!(await takeSlot(unit.session, slot))) throw new DomainError("IDEMPOTENCY_IN_PROGRESS");
  const kept = await findKept(unit, slot);
  if (kept !== undefined) {
    if (!kept.fingerprint.equals(fingerprint)) throw new DomainError("IDEMPOTENCY_KEY_REUSED");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same route wrote it
    return { made: { status: kept.status, body: kept.answer as Body }, replayed: true };
  }
  const made = await effect(unit);
  const answer = made.secrets === undefined ? made.body : { ...made.body, secretOmitted: true };
  await keep(unit, slot, { status: made.status, answer, fingerprint });
  return { made, replayed: false };
}

/** False while another process works on the same slot. The lock goes with the transaction. */
async function takeSlot(session: Session, slot: Slot): Promise<boolean> {
  const lock = hash("sha256", JSON.stringify(slot), "buffer").readBigInt64BE();
  const [row] = await session.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [lock]);
  return row?.taken === true;
}

async function findKept({ session, nowMs }: Unit, slot: Slot): Promise<Kept | undefined> {
  const values = [slot.accountId, slot.environment, slot.route, slot.key, slot.applicationId ?? null];
  const where =
    "account_id = $1 AND environment = $2 AND route = $3 AND idempotency_key = $4 AND application_id IS NOT DISTINCT FROM $5::text";
  await session.execute(`DELETE FROM idempotent_requests WHERE ${where} AND created_at <= $6`, [
    ...values,
    new Date(nowMs - idempotencyMs),
  ]);
  const [row] = await session.query<Kept>(
    `SELECT status, answer, fingerprint FROM idempotent_requests WHERE ${where}`,
    values,
  );
  return row;
}

async function keep({ session, nowMs }: Unit, slot: Slot, { status, answer, fingerprint }: Kept): Promise<void> {
  await session.execute(
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

/** Deletes one batch of records that nobody can ask for any more, the oldest first; answers how many there were. */
export function deleteKeptAnswers(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM idempotent_requests WHERE ctid IN (
       SELECT ctid FROM idempotent_requests WHERE created_at < $1 ORDER BY created_at LIMIT $2
     )`,
    [new Date(nowMs - idempotencyMs), limit],
  );
}

/** The same for test data of accounts whose test clock is ahead: a day by the wall clock, whatever the clock of the data. */
export function deleteKeptAnswersAhead(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM idempotent_requests WHERE ctid = ANY (ARRAY(
       SELECT kept.ctid FROM idempotent_requests kept JOIN (
         SELECT account_id, max(offset_ms) AS offset_ms FROM test_clock_history WHERE effective_from <= $1 GROUP BY account_id
       ) clock ON clock.account_id = kept.account_id
       WHERE kept.environment = 'test' AND kept.created_at < $1::timestamptz + clock.offset_ms * interval '1 millisecond' LIMIT $2
     ))`,
    [new Date(nowMs - idempotencyMs), limit],
  );
}

/** The slot of a request; undefined without an Idempotency-Key. */
export function slotOf(request: FastifyRequest): Slot | undefined {
  const header = request.headers["idempotency-key"];
  if (typeof header !== "string") return undefined;
  const { accountId, environment, applicationId } = getCaller(request);
  const key = header.length > 2 && header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  const route = `${request.method} ${request.routeOptions.url ?? ""}`;
  return { accountId, environment, ...(applicationId === null ? {} : { applicationId }), route, key };
}

/**
 * Equal for requests with the same path, query and body, whatever the order of members. Contains the application because processes of
 * versions without `application_id` find rows of every application.
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
