import type { CreatedKey, Operator } from "@wayfare/service";

type Key = Awaited<ReturnType<Operator["listKeys"]>>[number];
type Revocation = Awaited<ReturnType<Operator["revokeKey"]>>;

/** Renders a new key with its secret. */
export function renderCreatedKey(key: CreatedKey): string {
  const rows = [
    ["Key", `${key.id}  ${key.environment}  ${printable(key.name)}`],
    ["Scopes", key.scopes.join(", ")],
    ...(key.applicationId === null ? [] : [["Application", key.applicationId]]),
    ...(key.ipAllowlist.length === 0 ? [] : [["Allowlist", key.ipAllowlist.join(", ")]]),
    ...(["searches", "bookings"] as const).flatMap((operation) => {
      const limit = key.usageLimits[operation];
      return limit === null ? [] : [["Limit", `${limit.max} ${operation} a ${limit.period}`]];
    }),
    ...(key.expiresAt === null ? [] : [["Expires", key.expiresAt]]),
    ["Secret", key.secret],
  ];
  const lines = rows.map(([name = "", value = ""]) => `${name.padEnd(11)} ${value}`);
  return `${[...lines, "", "Store the secret now. It is not shown again."].join("\n")}\n`;
}

/** Renders a table of keys. */
export function renderKeys(keys: readonly Key[]): string {
  if (keys.length === 0) return "No keys found.\n";
  const rows = [
    ["ID", "ENVIRONMENT", "STATUS", "KEY", "LAST USED", "NAME"],
    ...keys.map((key) => [
      key.id,
      key.environment,
      key.idle ? "idle" : key.status,
      key.hint,
      key.lastUsedAt ?? "never",
      key.name,
    ]),
  ];
  return renderTable(rows);
}

/** Renders left-aligned columns. Control characters in cells are replaced. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const printed = rows.map((row) => row.map(printable));
  const widths = (printed[0] ?? []).map((_, column) => Math.max(...printed.map((row) => row[column]?.length ?? 0)));
  return printed
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

export function renderRevocation({ id, status, graceEndsAt }: Revocation): string {
  return status === "revoked"
    ? `Revoked ${id}. It stopped working at ${graceEndsAt}.\n`
    : `Revoked ${id}. It keeps working until ${graceEndsAt}.\n`;
}

/** Replaces control characters: names are chosen by API callers and must not reach the terminal as escape sequences. */
function printable(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}
