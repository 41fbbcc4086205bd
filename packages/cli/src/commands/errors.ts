import { DomainError } from "@wayfare/contract";
import { CommanderError } from "commander";
import { flagByMember } from "./keys-command.ts";

/** Errors that the operator can fix. The message says how, so the stack is omitted. */
const operatorErrors = new Set([
  "SettingsError",
  "ServerSecretError",
  "DataDirectoryError",
  "DatabaseError",
  "MigrationError",
  "AdminSocketError",
  "ArchiveError",
  "BackupError",
  "CommandError",
  // Errors of the client, whose messages contain no key.
  "ApiError",
  "AuthenticationError",
  "ConflictError",
  "ConnectionError",
  "InvalidResponseError",
  "NotFoundError",
  "PermissionError",
  "QuotaError",
  "RateLimitError",
  "ServiceError",
  "TimeoutError",
  "ValidationError",
  "SealError",
  "TargetNotEmptyError",
]);

/** A failed command as `--json` prints it, under `error`. */
interface JsonError {
  /** Code of the API, `USAGE` for wrong arguments, or a code for the kind of error, such as `SETTINGS`. */
  code: string;
  message: string;
  /** One entry for each invalid argument; absent unless there are some. */
  errors?: { argument: string | null; detail: string }[];
}

/** Returns 2 for wrong arguments, and 1 for every other error. Help and the version end with 0. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : 2;
}

/** Formats the error of a failed command. Commander has already printed its own. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `wayfare: ${String(error)}`;
  if (error instanceof DomainError) return `wayfare: ${formatDomainError(error)}`;
  return `wayfare: ${isExpected(error) ? error.message : (error.stack ?? error.message)}`;
}

/** Formats the error of a command with `--json`: one line, `{"error":{"code":…,"message":…}}`. */
export function formatJsonError(error: unknown): string {
  return JSON.stringify({ error: toJsonError(error) });
}

function toJsonError(error: unknown): JsonError {
  if (!(error instanceof Error)) return { code: "INTERNAL", message: String(error) };
  if (error instanceof CommanderError) return { code: "USAGE", message: error.message.replace(/^error: /, "") };
  if (error instanceof DomainError) {
    const { code, message, errors } = error;
    return { code, message, ...(errors === undefined ? {} : { errors: errors.map(describeArgument) }) };
  }
  if (!isExpected(error)) return { code: "INTERNAL", message: error.message };
  return { code: codeOf(error), message: error.message };
}

/** Returns the code of an API error. Other errors are named after their class: `DataDirectoryError` is `DATA_DIRECTORY`. */
function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string" && "requestId" in error) return error.code;
  if ("syscall" in error) return "SYSTEM";
  return error.name
    .replace(/Error$/, "")
    .replaceAll(/(?<=[a-z])[A-Z]/g, "_$&")
    .toUpperCase();
}

/** System errors such as a port in use or an unreadable file have a clear message, too. */
function isExpected(error: Error): boolean {
  return operatorErrors.has(error.name) || ("syscall" in error && typeof error.syscall === "string");
}

/** Lists every validation error with its flag. */
function formatDomainError({ message, errors }: DomainError): string {
  const messages = (errors ?? []).map(describeArgument).map(({ argument, detail }) => {
    return argument === null ? detail : `${argument}: ${detail}`;
  });
  if (messages.length > 1) return `invalid arguments:\n${messages.map((each) => `  ${each}`).join("\n")}`;
  return messages[0] ?? message;
}

/** Replaces the member at the start of a detail, such as `scopes.0`, by the flag of the command. */
function describeArgument({ pointer, detail }: { pointer: string; detail: string }) {
  const path = pointer.split("/").slice(1);
  const argument = flagByMember[path[0] ?? ""] ?? null;
  const member = `\`${path.join(".")}\` `;
  if (argument === null || !detail.startsWith(member)) return { argument, detail };
  return { argument, detail: detail.slice(member.length) };
}
