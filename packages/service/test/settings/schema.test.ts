import { expect, test } from "vitest";
import { renderEnvironmentExample, renderSettingsPage } from "../../src/settings/document.ts";
import { parseSettings, SettingsError } from "../../src/settings/parse.ts";
import { settingEntries } from "../../src/settings/schema.ts";
import { guardRulesOf } from "../../src/webhooks/guard-rules.ts";

function faultsOf(environment: Record<string, string>, flags: Record<string, string> = {}): readonly string[] {
  try {
    parseSettings({ environment, flags });
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

test("nothing set gives the defaults, and an empty variable is not set", () => {
  expect(parseSettings({ environment: { PORT: "" } })).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    dataDir: "./data",
    databaseUrl: null,
    trustProxy: [],
    role: "all",
  });
});

test("a flag wins over a variable, and lists are split", () => {
  const environment = { PORT: "1000", TRUST_PROXY: "10.0.0.0/8, ::1", PATH: "/bin" };
  expect(parseSettings({ environment, flags: { port: "2000" } })).toMatchObject({
    port: 2000,
    trustProxy: ["10.0.0.0/8", "::1"],
  });
});

test("all faults are named together, with what was found and what it should be", () => {
  expect(faultsOf({ PORT: "80x", ROLE: "boss", SEARCH_DEADLINE_MS: "1" }, { colour: "red", host: "" })).toEqual([
    "--colour is not a setting.",
    '--host is ""; it should be text that is not empty.',
    'PORT is "80x"; it should be a whole number from 0 to 65535.',
    'ROLE is "boss"; it should be one of all, api, worker.',
    'SEARCH_DEADLINE_MS is "1"; it should be a whole number from 50 to 60000.',
  ]);
});

test("a secret is never repeated", () => {
  const faults = faultsOf({ SERVER_SECRET: "hush", DATABASE_URL: "mysql://user:hush@host/db" }).join("\n");
  expect(faults).toContain("SERVER_SECRET is not usable");
  expect(faults).toContain("DATABASE_URL is not usable");
  expect(faults).not.toContain("hush");
});

test("a database of one's own needs a server secret", () => {
  expect(faultsOf({ DATABASE_URL: "postgres://localhost/wayfare" })).toEqual([
    expect.stringContaining("SERVER_SECRET is required with DATABASE_URL"),
  ]);
});

test("every setting is on the page and in the example", () => {
  for (const { variable, flag } of settingEntries) {
    expect(renderSettingsPage()).toContain(`| \`${variable}\` | \`${flag}\` |`);
    expect(renderEnvironmentExample()).toContain(`# ${variable}=`);
  }
});

test("booleans and lists of numbers are read, and what is none is named", () => {
  const environment = { WEBHOOKS_ALLOW_LOOPBACK: "True", WEBHOOKS_PORTS: "9443, 10443" };
  const settings = parseSettings({ environment, flags: { "webhooks-allow-cidrs": "10.0.0.0/8" } });
  expect(settings).toMatchObject({
    webhooksAllowLoopback: true,
    webhooksPorts: [9443, 10443],
    webhooksAllowCidrs: ["10.0.0.0/8"],
  });
  expect(parseSettings({ environment: { WEBHOOKS_ALLOW_LOOPBACK: "0" } }).webhooksAllowLoopback).toBe(false);
  expect(faultsOf({ WEBHOOKS_ALLOW_LOOPBACK: "maybe", WEBHOOKS_PORTS: "https,70000" })).toEqual([
    'WEBHOOKS_ALLOW_LOOPBACK is "maybe"; it should be true or false.',
    'WEBHOOKS_PORTS is "https,70000"; it should be a comma-separated list such as 9443,10443.',
  ]);
  expect(faultsOf({ WEBHOOKS_ALLOW_CIDRS: "10.0.0.0/99" })).toEqual([
    'WEBHOOKS_ALLOW_CIDRS holds "10.0.0.0/99", which is no address and no CIDR range.',
  ]);
});

test("webhooks may call loopback by default only with the embedded database and a loopback HOST", () => {
  const rulesOf = (environment: Record<string, string>) => guardRulesOf(parseSettings({ environment }));
  const external = { DATABASE_URL: "postgresql://db/wayfare", SERVER_SECRET: `a:${"A".repeat(43)}=` };
  expect(rulesOf({})).toEqual({ allowLoopback: true, allowCidrs: [], ports: [] });
  expect(rulesOf(external)).toMatchObject({ allowLoopback: false });
  for (const host of ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LOCALHOST"]) {
    expect(rulesOf({ HOST: host }), host).toMatchObject({ allowLoopback: true });
    expect(rulesOf({ ...external, HOST: host }), host).toMatchObject({ allowLoopback: false });
  }
  for (const host of ["0.0.0.0", "::", "192.168.0.7", "fd00::1", "wayfare.internal", "localhost.example"]) {
    expect(rulesOf({ HOST: host }), host).toMatchObject({ allowLoopback: false });
    expect(rulesOf({ HOST: host, WEBHOOKS_ALLOW_LOOPBACK: "true" }), host).toMatchObject({ allowLoopback: true });
  }
  expect(rulesOf({ ...external, WEBHOOKS_ALLOW_LOOPBACK: "true" })).toMatchObject({ allowLoopback: true });
  expect(rulesOf({ WEBHOOKS_ALLOW_LOOPBACK: "false" })).toMatchObject({ allowLoopback: false });
  expect(rulesOf({ WEBHOOKS_ALLOW_CIDRS: "10.1.2.3", WEBHOOKS_PORTS: "9443" })).toMatchObject({
    allowCidrs: ["10.1.2.3/32"],
    ports: [9443],
  });
});
