import { describeExpectation } from "./parse.ts";
import { type SettingEntry, settingEntries } from "./schema.ts";

/** Renders docs/reference/settings.md. */
export function renderSettingsPage(): string {
  const rows = settingEntries.map(
    (entry) =>
      `| \`${entry.variable}\` | ${entry.secret ? "not accepted" : `\`${entry.flag}\``} | ${renderDefault(entry)} | ${entry.description}${renderExpectation(entry)} |`,
  );
  return [
    "# Settings",
    "",
    "Settings are read from environment variables. Command-line flags override them. They are read once, at startup, and",
    "all faults are reported together. An empty variable counts as unset. Secrets are never printed, and have no flag, because",
    "other users of the machine can see arguments.",
    "",
    "Each variable can also be set through a file: `NAME_FILE` is the path of a file that contains the value of `NAME`, such as",
    "`SERVER_SECRET_FILE=/run/secrets/server-secret`. White space at the end of the file is removed. Setting both is a fault.",
    "",
    "| Variable | Flag | Default | Description |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** Renders .env.example. */
export function renderEnvironmentExample(): string {
  const blocks = settingEntries.map((entry) => {
    return `# ${entry.description}\n# ${entry.variable}=${formatDefault(entry) ?? entry.examples[0] ?? ""}\n`;
  });
  return `# Copy this file to .env and uncomment the settings that you change. NAME_FILE is the path of a file with the value of NAME.\n\n${blocks.join("\n")}`;
}

/** Returns an example of a text or list setting, or the accepted values of any other; empty for text without an example. */
function renderExpectation(entry: SettingEntry): string {
  const [example] = entry.examples;
  const isText = entry.type === "array" || (entry.type === "string" && !Array.isArray(entry.schema.enum));
  if (isText) return example === undefined ? "" : ` Example: \`${example.replaceAll("|", "\\|")}\`.`;
  return ` Accepts ${describeExpectation(entry)}.`;
}

function renderDefault(entry: SettingEntry): string {
  const value = formatDefault(entry);
  if (value !== undefined) return `\`${value}\``;
  return entry.default === null ? "unset" : "empty";
}

/** Returns the default as text for a variable; undefined for null and for lists. */
export function formatDefault({ default: value }: Pick<SettingEntry, "default">): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
