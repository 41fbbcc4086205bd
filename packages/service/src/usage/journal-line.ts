import { crc32 } from "node:zlib";
import { isOperation } from "@wayfare/contract";
import type { QuotaUse } from "../limits/account-quota.ts";
import type { RequestRecord } from "../requests/record.ts";

/** A journal entry. Sequences start at 1. */
export interface JournalEntry {
  sequence: number;
  record: RequestRecord;
  /** Consumed quota unit, if any. */
  use?: QuotaUse;
  /** For a search with an Idempotency-Key: it is metered unless its key was charged before. */
  charge?: Charge;
}

/** Identifies searches of an account and environment that are charged once within 15 minutes. */
export interface ChargeKey {
  /** SHA-256 of the application, the route and the Idempotency-Key, in hexadecimal. */
  slot: string;
  /** SHA-256 of the body, in hexadecimal. */
  fingerprint: string;
  /** Time by the clock of the account's data. */
  atMs: number;
}

export interface Charge extends ChargeKey {
  /** Start of the period in whose quota a unit is reserved for it; null for test data. */
  periodStartMs: number | null;
}

/** Formats a journal line: the CRC-32 of the rest in hexadecimal, a space, a JSON array of the entry's values, and a line feed. */
export function formatLine({ sequence, record, use, charge }: JournalEntry): string {
  const { id, accountId, environment, keyId, applicationId, method, route, status, durationMs, address, operation } =
    record;
  const text = JSON.stringify([
    sequence,
    id,
    accountId,
    environment,
    keyId,
    applicationId,
    method,
    route,
    status,
    durationMs,
    address,
    operation,
    ...(use === undefined ? [] : [use.periodStartMs, use.number]),
    ...(charge === undefined ? [] : [charge.periodStartMs, null, charge.slot, charge.fingerprint, charge.atMs]),
  ]);
  return `${checksumOf(text)} ${text}\n`;
}

/** Parses a line without its line feed. Returns undefined if the line is truncated or damaged. */
export function parseLine(line: string): JournalEntry | undefined {
  const text = line.slice(9);
  if (line[8] !== " " || line.slice(0, 8) !== checksumOf(text)) return undefined;
  const values: unknown = JSON.parse(text);
  return Array.isArray(values) ? toEntry(values) : undefined;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** The checksum proves the origin of the line; the checks here detect other versions of the format. */
function toEntry(values: readonly unknown[]): JournalEntry | undefined {
  const [sequence, id, accountId, environment, keyId, applicationId] = values;
  const [method, route, status, durationMs, address, operation, ...rest] = values.slice(6);
  const [periodStartMs, number, slot, fingerprint, atMs] = rest;
  if (typeof sequence !== "number" || typeof id !== "string" || typeof accountId !== "string") return undefined;
  if ((environment !== "test" && environment !== "live") || typeof keyId !== "string") return undefined;
  if (typeof method !== "string" || typeof route !== "string" || typeof address !== "string") return undefined;
  if (typeof durationMs !== "number" || !isNumberOrNull(status) || !isTextOrNull(applicationId)) return undefined;
  if (operation !== null && !(typeof operation === "string" && isOperation(operation))) return undefined;
  const caller = { accountId, environment, keyId, applicationId } as const;
  const record = { id, ...caller, method, route, status, durationMs, address, operation };
  if (typeof slot === "string" && typeof fingerprint === "string" && typeof atMs === "number") {
    const period = typeof periodStartMs === "number" ? periodStartMs : null;
    return { sequence, record, charge: { slot, fingerprint, atMs, periodStartMs: period } };
  }
  return typeof periodStartMs === "number" && typeof number === "number"
    ? { sequence, record, use: { periodStartMs, number } }
    : { sequence, record };
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
