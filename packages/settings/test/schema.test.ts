import { expect, test } from "vitest";
import { formatDefault, renderEnvironmentExample, renderSettingsPage } from "../src/document.ts";
import { parseSettings, SettingsError } from "../src/parse.ts";
import { retryDelaysOf } from "../src/retry-delays.ts";
import { settingEntries } from "../src/schema.ts";

function faultsOf(environment: Record<string, string>, flags: Record<string, string> = {}): readonly string[] {
  try {
    parseSettings({ environment, flags });
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

test("uses defaults without variables; treats an empty variable as unset", () => {
  expect(parseSettings({ environment: { PORT: "" } })).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    dataDir: "./data",
    databaseUrl: null,
    trustProxy: [],
    role: "all",
  });
});

test("prefers a flag over a variable; splits comma-separated lists", () => {
  const environment = { PORT: "1000", TRUST_PROXY: "10.0.0.0/8, ::1", PATH: "/bin" };
  expect(parseSettings({ environment, flags: { port: "2000" } })).toMatchObject({
    port: 2000,
    trustProxy: ["10.0.0.0/8", "::1"],
  });
});

test("reports all faults together, each with the given value and the accepted values", () => {
  expect(faultsOf({ PORT: "80x", ROLE: "boss", SEARCH_DEADLINE_MS: "1" }, { colour: "red", host: "" })).toEqual([
    "Unknown setting: --colour.",
    '--host is ""; must be a non-empty string.',
    'PORT is "80x"; must be an integer from 0 to 65535.',
    'ROLE is "boss"; must be one of all, api, worker.',
    'SEARCH_DEADLINE_MS is "1"; must be an integer from 50 to 60000.',
  ]);
});

test("never prints the value of a secret", () => {
  const faults = faultsOf({ SERVER_SECRET: "hush", DATABASE_URL: "mysql://user:hush@host/db" }).join("\n");
  expect(faults).toContain("SERVER_SECRET is invalid");
  expect(faults).toContain("DATABASE_URL is invalid");
  expect(faults).not.toContain("hush");
});

test("requires SERVER_SECRET with DATABASE_URL", () => {
  expect(faultsOf({ DATABASE_URL: "postgres://localhost/wayfare" })).toEqual([
    expect.stringContaining("SERVER_SECRET is required with DATABASE_URL"),
  ]);
});

test("lists every setting in the reference page and in .env.example", () => {
  for (const { variable, flag, secret } of settingEntries) {
    expect(renderSettingsPage()).toContain(`| \`${variable}\` | ${secret ? "not accepted" : `\`${flag}\``} |`);
    expect(renderEnvironmentExample()).toContain(`# ${variable}=`);
  }
});

test("prints the default of a boolean, and an example value for a boolean without a default", () => {
  expect(formatDefault({ default: false })).toBe("false");
  expect(formatDefault({ default: null })).toBeUndefined();
  for (const { variable } of settingEntries.filter(({ type }) => type === "boolean")) {
    expect(renderEnvironmentExample()).toMatch(new RegExp(`^# ${variable}=(true|false)$`, "m"));
  }
});

test("parses booleans and lists of integers; reports invalid ones", () => {
  const environment = { WEBHOOKS_ALLOW_LOOPBACK: "True", WEBHOOKS_PORTS: "9443, 10443" };
  const settings = parseSettings({ environment, flags: { "webhooks-allow-cidrs": "10.0.0.0/8" } });
  expect(settings).toMatchObject({
    webhooksAllowLoopback: true,
    webhooksPorts: [9443, 10443],
    webhooksAllowCidrs: ["10.0.0.0/8"],
  });
  expect(parseSettings({ environment: { WEBHOOKS_ALLOW_LOOPBACK: "0" } }).webhooksAllowLoopback).toBe(false);
  expect(faultsOf({ WEBHOOKS_ALLOW_LOOPBACK: "maybe", WEBHOOKS_PORTS: "https,70000" })).toEqual([
    'WEBHOOKS_ALLOW_LOOPBACK is "maybe"; must be true or false.',
    'WEBHOOKS_PORTS is "https,70000"; must be a comma-separated list such as 9443,10443.',
  ]);
  expect(faultsOf({ WEBHOOKS_ALLOW_CIDRS: "10.0.0.0/99" })).toEqual([
    'WEBHOOKS_ALLOW_CIDRS contains "10.0.0.0/99", which is not an IP address or a CIDR range.',
  ]);
});

test("parses the retry delays of webhooks; reports invalid, empty and long ones", () => {
  const delaysOf = (text: string) => retryDelaysOf(parseSettings({ environment: { WEBHOOKS_RETRY_DELAYS: text } }));
  const minutes = [1, 5, 30, 120, 360, 1440];
  expect(retryDelaysOf(parseSettings({ environment: {} }))).toEqual(minutes.map((each) => each * 60_000));
  expect(delaysOf("5s, 90m,7d")).toEqual([5000, 5_400_000, 604_800_000]);
  for (const text of ["5", "0s", "1.5h", "-1m", "1w", ",", "1m;5m", Array(31).fill("1m").join(",")]) {
    const fault = `WEBHOOKS_RETRY_DELAYS is ${JSON.stringify(text)}; must be a comma-separated list such as 10s,1m,10m,1h,12h.`;
    expect(faultsOf({ WEBHOOKS_RETRY_DELAYS: text })).toEqual([fault]);
  }
  expect(faultsOf({ WEBHOOKS_RETRY_DELAYS: "1m,8d" })).toEqual([
    "WEBHOOKS_RETRY_DELAYS contains 8d; a delay must be at most 7d.",
  ]);
});

test("refuses a webhook proxy that is not an http URL of a host, without showing it", () => {
  for (const text of ["https://user:hidden@proxy:3128", "http://user:hidden@proxy/path", "http://%zz:hidden@proxy"]) {
    const [fault = ""] = faultsOf({ WEBHOOKS_PROXY: text });
    expect(fault).toMatch(/^WEBHOOKS_PROXY is invalid \(value not shown\)/);
    expect(fault).not.toContain("hidden");
  }
  expect(faultsOf({ WEBHOOKS_PROXY: "http://user:hidden@proxy:3128" })).toEqual([]);
});

test("rejects settings that need another one", () => {
  expect(faultsOf({ DATABASE_DIRECT_URL: "postgres://wayfare@db.internal/wayfare" })).toStrictEqual([
    "DATABASE_DIRECT_URL is only used together with DATABASE_URL.",
  ]);
  expect(faultsOf({ REQUEST_LOG_POSTGRES_DAYS: "3" })).toStrictEqual([
    "REQUEST_LOG_POSTGRES_DAYS below 30 needs REQUEST_LOG_URL: requests are kept for 30 days.",
  ]);
});

test("reports invalid and repeated tax rates", () => {
  expect(faultsOf({ BILLING_TAX_RATES: "DE=19,DE=7" })).toStrictEqual([
    "BILLING_TAX_RATES contains DE more than once.",
  ]);
  expect(faultsOf({ BILLING_TAX_RATES: "de=19" })).toStrictEqual([
    'BILLING_TAX_RATES is "de=19"; must be a comma-separated list such as DE=19,FR=20,CH=8.1.',
  ]);
});

test("reports a half-configured bucket for webhook attempts without the secret", () => {
  expect(faultsOf({ WEBHOOKS_ARCHIVE: "https://archive" })[0]).toContain("such as s3://wayfare-archive/production");
  const archive = { WEBHOOKS_ARCHIVE: "s3://archive/production" };
  expect(faultsOf({ ...archive, WEBHOOKS_ARCHIVE_SECRET_ACCESS_KEY: "planted" })).toEqual([
    "WEBHOOKS_ARCHIVE_ACCESS_KEY_ID and WEBHOOKS_ARCHIVE_SECRET_ACCESS_KEY must be set together.",
  ]);
  expect(faultsOf({}, { "webhooks-archive-secret-access-key": "planted" })[0]).not.toContain("planted");
});
