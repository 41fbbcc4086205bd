import { type BillingAnswer, type BillingOptions, type BillingOrder, obeyBilling } from "@wayfare/billing";
import {
  type Clock,
  DomainError,
  isId,
  type Key,
  type Partition,
  type Revocation,
  type RowScope,
} from "@wayfare/contract";
import { type Database, runUnit, type Session, type Unit } from "@wayfare/database";
import { operator } from "../../audit/store.ts";
import type { KeyRecord } from "../../keys/record.ts";
import { createKey, type KeyParts, readAllowlist, readExpiry, revokeKey } from "../../keys/rules.ts";
import { findKey, listKeys } from "../../keys/store.ts";
import { toRevocation, toWireKey } from "../../keys/wire.ts";
import { findFirstAccount, hasAccount } from "../../tenancy/account-store.ts";
import {
  type DroppedSecret,
  dropSecret,
  readSecretsStatus,
  rotateSecrets,
  type SecretsRotation,
  type SecretsStatus,
} from "../server-secrets/rotation.ts";
import { createFirstAccount, lockFirstAccount } from "./first-account.ts";
import type { KeyOrder, KeyQuestion, LoginOrder, QuotaOrder } from "./input.ts";
import { createLoginLink, type LoginLink } from "./login-link.ts";
import { type LostQuotaLease, settleQuotas } from "./quotas.ts";

/** A key that has just been made; `secret` is the raw key, shown here and nowhere again. */
export type MadeKey = Key & { secret: string };

/**
 * What the operator may do, wherever the database is. Without an account in the question, the oldest is meant.
 * Everything that is refused is a DomainError.
 */
export interface Operator {
  /** Makes a key of any kind, and the first account where there is none. */
  createKey(order: KeyOrder): Promise<MadeKey>;
  /** Keys of both partitions, newest first, `listLimit` at most. */
  listKeys(question: KeyQuestion): Promise<Key[]>;
  /** Revokes a key: it answers for a minute more. Revoking again changes nothing. */
  revokeKey(id: string, account?: { accountId?: string | undefined }): Promise<Revocation>;
  /** Makes a link that signs somebody in, and the first account where there is none. */
  createLoginLink(order: LoginOrder): Promise<LoginLink>;
  /** What uses which server secret. */
  readSecrets(): Promise<SecretsStatus>;
  /** Seals everything under the current server secret. */
  rotateSecrets(): Promise<SecretsRotation>;
  /** Gives a server secret up, and revokes the keys that still need it. */
  dropSecret(id: string): Promise<DroppedSecret>;
  /** Gives a coupon away or corrects an invoice. */
  bill(order: BillingOrder): Promise<BillingAnswer>;
  /** Lists quota leases of processes that died, and returns their units if their journals are declared lost. */
  settleQuotas(order: QuotaOrder): Promise<LostQuotaLease[]>;
}

export interface OperatorParts extends KeyParts {
  billing: BillingOptions;
  database: Database;
  clock: Clock;
  /** Virtual time of a test; the database's own clock without it. */
  databaseClock?: Clock;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
}

/** The most keys that one list holds. */
export const listLimit = 1000;

const partitions: readonly Partition[] = ["test", "live"];

/** The operator over an open database. */
export function makeOperator(parts: OperatorParts): Operator {
  const { database, clock } = parts;
  return {
    createKey: (order) => inAccount(parts, order, (unit, accountId) => makeKey(unit, parts, { ...order, accountId })),
    createLoginLink: (order) =>
      inAccount(parts, order, (unit, accountId) => {
        return createLoginLink(unit, parts.publicUrl, { accountId, email: order.email });
      }),
    async listKeys({ accountId: wanted, ...question }) {
      const accountId = await findAccount(database, wanted);
      if (accountId === undefined) return [];
      const nowMs = clock.nowMs();
      const lists = partitions.map((environment) => {
        return listPartition(database, { accountId, environment, applicationId: null }, question, nowMs);
      });
      const keys = (await Promise.all(lists)).flat().toSorted((left, right) => (left.id < right.id ? 1 : -1));
      return keys.slice(0, listLimit).map((key) => toWireKey(key, nowMs));
    },
    readSecrets: () => readSecretsStatus({ ...parts, nowMs: clock.nowMs() }),
    rotateSecrets: () => rotateSecrets({ ...parts, nowMs: clock.nowMs() }),
    dropSecret: (id) => dropSecret({ ...parts, nowMs: clock.nowMs() }, id),
    bill: (order) => obeyBilling({ database, options: parts.billing, nowMs: clock.nowMs() }, order),
    async settleQuotas(order) {
      await findAccount(database, order.accountId);
      return settleQuotas(parts, order);
    },
    revokeKey: (id, { accountId } = {}) =>
      runUnit(database, clock.nowMs(), async (unit) => {
        const owner = await findOwner(unit.session, await findAccount(unit.session, accountId), id);
        return toRevocation(await revokeKey(unit, parts, { owner, id, actor: operator }), unit.nowMs);
      }),
  };
}

/** Does something in the account that is meant, which is made where there is none at all. */
async function inAccount<T>(
  { database, clock }: OperatorParts,
  { accountId: wanted }: { accountId?: string | undefined },
  work: (unit: Unit, accountId: string) => Promise<T>,
): Promise<T> {
  const run = () =>
    runUnit(database, clock.nowMs(), async (unit) => {
      const known = await findAccount(unit.session, wanted);
      return work(unit, known ?? (await createFirstAccount(unit.session, unit.nowMs)));
    });
  const isFirst = wanted === undefined && (await findFirstAccount(database)) === undefined;
  return isFirst ? lockFirstAccount(database, run) : run();
}

async function makeKey(unit: Unit, parts: KeyParts, order: KeyOrder & { accountId: string }): Promise<MadeKey> {
  const { name, environment, scopes, applicationId = null, accountId } = order;
  const ipAllowlist = readAllowlist(order.ipAllowlist ?? [], environment);
  const expiresAtMs = readExpiry(order.expiresAt, unit.nowMs);
  const key = { accountId, name, environment, scopes, applicationId, ipAllowlist, expiresAtMs };
  const { record, rawKey } = await createKey(unit, parts, key, operator);
  return { ...toWireKey(record, unit.nowMs), secret: rawKey };
}

/** The account that is meant; undefined where there is none yet. */
async function findAccount(session: Session, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return findFirstAccount(session);
  if (await hasAccount(session, wanted)) return wanted;
  throw new DomainError("NOT_FOUND", { detail: `There is no account ${JSON.stringify(wanted)}.` });
}

/** In which partition a key of an account is; what is given as its id may be a secret, and is repeated only if it is none. */
async function findOwner(session: Session, accountId: string | undefined, id: string): Promise<RowScope> {
  if (!isId("ak", id)) {
    const detail = "That is no id of a key: one starts with ak_, and `wayfare keys list` shows them.";
    throw new DomainError("NOT_FOUND", { detail });
  }
  for (const environment of partitions) {
    if (accountId === undefined) break;
    const owner = { accountId, environment, applicationId: null };
    if ((await findKey(session, owner, id)) !== undefined) return owner;
  }
  throw new DomainError("NOT_FOUND", { detail: `There is no key ${id}.` });
}

async function listPartition(
  session: Session,
  owner: RowScope,
  { environment, status, idle }: KeyQuestion,
  nowMs: number,
): Promise<KeyRecord[]> {
  const found: KeyRecord[] = [];
  let afterId: string | null = null;
  for (;;) {
    const page = await listKeys(session, owner, { filter: { status, idle }, afterId, limit: listLimit, nowMs });
    found.push(...page.filter((key) => environment === undefined || key.environment === environment));
    afterId = page.at(-1)?.id ?? null;
    if (page.length < listLimit || found.length >= listLimit) return found;
  }
}
