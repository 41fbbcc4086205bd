import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import {
  type BackupSummary,
  type Check,
  moveDatabase,
  restoreBackup,
  resumeOutbound,
  runDoctor,
  writeBackup,
} from "@wayfare/service";
import { parseSettings, type Settings } from "@wayfare/settings";
import type { BackupActions } from "../commands/backup-command.ts";
import { CommandError } from "./command-error.ts";
import { readPassphrase } from "./passphrase.ts";

interface Output {
  write(text: string): unknown;
}

/** Actions of `wayfare backup`, `restore`, `resume`, `migrate-database` and `doctor`. */
export function makeBackupActions({ stdout, stderr }: { stdout: Output; stderr: Output }): BackupActions {
  return {
    async backup(sources, file, options) {
      const settings = parseSettings(sources);
      if (file !== "-" && existsSync(file)) throw new CommandError(`${file} already exists. Choose another file.`);
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
        `Restored ${total} rows and ${restored.files} files from the backup of ${restored.createdAt}. ${seconds(startedMs)}\n`,
      );
      if (restored.verification !== undefined) stdout.write(`${describeVerification(restored.verification)}\n`);
      if (settings.databaseUrl !== null && restored.secretPath !== null) {
        stdout.write(`Set SERVER_SECRET to the contents of ${restored.secretPath}.\n`);
      }
      stdout.write("Webhook deliveries, live bookings and payments are paused. Resume them with: wayfare resume\n");
    },
    async resume(sources) {
      const { ended } = await resumeOutbound(parseSettings(sources), Date.now());
      stdout.write(
        ended === null
          ? "Nothing was paused.\n"
          : `Resumed webhook deliveries, live bookings and payments, which were paused since ${ended.pausedAt} (${ended.reason}).\n`,
      );
    },
    async moveDatabase(sources, to) {
      const startedMs = Date.now();
      const settings = parseSettings(sources);
      const { tables, dataDirectory } = await moveDatabase(settings, { to, nowMs: Date.now() });
      const secret = settings.serverSecret === null ? `the contents of ${dataDirectory}/server-secret` : "unchanged";
      const moved = Object.entries(tables);
      stdout.write(
        moved
          .map(([table, { rows, checksum }]) => `  ${table.padEnd(24)} ${String(rows).padStart(9)}  ${checksum}\n`)
          .join(""),
      );
      const total = moved.reduce((sum, [, { rows }]) => sum + rows, 0);
      stdout.write(`Moved ${total} rows of ${moved.length} tables. All checksums match. ${seconds(startedMs)}

Start the service with these settings, and keep DATA_DIR:
  DATABASE_URL=  the URL given with --to
  SERVER_SECRET= ${secret}

The embedded database remains in ${dataDirectory}/database with deliveries paused. Delete it when the deployment runs.
`);
    },
    async runDoctor(sources, { json }) {
      const checks = await runDoctor(sources);
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

/** Writes to a temporary file and renames it when it is complete and flushed. */
async function backUpToFile(settings: Settings, { file, passphrase }: BackupTarget): Promise<BackupSummary> {
  const partial = `${file}.part`;
  // Opened here: a stream that opens the file itself could create it after it was removed.
  const to = (await open(partial, "w", 0o600)).createWriteStream({ flush: true });
  try {
    const summary = await writeBackup(settings, { passphrase, nowMs: Date.now(), to });
    await rename(partial, file);
    return summary;
  } catch (error) {
    to.destroy();
    await rm(partial, { force: true });
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
  return `Verified: ${rows} rows of ${tables} tables match the backup's checksums, ${ledgerTransactions} ledger transactions sum to zero, ${invoices} invoices have consecutive numbers, and the server secret matches the database.`;
}

function renderCheck({ check, status, detail, fix }: Check): string {
  const line = `${status.padEnd(4)}  ${check.padEnd(18)} ${detail}\n`;
  return fix === null ? line : `${line}${" ".repeat(25)}→ ${fix}\n`;
}

function seconds(sinceMs: number): string {
  return `(${((Date.now() - sinceMs) / 1000).toFixed(1)} s)`;
}
