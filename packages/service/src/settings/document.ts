import { describeExpectation } from "./parse.ts";
import { type SettingEntry, settingEntries } from "./schema.ts";

/** The text of docs/reference/settings.md. */
export function renderSettingsPage(): string {
  const rows = settingEntries.map(
    (entry) =>
      `| \`${entry.variable}\` | \`${entry.flag}\` | ${showDefault(entry)} | ${entry.description}${showExpectation(entry)} |`,
  );
  return [
    "# Settings",
    "",
    "Settings come from the environment; a command-line flag wins. They are read once, at the start, and every fault is",
    "named together. An empty variable counts as unset. Secrets are never printed.",
    "",
    "| variable | flag | default | meaning |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** The text of .env.example. */
export function renderEnvironmentExample(): string {
  const blocks = settingEntries.map((entry) => {
    return `# ${entry.description}\n# ${entry.variable}=${plainDefault(entry) ?? entry.examples[0] ?? ""}\n`;
  });
  return `# Copy to .env and uncomment what you change.\n\n${blocks.join("\n")}`;
}

/** Plain text needs no further words. */
function showExpectation(entry: SettingEntry): string {
  const plain = entry.type === "string" && entry.examples.length === 0 && !Array.isArray(entry.schema.enum);
  return plain ? "" : ` Takes ${describeExpectation(entry).replaceAll("|", "\\|")}.`;
}

function showDefault(entry: SettingEntry): string {
  const value = plainDefault(entry);
  if (value !== undefined) return `\`${value}\``;
  return entry.default === null ? "none" : "empty";
}

/** The default as it could be written in a variable; undefined where it is none or a list. */
function plainDefault({ default: value }: SettingEntry): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
