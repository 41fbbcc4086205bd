import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../databases.ts";
import { type ServiceProcess, spawnService, waitForAddress } from "../running-service.ts";

const launcher = fileURLToPath(new URL("../../packages/cli/bin/wayfare.mjs", import.meta.url));

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function wayfare(args: string[], environment: Record<string, string> = {}): Promise<Ran> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [launcher, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, stdout, stderr };
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-system-"));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const order = ["--environment", "live", "--scopes", "usage.write", "--name", "ci"];

interface MadeKey {
  id: string;
  secret: string;
}

describe("wayfare keys with the embedded database", () => {
  let made: MadeKey;
  let service: ServiceProcess | undefined;
  let address: string;
  const at = (...args: string[]) => wayfare(["keys", ...args, "--data-dir", directory]);

  afterAll(async () => {
    service?.child.kill("SIGTERM");
    await service?.exited;
  });

  it("reports all invalid options, without a stack trace and without creating a database", async () => {
    const unused = join(directory, "unused");
    const faults = ["--environment", "prod", "--scopes", "fly", "--allow", "x", "--data-dir", unused];
    const { code, stdout, stderr } = await wayfare(["keys", "create", ...faults]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    for (const flag of ["--environment: ", "--scopes: ", "--name: ", "--allow: "]) expect(stderr).toContain(flag);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(unused)).toBe(false);
  });

  it("refuses a directory without a database, as text and as JSON, and leaves it alone", async () => {
    const refused = await at("create", ...order);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      `wayfare: there is no Wayfare database in ${directory}. Set DATA_DIR or --data-dir to the data directory of the service, or start the service there first.\n`,
    );
    const { error } = JSON.parse((await at("list", "--json")).stderr);
    expect(error).toMatchObject({ code: "DATA_DIRECTORY" });
    expect(await readdir(directory)).toEqual([]);
    const usage = await at("lst", "--json");
    expect(usage).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(usage.stderr)).toMatchObject({ error: { code: "USAGE" } });
  });

  it("creates a key in an empty directory with --create and prints one JSON document", async () => {
    const { code, stdout, stderr } = await at("create", ...order, "--create", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    made = JSON.parse(stdout);
    expect(made).toMatchObject({ name: "ci", environment: "live", scopes: ["usage.write"], status: "active" });
    expect(made.secret).toMatch(/^key_live_[0-9A-Za-z]{49}$/);
  });

  it("starts the service on it without a first key and accepts the key", async () => {
    service = spawnService(directory);
    address = await waitForAddress(service);
    expect(service.printed()).not.toMatch(/key_(test|live|svc)_|undefined/);
    expect(service.printed()).toContain("YOUR_KEY");
    const headers = { authorization: `Bearer ${made.secret}` };
    const response = await fetch(`${address}/v1/keys/self`, { headers });
    expect(await response.json()).toMatchObject({ id: made.id });
  });

  it("creates, lists and revokes keys through the running service", async () => {
    const second = await at(
      "create",
      "--environment",
      "service",
      "--scopes",
      "usage.read,flights.search",
      "--name",
      "shop",
    );
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(second.stdout).toMatch(/^Secret +key_svc_[0-9A-Za-z]{49}$/m);
    expect(second.stdout).toContain("not shown again");
    const listed = await at("list", "--json");
    const { data }: { data: Partial<MadeKey>[] } = JSON.parse(listed.stdout);
    expect(data).toMatchObject([{ name: "shop" }, { id: made.id, name: "ci" }]);
    expect(listed.stdout).not.toContain("secret");
    const revoked = await at("revoke", made.id, "--json");
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id: made.id, status: "revoking" });
    expect((await at("list", "--status", "revoking")).stdout).toMatch(new RegExp(`^${made.id} +live +revoking `, "m"));
  });

  it("searches as a client and prints a table, JSON, or the error of the service", async () => {
    const test = ["--environment", "test", "--scopes", "flights.search", "--name", "terminal", "--json"];
    const { secret }: MadeKey = JSON.parse((await at("create", ...test)).stdout);
    const environment = { WAYFARE_URL: address, WAYFARE_KEY: secret };
    const date = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    const search = (...args: string[]) => wayfare(["search", "JFK", "city:LON", ...args], environment);
    const table = await search(date, "--limit", "3", "--nonstop");
    expect(table).toMatchObject({ code: 0, stderr: "" });
    expect(table.stdout).toMatch(
      /^DEPARTS +ARRIVES +ROUTE +STOPS +DURATION +FLIGHTS +FROM +CANCEL +MILES FROM +CANCEL$/m,
    );
    expect(table.stdout).toMatch(
      new RegExp(
        `^${date} \\d\\d:\\d\\d .*JFK-(LHR|LGW|LTN|STN|LCY|SEN) +nonstop +\\d+ h \\d\\d +.* \\d+\\.\\d\\d USD`,
        "m",
      ),
    );
    expect(JSON.parse((await search(date, "--json", "--limit", "2")).stdout).flights).toHaveLength(2);
    const failed = await search("2020-01-01", "--json");
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: "SEARCH_UNPROCESSABLE" } });
    expect((await wayfare(["search", "JFK", "LHR", date])).stderr).toContain("set WAYFARE_KEY");
  });

  it("prints one sentence on standard error for an unknown id", async () => {
    expect(await at("revoke", "ak_01kahz2j7p3v8c5m9n4q6r7s8t")).toEqual({
      code: 1,
      stdout: "",
      stderr: "wayfare: No such key: ak_01kahz2j7p3v8c5m9n4q6r7s8t.\n",
    });
  });

  it("opens the database directly after the service has stopped and removed its socket", async () => {
    service?.child.kill("SIGTERM");
    await service?.exited;
    expect(existsSync(join(directory, "admin.sock"))).toBe(false);
    const { data }: { data: unknown[] } = JSON.parse((await at("list", "--json")).stdout);
    expect(data).toHaveLength(3);
  });
});

it("creates, lists and revokes keys in PostgreSQL with DATABASE_URL", async () => {
  const { connectionString, drop } = await createTestDatabase("postgresql");
  const environment = {
    DATABASE_URL: connectionString ?? "",
    SERVER_SECRET: `s:${Buffer.alloc(32, 9).toString("base64")}`,
    DATA_DIR: join(directory, "data"),
  };
  const made: MadeKey = JSON.parse((await wayfare(["keys", "create", ...order, "--json"], environment)).stdout);
  const listed = await wayfare(["keys", "list", "--environment", "live", "--json"], environment);
  expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ id: made.id }] });
  const revoked = await wayfare(["keys", "revoke", made.id], environment);
  expect(revoked).toMatchObject({ code: 0, stderr: "" });
  expect(revoked.stdout).toMatch(new RegExp(`^Revoked ${made.id}\\. It keeps working until `));
  await drop();
});
