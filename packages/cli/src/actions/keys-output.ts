import type { MadeKey, Operator } from "@wayfare/service";

type Key = Awaited<ReturnType<Operator["listKeys"]>>[number];
type Revocation = Awaited<ReturnType<Operator["revokeKey"]>>;

/** A new key for people, with its secret. */
export function renderMadeKey(key: MadeKey): string {
  const rows = [
    ["Key", `${key.id}  ${key.environment}  ${printable(key.name)}`],
    ["Scopes", key.scopes.join(", ")],
    ...(key.applicationId === null ? [] : [["Belongs to", key.applicationId]]),
    ...(key.ipAllowlist.length === 0 ? [] : [["Allows", key.ipAllowlist.join(", ")]]),
    ...(key.expiresAt === null ? [] : [["Expires", key.expiresAt]]),
    ["Secret", key.secret],
  ];
  const lines = rows.map(([name = "", value = ""]) => `${name.padEnd(10)} ${value}`);
  return `${[...lines, "", "The secret is not shown again: keep it now."].join("\n")}\n`;
}

/** A table of keys. */
export function renderKeys(keys: readonly Key[]): string {
  if (keys.length === 0) return "There are no such keys.\n";
  const rows = [
    ["ID", "KIND", "STATUS", "KEY", "LAST USED", "NAME"],
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

/** Lines of left-aligned columns. Cells are made safe to print. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const printed = rows.map((row) => row.map(printable));
  const widths = (printed[0] ?? []).map((_, at) => Math.max(...printed.map((row) => row[at]?.length ?? 0)));
  return printed
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

export function renderRevocation({ id, status, graceEndsAt }: Revocation): string {
  return status === "revoked"
    ? `${id} is revoked, and refused since ${graceEndsAt}.\n`
    : `${id} is revoked. It answers until ${graceEndsAt}.\n`;
}

/** Whoever holds a key of the account chooses names; none of them should reach the terminal as commands. */
function printable(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}
