import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import {
  type BackupSummary,
  type Check,
  examineDeployment,
  moveDatabase,
  parseSettings,
  restoreBackup,
  resumeOutbound,
  type Settings,
  writeBackup,
} from "@wayfare/service";
import type { BackupActions } from "../commands/backup-command.ts";
import { CommandError } from "./command-error.ts";
import { readPassphrase } from "./passphrase.ts";

interface Output {
  write(text: string): unknown;
}

/** `wayfare backup` and its like over the service. */
export function makeBackupActions({ stdout, stderr }: { stdout: Output; stderr: Output }): BackupActions {
  return {
    async backup(sources, file, options) {
      const settings = parseSettings(sources);
      if (file !== "-" && existsSync(file)) throw new CommandError(`${file} exists already: name another file.`);
      const passphrase = await readPassphrase({ ...options, environment: sources.environment, isNew: true });
      const startedMs = Date.now();
      const summary = await (file === "-" ? backUpToStdout : backUpToFile)(settings, { file, passphrase });
      stderr.write(`${describeBackup(summary, file)} ${seconds(startedMs)}\n`);
    },
    async restore(sources, file, { verifies, ...options }) {
      const settings = parseSettings(sources, { needsServerSecret: false });
      const passphrase = await readPassphrase({ ...options, environment: sources.environment, isNew: false });
      const from = file === "-" ? process.stdin : createReadStream(file);
      const startedMs = Date.now();
      const restored = await restoreBackup(settings, { from, passphrase, nowMs: Date.now(), verifies });
      const tables = Object.entries(restored.tables).filter(([, { rows }]) => rows > 0);
      const total = tables.reduce((sum, [, { rows }]) => sum + rows, 0);
      stdout.write(tables.map(([table, { rows }]) => `  ${table.padEnd(24)} ${rows}\n`).join(""));
      stdout.write(
        `Restored ${total} rows and ${restored.files} files of ${restored.createdAt}. ${seconds(startedMs)}\n`,
      );
      if (restored.verification !== undefined) stdout.write(`${describeVerification(restored.verification)}\n`);
      if (settings.databaseUrl !== null && restored.secretPath !== null) {
        stdout.write(`Set SERVER_SECRET to what ${restored.secretPath} holds.\n`);
      }
      stdout.write("Webhook deliveries, live bookings and payments are off. Turn them on with: wayfare resume\n");
    },
    async resume(sources) {
      const { ended } = await resumeOutbound(parseSettings(sources), Date.now());
      stdout.write(
        ended === null
          ? "Nothing was paused.\n"
          : `Webhook deliveries, live bookings and payments are on again; they were off since ${ended.pausedAt} (${ended.reason}).\n`,
      );
    },
    async moveDatabase(sources, to) {
      const startedMs = Date.now();
      const settings = parseSettings(sources);
      const { tables, dataDirectory } = await moveDatabase(settings, { to, nowMs: Date.now() });
      const secret = settings.serverSecret === null ? `what ${dataDirectory}/server-secret holds` : "as it is set now";
      const moved = Object.entries(tables);
      stdout.write(
        moved
          .map(([table, { rows, checksum }]) => `  ${table.padEnd(24)} ${String(rows).padStart(9)}  ${checksum}\n`)
          .join(""),
      );
      const total = moved.reduce((sum, [, { rows }]) => sum + rows, 0);
      stdout.write(`Moved ${total} rows of ${moved.length} tables; each was read back and has the same checksum. ${seconds(startedMs)}

Start with these settings from now on, and keep DATA_DIR:
  DATABASE_URL=  the URL that --to named
  SERVER_SECRET= ${secret}

The embedded database stays in ${dataDirectory}/database with its deliveries off. Remove it once the deployment runs.
`);
    },
    async examine(sources, { json }) {
      const checks = await examineDeployment(sources);
      const isOk = checks.every(({ status }) => status !== "fail");
      stdout.write(json ? `${JSON.stringify({ ok: isOk, checks }, null, 2)}\n` : checks.map(renderCheck).join(""));
      if (!isOk) process.exitCode = 1;
    },
  };
}

interface BackupTarget {
  file: string;
  passphrase: string;
}

/** Under its name only once it is whole and on the disk. */
async function backUpToFile(settings: Settings, { file, passphrase }: BackupTarget): Promise<BackupSummary> {
  const draft = `${file}.part`;
  const to = createWriteStream(draft, { mode: 0o600, flush: true });
  try {
    const summary = await writeBackup(settings, { passphrase, nowMs: Date.now(), to });
    await rename(draft, file);
    return summary;
  } catch (error) {
    to.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

function backUpToStdout(settings: Settings, { passphrase }: BackupTarget): Promise<BackupSummary> {
  return writeBackup(settings, { passphrase, nowMs: Date.now(), to: process.stdout });
}

function describeBackup({ rows, tables, files }: BackupSummary, file: string): string {
  return `Backed up ${rows} rows of ${tables} tables and ${files} files to ${file === "-" ? "standard output" : file}.`;
}

function describeVerification(verified: {
  tables: number;
  rows: number;
  ledgerTransactions: number;
  invoices: number;
}) {
  const { tables, rows, ledgerTransactions, invoices } = verified;
  return `Verified: ${rows} rows of ${tables} tables have the backup's checksums, ${ledgerTransactions} ledger transactions sum to zero, ${invoices} invoices have no gap in their numbers, and the server secret is that of the database.`;
}

function renderCheck({ check, status, detail, fix }: Check): string {
  const line = `${status.padEnd(4)}  ${check.padEnd(18)} ${detail}\n`;
  return fix === null ? line : `${line}${" ".repeat(25)}→ ${fix}\n`;
}

function seconds(sinceMs: number): string {
  return `(${((Date.now() - sinceMs) / 1000).toFixed(1)} s)`;
}
