import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseSettings, readSettingText, SettingsError } from "../src/parse.ts";
import { settingEntries } from "../src/schema.ts";

const directory = mkdtempSync(join(tmpdir(), "wayfare-setting-file-"));
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

function faultsOf(environment: Record<string, string>, flags: Record<string, string> = {}): readonly string[] {
  try {
    parseSettings({ environment, flags });
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

const serverSecret = `a:${"A".repeat(43)}=`;

/** A valid value of each setting that must not be its default. */
function sampleOf({ variable, type, examples, schema }: (typeof settingEntries)[number]): string {
  if (variable === "SERVER_SECRET") return serverSecret;
  if (variable === "METRICS_TOKEN") return "m".repeat(16);
  if (variable === "DATABASE_URL") return "postgresql://wayfare@db.internal/wayfare";
  if (examples.length === 0 && variable.endsWith("_WEBHOOK_SECRET")) return "a-secret";
  if (type === "integer") return String(schema.maximum);
  if (variable.startsWith("DUFFEL_") || variable.startsWith("STRIPE_")) return (examples[0] ?? "").replace("…", "abc");
  if (type === "boolean") return "true";
  if (Array.isArray(schema.enum)) return String(schema.enum.at(-1));
  return examples[0] ?? "text";
}

test("reads every setting from the file that NAME_FILE names, with the result of NAME", () => {
  // Validation of one setting does not depend on others, except for these pairs.
  const together: Record<string, Record<string, string>> = {
    SIGN_UP: { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com" },
    SMTP_URL: { MAIL_FROM: "a@example.com" },
    MAIL_FROM: { SMTP_URL: "smtp://mail.example.com" },
    DATABASE_URL: { SERVER_SECRET: serverSecret },
    DATABASE_DIRECT_URL: { DATABASE_URL: "postgresql://wayfare@pooler.internal/wayfare", SERVER_SECRET: serverSecret },
    WEBHOOKS_ARCHIVE_ACCESS_KEY_ID: { WEBHOOKS_ARCHIVE_SECRET_ACCESS_KEY: "secret" },
    WEBHOOKS_ARCHIVE_SECRET_ACCESS_KEY: { WEBHOOKS_ARCHIVE_ACCESS_KEY_ID: "id" },
    STRIPE_SECRET_KEY: { STRIPE_WEBHOOK_SECRET: "whsec_abc" },
    STRIPE_WEBHOOK_SECRET: { STRIPE_SECRET_KEY: "sk_live_abc" },
  };
  for (const entry of settingEntries) {
    const text = sampleOf(entry);
    const others = together[entry.variable] ?? {};
    const fromFile = parseSettings({
      environment: { ...others, [`${entry.variable}_FILE`]: fileWith(entry.variable, `${text}\n`) },
    });
    expect(fromFile, entry.variable).toStrictEqual(
      parseSettings({ environment: { ...others, [entry.variable]: text } }),
    );
  }
});

test("has no setting whose name is the NAME_FILE of another", () => {
  const variables = new Set(settingEntries.map(({ variable }) => variable));
  expect(settingEntries.filter(({ variable }) => variables.has(`${variable}_FILE`))).toStrictEqual([]);
});

test("names NAME_FILE in a fault and never prints the content of a secret file", () => {
  expect(faultsOf({ PORT_FILE: fileWith("port", "80x\n") })).toStrictEqual([
    'PORT_FILE is "80x"; must be an integer from 0 to 65535.',
  ]);
  const faults = faultsOf({ SERVER_SECRET_FILE: fileWith("bad-secret", "hush") });
  expect(faults).toStrictEqual([
    expect.stringContaining("SERVER_SECRET_FILE is invalid (value not shown); must be a string such as"),
  ]);
  expect(faults.join()).not.toContain("hush");
});

test("reports files that are missing, empty or too large together with other faults", () => {
  const empty = fileWith("empty", " \n");
  const large = fileWith("large", "a".repeat(64 * 1024 + 1));
  const missing = join(directory, "missing");
  expect(faultsOf({ HOST_FILE: missing, METRICS_TOKEN_FILE: empty, DATA_DIR_FILE: large, PORT: "x" })).toStrictEqual([
    `HOST_FILE: cannot read ${missing} (ENOENT).`,
    `DATA_DIR_FILE: ${large} is larger than 64 KiB.`,
    `METRICS_TOKEN_FILE: ${empty} is empty.`,
    'PORT is "x"; must be an integer from 0 to 65535.',
  ]);
});

test("refuses NAME together with NAME_FILE; an empty variable counts as unset", () => {
  const path = fileWith("host", "::1");
  expect(faultsOf({ HOST: "127.0.0.1", HOST_FILE: path })).toStrictEqual([
    "HOST and HOST_FILE must not be set together.",
  ]);
  expect(parseSettings({ environment: { HOST: "", HOST_FILE: path } }).host).toBe("::1");
  expect(parseSettings({ environment: { HOST: "::2", HOST_FILE: "" } }).host).toBe("::2");
});

test("prefers a flag over a file and does not read the file", () => {
  const sources = { environment: { PORT_FILE: join(directory, "missing") }, flags: { port: "2000" } };
  expect(parseSettings(sources).port).toBe(2000);
});

test.each(settingEntries.filter(({ secret }) => secret).map(({ flag, variable }) => [flag, variable] as const))(
  "refuses %s as a flag without printing its value",
  (flag, variable) => {
    expect(faultsOf({}, { [flag.slice(2)]: "hush-hush" })).toStrictEqual([
      `${flag} is not accepted, because other users can see arguments. Set ${variable} or ${variable}_FILE.`,
    ]);
  },
);

test("reads one setting without validating the others", () => {
  const environment = { DUFFEL_TEST_TOKEN_FILE: fileWith("duffel", "duffel_test_1\n"), PORT: "x" };
  expect(readSettingText(environment, "DUFFEL_TEST_TOKEN")).toBe("duffel_test_1");
  expect(readSettingText({}, "DUFFEL_TEST_TOKEN")).toBeUndefined();
  expect(() => readSettingText({ HOST_FILE: join(directory, "missing") }, "HOST")).toThrow(SettingsError);
});
