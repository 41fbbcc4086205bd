/** Writes the files generated from the code; with `--check`, reports files that are out of date. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listMigrationFiles } from "@wayfare/database";
import {
  metricCatalog,
  renderErrorsDocument,
  renderEventsDocument,
  renderMetricsPage,
  renderOpenApiDocument,
} from "@wayfare/service";
import { renderEnvironmentExample, renderSettingsPage } from "@wayfare/settings";
import { renderHttpSupplierDocument } from "@wayfare/suppliers";
import { renderClientOperations } from "./client-operations.ts";
import { renderClientTypes } from "./client-types.ts";
import { renderDashboard } from "./dashboard.ts";
import { listRuntimePackages, readLockfile } from "./image/lockfile.ts";
import { listLicenses, renderLicensesPage } from "./licenses.ts";
import { renderMigrationChecksums } from "./migration-checksums.ts";
import { renderPythonOperations, renderPythonTypes } from "./python-client.ts";
import { renderExamples } from "./record-examples.ts";
import { renderRoleScopes } from "./role-scopes.ts";

const root = join(import.meta.dirname, "..");
const checks = process.argv.includes("--check");
// The OpenAPI document contains the recorded examples, so they are written first.
bringUpToDate("packages/service/assets/openapi-examples.json", await renderExamples());
const openApiDocument = await renderOpenApiDocument();
const packageVersion: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
const checksumsPath = "packages/database/migrations/checksums.txt";
const checksums = existsSync(join(root, checksumsPath)) ? readFileSync(join(root, checksumsPath), "utf8") : "";
const locked = readLockfile(root);
const runtimePackages = listRuntimePackages(locked, "packages/cli", { includesBuilt: true });
const files: Record<string, string> = {
  [checksumsPath]: renderMigrationChecksums(checksums, await listMigrationFiles()),
  ".env.example": renderEnvironmentExample(),
  "docs/reference/settings.md": renderSettingsPage(),
  "docs/reference/licenses.md": renderLicensesPage(listLicenses(locked, runtimePackages)),
  "docs/reference/metrics.md": renderMetricsPage(),
  "deploy/grafana/dashboards/wayfare.json": renderDashboard(metricCatalog),
  "docs/reference/errors.md": renderErrorsDocument(),
  "docs/reference/events.md": renderEventsDocument(),
  "docs/reference/openapi.json": openApiDocument,
  "docs/suppliers/openapi.json": renderHttpSupplierDocument(),
  "packages/sdk/src/generated/version.ts": renderClientVersion(packageVersion),
  "packages/sdk/src/generated/types.ts": renderClientTypes(openApiDocument),
  "packages/sdk/src/client/operations.ts": renderClientOperations(openApiDocument),
  "clients/python/src/wayfare/types.py": renderPythonTypes(openApiDocument),
  "clients/python/src/wayfare/_operations.py": renderPythonOperations(openApiDocument, packageVersion),
  "packages/portal/src/data/role-scopes.ts": renderRoleScopes(),
};

for (const [name, text] of Object.entries(files)) bringUpToDate(name, text);

function renderClientVersion(version: string): string {
  return `// Generated from package.json by npm run generate.

/** Version of the client. */
export const version = ${JSON.stringify(version)};
`;
}

function bringUpToDate(name: string, text: string): void {
  const path = join(root, name);
  const current = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (current === text) return;
  if (checks) {
    process.stderr.write(`${name} is out of date: run npm run generate.\n`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    process.stdout.write(`${name} written\n`);
  }
}
