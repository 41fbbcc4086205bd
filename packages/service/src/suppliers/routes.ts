import {
  type AccountScope,
  type AuditEventType,
  type ChangeSupplier,
  ChangeSupplierSchema,
  DomainError,
  formatInstant,
  formatMoney,
  type Money,
  notFound,
  ref,
  type Supplier,
  SupplierSchema,
} from "@wayfare/contract";
import { type Queryable, runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import { type CallBudget, type Registration, SupplierFailure, SupplierSkipped } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { singlePageOf } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { periodsAt, readCallsMade } from "./calls-store.ts";
import type { SupplierDirectory } from "./directory.ts";
import { readSupplierResults, type SupplierResults } from "./results-store.ts";
import {
  deleteSupplierAccount,
  listSupplierAccounts,
  lockSupplierAccount,
  noLimits,
  type SupplierAccount,
  saveSupplierAccount,
} from "./store.ts";

interface SupplierDeps extends Pick<ResourceDeps, "database" | "clock"> {
  directory: SupplierDirectory;
  box: SecretBox;
  publicUrl: string;
  /** Returns true while the supplier can report events of the account's orders. */
  hasOpenOrders: (db: Queryable, scope: AccountScope, supplier: string) => Promise<boolean>;
}

/** Path at which a supplier reports events of an account's orders. */
const supplierEventsPath = ({ accountId, environment, supplier }: AccountScope & { supplier: string }): string =>
  `/supplier-events/${supplier}/${accountId}/${environment}`;

/** A supplier may take as long for a check as for a search. */
const checkMs = 15_000;

const read = { access: ["usage.read"], applicationKeys: "refused" } as const;
const write = { access: ["usage.write"], applicationKeys: "refused", stepUp: true } as const;
const tags = ["Suppliers"];
const params = Type.Object({
  name: Type.String({ pattern: "^[a-z0-9-]{1,40}$", description: "Code of the supplier.", examples: ["duffel"] }),
});
const checkProblems = ["NOT_FOUND", "SUPPLIER_CREDENTIAL_REFUSED", "SUPPLY_UNAVAILABLE"] as const;

/** Registers the routes of the account's live suppliers. */
export function registerSupplierRoutes(app: App, deps: SupplierDeps): void {
  app.get(
    "/v1/suppliers",
    {
      config: read,
      schema: {
        operationId: "listSuppliers",
        tags,
        summary: "List live suppliers",
        description:
          "Lists the live suppliers that the caller's environment can use, with today's calls and results. The list has one page. It is empty if the deployment has none.",
        response: {
          200: singlePageOf(SupplierSchema, "All live suppliers of the environment."),
          ...problemResponses([]),
        },
      },
    },
    async (request) => ({ data: await listSuppliers(deps, getCaller(request)), nextCursor: null }),
  );
  app.post(
    "/v1/suppliers/:name/check",
    {
      config: { ...write, rate: "search" },
      schema: {
        operationId: "checkSupplier",
        tags,
        summary: "Check a supplier's credential",
        description: "Calls the supplier with the credential that searches use, and says whether it is accepted.",
        params,
        body: noBody,
        response: { 200: ref(SupplierSchema), ...problemResponses([...checkProblems, "STATE_INVALID"]) },
      },
    },
    (request) => checkStored(deps, request, request.params.name),
  );
  app.put(
    "/v1/suppliers/:name",
    {
      config: write,
      schema: {
        operationId: "changeSupplier",
        tags,
        summary: "Connect or change a supplier",
        description:
          "Saves the account's credential and budget for a supplier in the caller's environment. A credential is checked with a call to the supplier first, and nothing is saved if the supplier does not accept it. Absent members keep their value. Test keys use a supplier only with a test credential and after `enabled` was set for them.",
        params,
        body: ref(ChangeSupplierSchema),
        response: { 200: ref(SupplierSchema), ...problemResponses([...bodyProblems, ...checkProblems]) },
      },
    },
    (request) => changeSupplier(deps, request, request.params.name, request.body),
  );
  app.delete(
    "/v1/suppliers/:name",
    {
      config: write,
      schema: {
        operationId: "disconnectSupplier",
        tags,
        summary: "Disconnect a supplier",
        description:
          "Deletes the account's credential, budget and settings for a supplier in the caller's environment. The secret of its events stays while orders are open. Returns the supplier as searches use it afterward: with the deployment's credential, if it has one.",
        params,
        response: { 200: ref(SupplierSchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    (request) => disconnectSupplier(deps, request, request.params.name),
  );
}

async function changeSupplier(
  deps: SupplierDeps,
  request: FastifyRequest,
  name: string,
  change: ChangeSupplier,
): Promise<Supplier> {
  const caller = getCaller(request);
  const registration = findRegistration(deps, caller, name);
  const { credential } = change;
  if (credential !== undefined) {
    assertOwnCredential(registration);
    await check(caller, registration, credential, request);
  }
  const nowMs = deps.clock.nowMs();
  await runUnitOfWork(deps.database, nowMs, async (unit) => {
    const before = (await lockSupplierAccount(unit.tx, caller, name)) ?? newAccount(name);
    const after = applyChange(deps, before, change, nowMs);
    await saveSupplierAccount(unit.tx, caller, after, nowMs);
    await audit(unit, request, "supplier.changed", name, {
      enabled: after.enabled,
      ...(credential === undefined ? {} : { credential: after.hint }),
      ...(change.webhookSecret === undefined
        ? {}
        : { webhookSecret: change.webhookSecret === null ? "deleted" : "saved" }),
      ...(change.budget === undefined ? {} : { budget: change.budget }),
    });
  });
  deps.directory.invalidate(caller, name);
  return readSupplier(deps, caller, registration);
}

async function checkStored(deps: SupplierDeps, request: FastifyRequest, name: string): Promise<Supplier> {
  const caller = getCaller(request);
  const registration = findRegistration(deps, caller, name);
  const accounts = await listSupplierAccounts(deps.database, caller);
  const account = accounts.find(({ supplier }) => supplier === name);
  const used = deps.directory.findCredential(caller, registration, account);
  if (used === undefined) {
    throw new DomainError("STATE_INVALID", {
      detail: `Searches do not use ${name}: it has no credential, or it is disabled.`,
    });
  }
  await check(caller, registration, used.secret, request);
  if (account !== undefined && used.owner === "account") {
    const nowMs = deps.clock.nowMs();
    await runUnitOfWork(deps.database, nowMs, async ({ tx }) => {
      const current = await lockSupplierAccount(tx, caller, name);
      if (current !== undefined) await saveSupplierAccount(tx, caller, { ...current, checkedAtMs: nowMs }, nowMs);
    });
    deps.directory.invalidate(caller, name);
  }
  return readSupplier(deps, caller, registration);
}

async function disconnectSupplier(deps: SupplierDeps, request: FastifyRequest, name: string): Promise<Supplier> {
  const caller = getCaller(request);
  const registration = findRegistration(deps, caller, name);
  await runUnitOfWork(deps.database, deps.clock.nowMs(), async (unit) => {
    const before = await lockSupplierAccount(unit.tx, caller, name);
    if (before === undefined) return;
    if (before.sealedWebhookSecret !== null && (await deps.hasOpenOrders(unit.tx, caller, name))) {
      // The secret verifies events of orders that are placed. Test keys use a supplier only if it is enabled for them.
      const { sealedWebhookSecret } = before;
      const kept = { ...newAccount(name), enabled: caller.environment === "live", sealedWebhookSecret };
      await saveSupplierAccount(unit.tx, caller, kept, unit.nowMs);
    } else await deleteSupplierAccount(unit.tx, caller, name);
    await audit(unit, request, "supplier.disconnected", name, { credential: before.hint });
  });
  deps.directory.invalidate(caller, name);
  return readSupplier(deps, caller, registration);
}

function findRegistration({ directory }: SupplierDeps, { environment }: AccountScope, name: string): Registration {
  const found = directory.list(environment).find(({ supplier }) => supplier.name === name);
  if (found === undefined) throw notFound("supplier", name);
  return found;
}

function assertOwnCredential({ supplier }: Registration): void {
  if (supplier.credentials.includes("account")) return;
  const detail = `${supplier.name} accepts no credential of an account.`;
  throw new DomainError("SUPPLIER_CREDENTIAL_REFUSED", { detail, errors: [invalidCredential(detail)] });
}

/** Checks cost nothing, and must work when the budget of the searches is used up. */
const uncounted: CallBudget = { acquire: async () => ({ settle: () => {} }) };

/**
 * Calls a supplier with a credential.
 *
 * @throws DomainError SUPPLIER_CREDENTIAL_REFUSED if it is not accepted, SUPPLY_UNAVAILABLE if the supplier does not answer
 */
async function check(
  scope: AccountScope,
  { supplier }: Registration,
  secret: string,
  request: FastifyRequest,
): Promise<void> {
  if (supplier.checkCredential === undefined) return;
  const credential = { id: `check of ${scope.accountId}`, secret, partition: scope.environment };
  const access = { credential, budget: uncounted };
  const signal = AbortSignal.timeout(checkMs);
  try {
    await supplier.checkCredential({ access, deadlineMs: checkMs, signal });
  } catch (error) {
    if (error instanceof SupplierFailure && error.kind === "credential") {
      const detail = `${supplier.name} does not accept the credential: ${error.message}.`;
      throw new DomainError("SUPPLIER_CREDENTIAL_REFUSED", { detail, errors: [invalidCredential(detail)] });
    }
    if (!(error instanceof SupplierFailure || error instanceof SupplierSkipped || signal.aborted)) throw error;
    request.log.warn({ err: error, supplier: supplier.name }, "supplier credential could not be checked");
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("SUPPLY_UNAVAILABLE", {
      detail: `The credential could not be checked, so nothing was saved: ${reason}.`,
    });
  }
}

function invalidCredential(detail: string) {
  return { pointer: "/credential", code: "INVALID" as const, detail };
}

function newAccount(supplier: string): SupplierAccount {
  return {
    supplier,
    enabled: true,
    sealedSecret: null,
    hint: null,
    sealedWebhookSecret: null,
    checkedAtMs: null,
    ...noLimits,
  };
}

function applyChange(
  { box }: SupplierDeps,
  before: SupplierAccount,
  { enabled = before.enabled, credential, webhookSecret, budget = {} }: ChangeSupplier,
  nowMs: number,
): SupplierAccount {
  const sealedWebhookSecret =
    webhookSecret === undefined ? before.sealedWebhookSecret : webhookSecret === null ? null : box.seal(webhookSecret);
  const { callsPerDay = before.callsPerDay, callsPerBooking = before.callsPerBooking, spendPerMonth } = budget;
  const spendPerMonthCents = spendPerMonth === undefined ? before.spendPerMonthCents : centsOf(spendPerMonth);
  const limits = { callsPerDay, callsPerBooking, spendPerMonthCents, sealedWebhookSecret };
  if (credential === undefined) return { ...before, enabled, ...limits };
  const sealedSecret = box.seal(credential);
  // Short secrets show nothing of themselves.
  const hint = credential.length >= 16 ? `…${credential.slice(-4)}` : "…";
  return { ...before, enabled, ...limits, sealedSecret, hint, checkedAtMs: nowMs };
}

/** Converts `250.5` USD to 25050. @throws DomainError REQUEST_INVALID for another currency, and for amounts that are not US cents */
function centsOf(spend: Money | null): number | null {
  if (spend === null) return null;
  const { amount, currency } = spend;
  if (currency !== "USD" || !/^[0-9]{1,7}([.][0-9]{1,2})?$/.test(amount)) {
    const detail = "`spendPerMonth` must be an amount in USD, such as 250.00, of at most 9999999.99.";
    const errors = [{ pointer: "/budget/spendPerMonth", code: "INVALID" as const, detail }];
    throw new DomainError("REQUEST_INVALID", { detail, errors });
  }
  const [whole = "0", decimals = ""] = amount.split(".");
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

async function audit(
  unit: UnitOfWork,
  request: FastifyRequest,
  action: Extract<AuditEventType, `supplier.${string}`>,
  name: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { accountId, environment } = getCaller(request);
  const subject = { kind: "supplier", id: name } as const;
  await writeAuditEvent(unit.tx, {
    accountId,
    environment,
    action,
    actor: actorOf(request),
    subject,
    details,
    nowMs: unit.nowMs,
  });
}

async function listSuppliers(deps: SupplierDeps, scope: AccountScope): Promise<Supplier[]> {
  const registrations = deps.directory.list(scope.environment);
  if (registrations.length === 0) return [];
  await deps.directory.flush();
  const { day } = periodsAt(deps.clock.nowMs());
  const [accounts, results] = await Promise.all([
    listSupplierAccounts(deps.database, scope),
    readSupplierResults(deps.database, scope, day),
  ]);
  const byName = new Map(accounts.map((account) => [account.supplier, account]));
  return Promise.all(
    registrations.map((registration) => {
      const { name } = registration.supplier;
      return describeSupplier(deps, scope, registration, { account: byName.get(name), results: results.get(name) });
    }),
  );
}

async function readSupplier(deps: SupplierDeps, scope: AccountScope, { supplier }: Registration): Promise<Supplier> {
  const found = (await listSuppliers(deps, scope)).find(({ name }) => name === supplier.name);
  if (found === undefined) throw notFound("supplier", supplier.name);
  return found;
}

const noResults: SupplierResults = {
  searches: 0,
  answered: 0,
  withOffers: 0,
  tookMs: 0,
  lastFailureAtMs: null,
  lastFailure: null,
};

async function describeSupplier(
  { database, clock, directory, publicUrl }: SupplierDeps,
  scope: AccountScope,
  registration: Registration,
  { account, results = noResults }: { account: SupplierAccount | undefined; results: SupplierResults | undefined },
): Promise<Supplier> {
  const { supplier } = registration;
  const used = findCredentialOrNone(directory, scope, registration, account);
  const made =
    used === undefined ? { today: 0, thisMonth: 0 } : await readCallsMade(database, used.budgetId, clock.nowMs());
  const { callsPerDay, spendPerMonthCents, callsPerBooking } = used?.limits ?? account ?? noLimits;
  const { searches } = results;
  const shareOf = (count: number) => (searches === 0 ? null : Math.round((count / searches) * 100) / 100);
  return {
    name: supplier.name,
    environment: scope.environment,
    enabled: used !== undefined,
    credentialOwner: used?.owner ?? null,
    acceptsCredential: supplier.credentials.includes("account"),
    credentialHint: account?.hint ?? null,
    checkedAt: instantOf(account?.checkedAtMs ?? null),
    webhookUrl:
      supplier.readOrderEvent === undefined
        ? null
        : publicUrl + supplierEventsPath({ ...scope, supplier: supplier.name }),
    hasWebhookSecret: (account?.sealedWebhookSecret ?? null) !== null,
    cash: supplier.capabilities.cash,
    award: supplier.capabilities.award,
    budget: {
      callsPerDay,
      spendPerMonth: spendPerMonthCents === null ? null : formatMoney(spendPerMonthCents, "USD"),
      callsPerBooking,
    },
    callsToday: made.today,
    costThisMonth: formatMoney(Math.ceil(made.thisMonth * supplier.callCostUsdCents), "USD"),
    searchesToday: searches,
    answeredShare: shareOf(results.answered),
    offersShare: shareOf(results.withOffers),
    averageMs: searches === 0 ? null : Math.round(results.tookMs / searches),
    lastFailureAt: instantOf(results.lastFailureAtMs),
    lastFailure: results.lastFailure,
  };
}

/** A credential that cannot be decrypted is not used. */
function findCredentialOrNone(
  ...[directory, ...args]: [SupplierDirectory, ...Parameters<SupplierDirectory["findCredential"]>]
) {
  try {
    return directory.findCredential(...args);
  } catch {
    return undefined;
  }
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : formatInstant(ms);
}
