import type { AccountScope, Clock, Partition } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { AccessBySupplier, Registration, SupplierAccess } from "@wayfare/suppliers";
import type { SecretBox } from "@wayfare/webhooks";
import type { SearchOutcome, SupplierAccessSource } from "../search/supplier-access.ts";
import { CallBudgets, type CallResult } from "./call-budgets.ts";
import { AnswerCache } from "./kept-answers.ts";
import { SupplierObservations } from "./observations.ts";
import { ResultsRecorder } from "./results-recorder.ts";
import { type CallLimits, listSupplierAccounts, noLimits, type SupplierAccount } from "./store.ts";

/** Live suppliers of a deployment, and its credentials for them. */
export interface SupplierCatalog {
  suppliers: readonly Registration[];
  deployment: DeploymentSuppliers;
}

/** Credentials and limits of the deployment, from its settings. */
export interface DeploymentSuppliers {
  /** Secrets by partition and supplier. */
  secrets: Readonly<Record<Partition, Readonly<Record<string, string>>>>;
  /** Limits by supplier. */
  limits: Readonly<Record<string, CallLimits>>;
  /** Secrets that sign the events for the deployment's credentials, by partition and supplier. */
  eventSecrets?: Readonly<Record<Partition, Readonly<Record<string, string>>>>;
}

export const noDeploymentSuppliers: DeploymentSuppliers = {
  secrets: { test: {}, live: {} },
  limits: {},
};

export interface DirectoryDeps {
  database: Database;
  clock: Clock;
  box: SecretBox;
  /** Live suppliers, with slots and partitions. */
  suppliers: readonly Registration[];
  deployment: DeploymentSuppliers;
  log: { error(details: object, message: string): void };
  /** Seconds for which an identical query is answered from a kept answer; 0 if absent. */
  reuseSeconds?: number;
  /** Called once for each settled, refused or saved call of this process. */
  onCall?: (supplier: string, owner: UsedCredential["owner"], result: CallResult) => void;
}

/** The credential with which an account's searches call a supplier. */
export interface UsedCredential {
  owner: "account" | "deployment";
  /** Changes when the credential is replaced or checked, so that a new one starts without the failures of the old one. */
  id: string;
  /** Stays, so that a replaced credential has the same budget. */
  budgetId: string;
  secret: string;
  limits: CallLimits;
}

/** Changes of other processes take effect within this time. */
const cacheMs = 10_000;
/** Bounds the memory of the cache. */
const maxCached = 10_000;

/** Access of accounts to live suppliers: credentials, budgets and results. */
export class SupplierDirectory implements SupplierAccessSource {
  /** Results in the searches of this process. */
  readonly observations: SupplierObservations;
  readonly #deps: DirectoryDeps;
  readonly #budgets: CallBudgets;
  readonly #answers: AnswerCache;
  readonly #results: ResultsRecorder;
  readonly #cache = new Map<string, { access: Promise<AccessBySupplier>; untilMs: number }>();

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
    this.observations = new SupplierObservations(() => deps.clock.nowMs());
    this.#budgets = new CallBudgets(deps.database, deps.clock);
    this.#answers = new AnswerCache(deps.clock, deps.reuseSeconds ?? 0);
    this.#results = new ResultsRecorder(deps.database, deps.clock, (error) =>
      deps.log.error({ err: error }, "results of suppliers could not be stored"),
    );
  }

  accessFor(accountId: string, environment: Partition): Promise<AccessBySupplier> {
    if (this.#deps.suppliers.length === 0) return Promise.resolve(new Map());
    const name = `${accountId} ${environment}`;
    const nowMs = this.#deps.clock.nowMs();
    const known = this.#cache.get(name);
    if (known !== undefined && nowMs < known.untilMs) return known.access;
    if (this.#cache.size >= maxCached) this.#cache.clear();
    const access = this.#readAccess({ accountId, environment });
    this.#cache.set(name, { access, untilMs: nowMs + cacheMs });
    // A failure is not cached.
    access.catch(() => this.#cache.delete(name));
    return access;
  }

  deploymentAccess(environment: Partition): AccessBySupplier {
    const { deployment, onCall } = this.#deps;
    const access = new Map<string, SupplierAccess>();
    for (const { supplier } of this.list(environment)) {
      const { name } = supplier;
      const secret = deployment.secrets[environment][name];
      if (secret === undefined || !supplier.credentials.includes("deployment")) continue;
      const id = deploymentBudgetId(environment, name);
      const report = (result: CallResult) => onCall?.(name, "deployment", result);
      const budget = this.#budgets.of({
        credentialId: id,
        budgetId: id,
        limits: deployment.limits[name] ?? noLimits,
        callCostCents: supplier.callCostUsdCents,
        onCall: report,
      });
      access.set(name, { credential: { id, secret, partition: environment }, budget });
    }
    return access;
  }

  isDeploymentCredential(credentialId: string): boolean {
    return credentialId.startsWith(deploymentPrefix);
  }

  recordSearch(outcome: SearchOutcome): void {
    this.#results.recordSearch(outcome);
    this.observations.record(outcome);
  }

  recordFailure(...args: Parameters<ResultsRecorder["recordFailure"]>): void {
    this.#results.recordFailure(...args);
  }

  /** Lists the live suppliers of an environment, by slot. */
  list(environment: Partition): Registration[] {
    return this.#deps.suppliers.filter(({ partitions }) => partitions.includes(environment));
  }

  /** Returns the credential with which searches call a supplier; undefined if they leave it out. */
  findCredential(
    scope: AccountScope,
    { supplier }: Registration,
    account: SupplierAccount | undefined,
  ): UsedCredential | undefined {
    if (account?.enabled === false) return undefined;
    const { deployment, box } = this.#deps;
    const { environment } = scope;
    if (account !== undefined && account.sealedSecret !== null) {
      return {
        owner: "account",
        id: `${budgetIdOf(scope, supplier.name)} ${account.checkedAtMs}`,
        budgetId: budgetIdOf(scope, supplier.name),
        secret: box.open(account.sealedSecret),
        limits: account,
      };
    }
    const secret = deployment.secrets[environment][supplier.name];
    if (secret === undefined || !supplier.credentials.includes("deployment")) return undefined;
    // Test keys call a supplier only if their account enabled it.
    if (environment === "test" && account === undefined) return undefined;
    const limits = deployment.limits[supplier.name] ?? noLimits;
    const id = deploymentBudgetId(environment, supplier.name);
    return { owner: "deployment", id, budgetId: id, secret, limits };
  }

  /** Writes the counts of this process, so that they can be read. */
  async flush(): Promise<void> {
    await Promise.all([this.#results.flush(), this.#budgets.flush()]);
  }

  /** Applies a change of an account's suppliers in this process at once. */
  invalidate(scope: AccountScope, supplier: string): void {
    this.#cache.delete(`${scope.accountId} ${scope.environment}`);
    this.#budgets.recheck(budgetIdOf(scope, supplier));
  }

  async close(): Promise<void> {
    await Promise.all([this.#results.flush(), this.#budgets.close()]);
  }

  async #readAccess(scope: AccountScope): Promise<AccessBySupplier> {
    const accounts = await listSupplierAccounts(this.#deps.database, scope);
    const byName = new Map(accounts.map((account) => [account.supplier, account]));
    const access = new Map<string, SupplierAccess>();
    for (const registration of this.list(scope.environment)) {
      const { name, callCostUsdCents, mayStoreResults } = registration.supplier;
      const used = this.#findReadable(scope, registration, byName.get(name));
      if (used === undefined) continue;
      const { id, budgetId, owner, secret, limits } = used;
      const onCall = (result: CallResult) => this.#deps.onCall?.(name, owner, result);
      const budget = this.#budgets.of({ credentialId: id, budgetId, limits, callCostCents: callCostUsdCents, onCall });
      // The clock of a test key can be moved, so that the age of an answer would be wrong.
      const isReusable = mayStoreResults && scope.environment === "live";
      const kept = { accountId: scope.accountId, supplier: name, credentialId: id };
      const answers = isReusable ? this.#answers.of(kept, () => onCall("reused")) : undefined;
      const credential = { id, secret, partition: scope.environment };
      access.set(name, { credential, budget, ...(answers && { answers }) });
    }
    return access;
  }

  /** A credential that cannot be decrypted leaves its supplier out; other suppliers are searched. */
  #findReadable(...args: Parameters<SupplierDirectory["findCredential"]>): UsedCredential | undefined {
    try {
      return this.findCredential(...args);
    } catch (error) {
      const [{ accountId }, { supplier }] = args;
      this.#deps.log.error(
        { err: error, accountId, supplier: supplier.name },
        "supplier credential cannot be decrypted",
      );
      return undefined;
    }
  }
}

const deploymentPrefix = "deployment ";

/** Returns the budget id of the deployment's own credential. */
export function deploymentBudgetId(environment: Partition, supplier: string): string {
  return `${deploymentPrefix}${environment} ${supplier}`;
}

function budgetIdOf({ accountId, environment }: AccountScope, supplier: string): string {
  return `${accountId} ${environment} ${supplier}`;
}
