import type { Actions } from "../commands/program.ts";

interface ActionDeps {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Returns a signal that aborts when the user or the system stops the command. */
  openSignal(): AbortSignal;
}

/** Returns the actions of all commands. Each loads its modules when it runs, because the service takes a second to load. */
export function loadActions(deps: ActionDeps): Actions {
  const accounts = async () => (await import("./account-actions.ts")).makeAccountActions(deps);
  const backup = async () => (await import("./backup-actions.ts")).makeBackupActions(deps);
  const billing = async () => (await import("./billing-actions.ts")).makeBillingActions(deps);
  const keys = async () => (await import("./key-actions.ts")).makeKeyActions(deps);
  const listen = async () => (await import("./listen-actions.ts")).makeListenActions(deps);
  const login = async () => (await import("./login-actions.ts")).makeLoginActions(deps);
  const mcp = async () => (await import("./mcp-actions.ts")).makeMcpActions(deps);
  const plans = async () => (await import("./plan-actions.ts")).makePlanActions(deps);
  const quotas = async () => (await import("./quota-actions.ts")).makeQuotaActions(deps);
  const search = async () => (await import("./search-actions.ts")).makeSearchActions(deps);
  const secrets = async () => (await import("./secret-actions.ts")).makeSecretActions(deps);
  const service = async () => (await import("./service-actions.ts")).makeServiceActions(deps);
  const status = async () => (await import("./status-actions.ts")).makeStatusActions(deps);
  const suppliers = async () => (await import("./supplier-actions.ts")).makeSupplierActions(deps);
  return {
    start: async (...args) => (await service()).start(...args),
    migrate: async (...args) => (await service()).migrate(...args),
    search: async (...args) => (await search()).search(...args),
    listen: async (...args) => (await listen()).listen(...args),
    trigger: async (...args) => (await listen()).trigger(...args),
    serveMcp: async (...args) => (await mcp()).serveMcp(...args),
    createKey: async (...args) => (await keys()).createKey(...args),
    listKeys: async (...args) => (await keys()).listKeys(...args),
    revokeKey: async (...args) => (await keys()).revokeKey(...args),
    createLoginLink: async (...args) => (await login()).createLoginLink(...args),
    manageAccounts: async (...args) => (await accounts()).manageAccounts(...args),
    exportAccount: async (...args) => (await accounts()).exportAccount(...args),
    managePlans: async (...args) => (await plans()).managePlans(...args),
    bill: async (...args) => (await billing()).bill(...args),
    settleQuotas: async (...args) => (await quotas()).settleQuotas(...args),
    backup: async (...args) => (await backup()).backup(...args),
    restore: async (...args) => (await backup()).restore(...args),
    resume: async (...args) => (await backup()).resume(...args),
    moveDatabase: async (...args) => (await backup()).moveDatabase(...args),
    runDoctor: async (...args) => (await backup()).runDoctor(...args),
    readSecrets: async (...args) => (await secrets()).readSecrets(...args),
    rotateSecrets: async (...args) => (await secrets()).rotateSecrets(...args),
    dropSecret: async (...args) => (await secrets()).dropSecret(...args),
    showStatus: async (...args) => (await status()).showStatus(...args),
    testDuffel: async (...args) => (await suppliers()).testDuffel(...args),
  };
}
