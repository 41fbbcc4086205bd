import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServiceProcess, spawnService, waitForAddress } from "../running-service.ts";

const run = promisify(execFile);

let directory: string;
let service: ServiceProcess;
let address: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "wayfare-system-"));
  service = spawnService(directory, { byNpm: true });
  address = await waitForAddress(service);
});

afterAll(async () => {
  service.child.kill("SIGTERM");
  await service.exited;
  await rm(directory, { recursive: true, force: true });
});

interface ResponseBody {
  flights: { cash: { id: string }[]; award: unknown[] }[];
}

async function readJson<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** Returns the printed commands, ready to paste. */
function printedCommands(): string[] {
  return [...service.printed().matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([command]) => command);
}

describe("a first start", () => {
  it("prints two commands that return flights with prices in money and in miles", async () => {
    const commands = printedCommands();
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const { stdout } = await run("sh", ["-c", command], { maxBuffer: 2 ** 24 });
      const response: ResponseBody = JSON.parse(stdout);
      expect(response).toMatchObject({ environment: "test", simulated: true });
      expect(response.flights.length).toBeGreaterThan(0);
      expect(response.flights.some(({ cash }) => cash.length > 0)).toBe(true);
      expect(response.flights.some(({ award }) => award.length > 0)).toBe(true);
      expect("scoreOptions" in response).toBe(command.includes("/v1/search "));
    }
  });

  it("prints that flights and prices are simulated", () => {
    expect(service.printed()).toMatch(/simulated/i);
  });

  it("saves the first key and a sign-in link, readable only by the owner", async () => {
    const path = join(directory, "first-run.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { key, signInUrl } = JSON.parse(await readFile(path, "utf8"));
    expect(key).toMatch(/^key_test_[0-9A-Za-z]{49}$/);
    expect(signInUrl).toMatch(new RegExp(`^${address}/sign-in#`));
    expect(service.printed()).toContain(key);
    expect(service.logged()).not.toContain(key);
  });

  it("creates all files accessible only by the owner", async () => {
    const shared: string[] = [];
    for (const name of await readdir(directory, { recursive: true })) {
      const stats = await stat(join(directory, name)).catch(() => undefined);
      if (stats !== undefined && (stats.mode & 0o077) !== 0) shared.push(name);
    }
    expect(shared).toEqual([]);
  });

  it("creates an offer that can be retrieved at the same price", async () => {
    const { key } = JSON.parse(await readFile(join(directory, "first-run.json"), "utf8"));
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const departureDate = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
    const body = JSON.stringify({ origin: "NYC", destination: "LON", departureDate, includeAward: true, limit: 5 });
    const search = await readJson<ResponseBody>(await fetch(`${address}/v1/search`, { method: "POST", headers, body }));
    const offer = search.flights[0]?.cash[0];
    const again = await readJson<{ status: string; offer: unknown }>(
      await fetch(`${address}/v1/offers/${offer?.id}`, { headers }),
    );
    expect(again.status).toBe("available");
    expect(again.offer).toEqual(offer);
  });

  it("rejects /metrics without METRICS_TOKEN and names the setting", async () => {
    const refused = await fetch(`${address}/metrics`);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("Set METRICS_TOKEN");
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ ready: true });
  });

  it.each(["/healthz", "/readyz", "/openapi.json", "/docs", "/"])("serves %s without a key", async (path) => {
    expect((await fetch(address + path)).status).toBe(200);
  });

  it("rejects a second process on its data directory and names the holder", async () => {
    const second = spawnService(directory);
    expect(await second.exited).toEqual([1, null]);
    expect(second.logged()).toContain(address);
    expect(second.logged()).toMatch(/Another Wayfare/);
    expect(second.logged()).not.toMatch(/\n\s+at /);
  });
});

describe("shutdown and restart", () => {
  it("drains on SIGTERM to npm and leaves only its data", async () => {
    service.child.kill("SIGTERM");
    const [code, signal] = await service.exited;
    expect(code === 0 || signal === "SIGTERM" || code === 143).toBe(true);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
    expect(existsSync(join(directory, "holder.json"))).toBe(false);
  });

  it("restarts with the saved world, prints no key, and accepts the old one", async () => {
    const { key } = JSON.parse(await readFile(join(directory, "first-run.json"), "utf8"));
    service = spawnService(directory);
    address = await waitForAddress(service);
    expect(service.printed()).not.toContain(key);
    expect(service.logged()).not.toMatch(/Generating sandbox data/);
    const response = await fetch(`${address}/v1/places?q=london`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = await readJson<{ data: { code: string }[] }>(response);
    expect(data[0]?.code).toBe("LON");
  });

  it("stops on Ctrl-C", async () => {
    service.child.kill("SIGINT");
    expect(await service.exited).toEqual([0, null]);
  });
});

describe("a signal during the start", () => {
  /** Returns a port that is free at the moment. */
  async function findFreePort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const found = server.address();
    server.close();
    return typeof found === "object" && found !== null ? found.port : 0;
  }

  async function readLoading(port: number): Promise<string[] | undefined> {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return response === undefined ? undefined : (await readJson<{ loading?: string[] }>(response)).loading;
  }

  it.each(["code", "flights"])("ends it cleanly, before %s is loaded or later", async (part) => {
    const port = await findFreePort();
    const own = await mkdtemp(join(tmpdir(), "wayfare-system-"));
    const starting = spawnService(own, { environment: { PORT: String(port) } });
    await expect.poll(async () => (await readLoading(port))?.slice(0, part === "code" ? 5 : 2)).toContain(part);
    starting.child.kill("SIGTERM");
    expect(await starting.exited).toEqual([0, null]);
    expect(existsSync(join(own, "holder.json"))).toBe(false);
    expect(await readLoading(port)).toBeUndefined();
    await rm(own, { recursive: true, force: true });
  });
});
