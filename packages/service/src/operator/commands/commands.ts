import {
  type BillingCommand,
  type BillingCommandResult,
  type BillingOptions,
  runBillingCommand,
} from "@wayfare/billing";
import {
  type Clock,
  DomainError,
  isId,
  type Key,
  type Partition,
  type Revocation,
  type RowScope,
  type SignUpMode,
} from "@wayfare/contract";
import { type Database, type Queryable, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { operatorActor } from "../../audit/store.ts";
import type { KeyRecord } from "../../keys/record.ts";
import { createKey, type KeyDeps, readAllowlist, readExpiry, revokeKey } from "../../keys/rules.ts";
import { findKey, listKeys } from "../../keys/store.ts";
import { inheritLimits } from "../../keys/usage-limits.ts";
import { toRevocation, toWireKey, toWireKeys } from "../../keys/wire.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { findFirstAccount, hasAccount } from "../../tenancy/account-store.ts";
import {
  type DroppedSecret,
  dropSecret,
  readSecretsStatus,
  rotateSecrets,
  type SecretsRotation,
  type SecretsStatus,
} from "../server-secrets/rotation.ts";
import type { StatusDeps } from "../status/status-deps.ts";
import { type AccountCommandResult, runAccountCommand } from "./account-commands.ts";
import type { AccountCommand } from "./account-input.ts";
import { createFirstAccount, lockFirstAccount } from "./first-account.ts";
import type { CreateKeyInput, ListKeysInput, LoginLinkInput, SettleQuotasInput } from "./input.ts";
import { createLoginLink, type LoginLink } from "./login-link.ts";
import { type PlanCommandResult, runPlanCommand } from "./plan-commands.ts";
import type { PlanCommand } from "./plan-input.ts";
import { type LostQuotaLease, settleQuotas } from "./quotas.ts";
import { runStatusCommand, type StatusCommandResult } from "./status-commands.ts";
import type { StatusCommand } from "./status-input.ts";

/** A created key. `secret` is the raw key, which is returned only here. */
export type CreatedKey = Key & { secret: string };

/**
 * Operator commands, independent of how the database is reached. Without an account id they use the oldest account. All rejections are
 * DomainErrors.
 */
export interface Operator {
  /** Creates a key of any kind; creates the first account if there is none. */
  createKey(input: CreateKeyInput): Promise<CreatedKey>;
  /** Lists keys of both partitions, newest first; at most `listLimit`. */
  listKeys(input: ListKeysInput): Promise<Key[]>;
  /** Revokes a key, which stays valid for one more minute. Repeating it changes nothing. */
  revokeKey(id: string, account?: { accountId?: string | undefined }): Promise<Revocation>;
  /** Creates a sign-in link; creates the first account if there is none. */
  createLoginLink(input: LoginLinkInput): Promise<LoginLink>;
  /** Returns the use of each server secret. */
  readSecrets(): Promise<SecretsStatus>;
  /** Reseals all values under the current server secret. */
  rotateSecrets(): Promise<SecretsRotation>;
  /** Drops a server secret and revokes the keys that still need it. */
  dropSecret(id: string): Promise<DroppedSecret>;
  /** Creates or disables a coupon, or corrects an invoice. */
  runBillingCommand(input: BillingCommand): Promise<BillingCommandResult>;
  /** Creates, lists, suspends, resumes, closes or erases accounts, sets a plan, invites customers, resets a password, or adds an operator. */
  runAccountCommand(input: AccountCommand): Promise<AccountCommandResult>;
  /** Lists, shows, creates or changes plans. */
  runPlanCommand(input: PlanCommand): Promise<PlanCommandResult>;
  /** Lists audit events, or reads the queues, suppliers or health of the deployment. */
  runStatusCommand(input: StatusCommand): Promise<StatusCommandResult>;
  /** Lists quota leases of dead processes, and returns their units if their journals are declared lost. */
  settleQuotas(input: SettleQuotasInput): Promise<LostQuotaLease[]>;
}

export interface OperatorDeps extends KeyDeps {
  /** Ways to create an account. */
  signUp: SignUpMode;
  billing: BillingOptions;
  mailer: Mailer;
  database: Database;
  clock: Clock;
  /** Virtual time of a test; the database's own clock by default. */
  databaseClock?: Clock;
  /** URL at which clients reach the service, without a trailing slash. */
  publicUrl: string;
  /** Returns the suppliers of the deployment, and facts about this process if it is a service. */
  readStatusParts: () => Pick<StatusDeps, "catalog" | "process">;
}

/** Maximum number of keys in a list. */
export const listLimit = 1000;

const partitions: readonly Partition[] = ["test", "live"];

/** Creates the operator of an open database. */
export function makeOperator(deps: OperatorDeps): Operator {
  const { database, clock } = deps;
  return {
    createKey: (input) =>
      inAccount(deps, input, (unit, accountId) => createKeyInAccount(unit, deps, { ...input, accountId })),
    createLoginLink: (input) =>
      inAccount(deps, input, (unit, accountId) => {
        return createLoginLink(unit, deps.publicUrl, { accountId, email: input.email });
      }),
    async listKeys({ accountId: requestedId, ...input }) {
      const accountId = await findAccount(database, requestedId);
      if (accountId === undefined) return [];
      const nowMs = clock.nowMs();
      const lists = partitions.map((environment) => {
        return listPartition(database, { accountId, environment, applicationId: null }, input, nowMs);
      });
      const keys = (await Promise.all(lists)).flat().toSorted((left, right) => (left.id < right.id ? 1 : -1));
      return toWireKeys(database, keys.slice(0, listLimit), nowMs);
    },
    readSecrets: () => readSecretsStatus({ ...deps, nowMs: clock.nowMs() }),
    rotateSecrets: () => rotateSecrets({ ...deps, nowMs: clock.nowMs() }),
    dropSecret: (id) => dropSecret({ ...deps, nowMs: clock.nowMs() }, id),
    runBillingCommand: (input) => runBillingCommand({ database, options: deps.billing, nowMs: clock.nowMs() }, input),
    runAccountCommand: (input) => runAccountCommand({ ...deps, nowMs: clock.nowMs() }, input),
    runPlanCommand: (input) => runPlanCommand({ ...deps, nowMs: clock.nowMs() }, input),
    runStatusCommand: async (input) => runStatusCommand({ ...deps, ...deps.readStatusParts() }, input),
    async settleQuotas(input) {
      await findAccount(database, input.accountId);
      return settleQuotas(deps, input);
    },
    revokeKey: (id, { accountId } = {}) =>
      runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const owner = await findOwner(unit.tx, await findAccount(unit.tx, accountId), id);
        return toRevocation(await revokeKey(unit, deps, { owner, id, actor: operatorActor }), unit.nowMs);
      }),
  };
}

/** Runs `work` in the given or the oldest account; creates the first account if there is none. */
async function inAccount<T>(
  { database, clock }: OperatorDeps,
  { accountId: requestedId }: { accountId?: string | undefined },
  work: (unit: UnitOfWork, accountId: string) => Promise<T>,
): Promise<T> {
  const run = () =>
    runUnitOfWork(database, clock.nowMs(), async (unit) => {
      const known = await findAccount(unit.tx, requestedId);
      return work(unit, known ?? (await createFirstAccount(unit.tx, unit.nowMs)));
    });
  const isFirst = requestedId === undefined && (await findFirstAccount(database)) === undefined;
  return isFirst ? lockFirstAccount(database, run) : run();
}

async function createKeyInAccount(
  unit: UnitOfWork,
  deps: KeyDeps,
  input: CreateKeyInput & { accountId: string },
): Promise<CreatedKey> {
  const { name, environment, scopes, applicationId = null, usageLimits = {}, accountId } = input;
  const ipAllowlist = readAllowlist(input.ipAllowlist ?? [], environment);
  const expiresAtMs = readExpiry(input.expiresAt, unit.nowMs);
  const key = {
    accountId,
    name,
    environment,
    scopes,
    applicationId,
    ipAllowlist,
    expiresAtMs,
    usageLimits: inheritLimits({}, usageLimits),
  };
  const { record, rawKey } = await createKey(unit, deps, key, operatorActor);
  return { ...(await toWireKey(unit.tx, record, unit.nowMs)), secret: rawKey };
}

/** Returns the given or the oldest account; undefined if there is none yet. */
async function findAccount(db: Queryable, requestedId: string | undefined): Promise<string | undefined> {
  if (requestedId === undefined) return findFirstAccount(db);
  if (await hasAccount(db, requestedId)) return requestedId;
  throw new DomainError("NOT_FOUND", { detail: `No such account: ${JSON.stringify(requestedId)}.` });
}

/** Finds the partition of a key. The given id may be a secret by mistake, so it is repeated in the error only if it is a key id. */
async function findOwner(db: Queryable, accountId: string | undefined, id: string): Promise<RowScope> {
  if (!isId("ak", id)) {
    const detail = "Invalid key id. Key ids start with ak_; run `wayfare keys list` to list them.";
    throw new DomainError("NOT_FOUND", { detail });
  }
  for (const environment of partitions) {
    if (accountId === undefined) break;
    const owner = { accountId, environment, applicationId: null };
    if ((await findKey(db, owner, id)) !== undefined) return owner;
  }
  throw new DomainError("NOT_FOUND", { detail: `No such key: ${id}.` });
}

async function listPartition(
  db: Queryable,
  owner: RowScope,
  { environment, status, idle }: ListKeysInput,
  nowMs: number,
): Promise<KeyRecord[]> {
  const found: KeyRecord[] = [];
  let afterId: string | null = null;
  for (;;) {
    const page = await listKeys(db, owner, { filter: { status, idle }, afterId, limit: listLimit, nowMs });
    found.push(...page.filter((key) => environment === undefined || key.environment === environment));
    afterId = page.at(-1)?.id ?? null;
    if (page.length < listLimit || found.length >= listLimit) return found;
  }
}
