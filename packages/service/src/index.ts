export { type Clock, DomainError, systemClock } from "@wayfare/contract";
export { makeWebhookSecret, renderDeliveryBody, signDeliveryHeaders } from "@wayfare/webhooks";
export {
  type Authenticator,
  type AuthenticatorDeps,
  openAuthenticator,
  registerAuthentication,
} from "./access/authenticator.ts";
export { type AppDeps, buildApp } from "./app/app.ts";
export { makeLog } from "./app/log.ts";
export { type RunningService, runService, type ServiceDeps, type SupplyContext, startService } from "./app/main.ts";
export { renderOpenApiDocument } from "./app/openapi-document.ts";
export { makeSandboxSupply } from "./app/sandbox-supply.ts";
export { emptySupply, type Supply } from "./app/supply.ts";
export { defaultBilling } from "./billing/settings.ts";
export type { App } from "./http/app-type.ts";
export type { Caller } from "./http/caller.ts";
export { isRawKey, makeRawKey } from "./keys/raw-key.ts";
export { insertKey } from "./keys/store.ts";
export { openLimits } from "./limits/limits.ts";
export { type MetricEntry, metricCatalog, metricGroups, renderMetricsPage } from "./observability/metric-catalog.ts";
export { type BackupSummary } from "./operator/backup/archive.ts";
export { type MoveSummary, moveDatabase } from "./operator/backup/move.ts";
export { type RestoreSummary, restoreBackup } from "./operator/backup/restore.ts";
export type { AccountCommandResult } from "./operator/commands/account-commands.ts";
export { parseAccountInput } from "./operator/commands/account-input.ts";
export { parseBillingInput } from "./operator/commands/billing-input.ts";
export { type CreatedKey, listLimit, type Operator } from "./operator/commands/commands.ts";
export { withOperator } from "./operator/commands/connect.ts";
export type { ResumeResult } from "./operator/commands/deployment.ts";
export {
  parseCreateKeyInput,
  parseListKeysInput,
  parseLoginLinkInput,
  parseSettleQuotasInput,
} from "./operator/commands/input.ts";
export type { PlanCommandResult } from "./operator/commands/plan-commands.ts";
export { parsePlanInput } from "./operator/commands/plan-input.ts";
export type { LostQuotaLease } from "./operator/commands/quotas.ts";
export { resumeOutbound } from "./operator/commands/resume.ts";
export { runDoctor } from "./operator/commands/run-doctor.ts";
export type { StatusCommandResult } from "./operator/commands/status-commands.ts";
export { parseStatusInput } from "./operator/commands/status-input.ts";
export { writeBackup } from "./operator/commands/write-backup.ts";
export { writeAccountExport } from "./operator/commands/write-export.ts";
export type { Check } from "./operator/doctor/check.ts";
export { maxListedKeys, type SecretsStatus } from "./operator/server-secrets/rotation.ts";
export { docsParts } from "./pages/docs-folder.ts";
export { renderErrorsDocument } from "./pages/error-pages.ts";
export { loadFactsOf } from "./reference/time-zone-data.ts";
export type { RequestRecord } from "./requests/record.ts";
export { makeSecretBox } from "./secrets/secret-box.ts";
export { parseServerSecrets, ServerSecretError, type ServerSecrets } from "./secrets/server-secret.ts";
export { openStorage, type Storage } from "./storage/open-storage.ts";
export { createAccount, findFirstAccount } from "./tenancy/account-store.ts";
export { listCustomers } from "./tenancy/customer-store.ts";
export { openMeter } from "./usage/open.ts";
export { readWatch } from "./watches/input.ts";
export { WatchRunner } from "./watches/runner.ts";
export { renderEventsDocument } from "./webhooks/events-document.ts";
