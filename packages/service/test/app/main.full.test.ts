import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStartFailure } from "@wayfare/listener";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { copyPreparedDatabase } from "../../../../tests/prepared-database.ts";
import { type RunningService, startService } from "../../src/app/main.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import { makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

/** Creates a data directory with a migrated, empty database. */
async function temporaryDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
  await copyPreparedDatabase(directory);
  return directory;
}

async function start(environment: Record<string, string>): Promise<{ service: RunningService; printed: string }> {
  let printed = "";
  const settings = parseSettings({ environment: { PORT: "0", SHUTDOWN_GRACE_MS: "0", ...environment } });
  const service = await startService(settings, {
    makeSupply: async () => makeSupply([supplierOf("sandbox", [makeFlight()])]),
    stdout: { write: (text) => (printed += text) },
    log: pino({ enabled: false }),
  });
  onTestFinished(() => service.close());
  return { service, printed };
}

test("the first start creates a working key, prints it once and stores it until the first sign-in", async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, "first-run.json");
  const first = await start({ DATA_DIR: directory });
  const { key, signInUrl } = JSON.parse(readFileSync(file, "utf8"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(first.printed).toContain(key);
  expect(first.printed).toContain(signInUrl);
  const headers = { authorization: `Bearer ${key}` };
  expect(await fetch(`${first.service.publicUrl}/v1/places?q=lon`, { headers })).toMatchObject({ status: 200 });
  await first.service.close();

  const second = await start({ DATA_DIR: directory });
  expect(second.printed).not.toContain(key);
  expect(second.printed).toContain(file);
  const signIn = (token: string) =>
    fetch(`${second.service.publicUrl}/portal/session/link`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ token }),
    });
  expect(await signIn("wrong")).toMatchObject({ status: 404 });
  expect(existsSync(file)).toBe(true);
  const token = new URL(signInUrl).hash.slice(1);
  expect(await signIn(token)).toMatchObject({ status: 200 });
  expect(existsSync(file)).toBe(false);
  expect(await signIn(token)).toMatchObject({ status: 404 });
});

test("prints commands at the start of lines", async () => {
  const { printed, service } = await start({ DATA_DIR: await temporaryDirectory() });
  expect(printed).toContain(`\ncurl -sS ${service.publicUrl}/v1/flights/search \\\n`);
  expect(printed).toContain(`\ncurl -sS ${service.publicUrl}/v1/search \\\n`);
});

test("describes a port in use in one sentence and releases the data directory", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const directory = await temporaryDirectory();
  const failure = await start({ DATA_DIR: directory, PORT: String(port) }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the other process, or set PORT to a free port.`,
  );
  await start({ DATA_DIR: directory });
});

test("a second process on the same data directory fails and names the directory", async () => {
  const directory = await temporaryDirectory();
  await start({ DATA_DIR: directory });
  const failure = await start({ DATA_DIR: directory }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toContain(directory);
});

test("a start with a plan that sign-ups cannot get fails and names the setting, unless sign-up is closed", async () => {
  const directory = await temporaryDirectory();
  const environment = { DATA_DIR: directory, SIGN_UP_PLAN: "starter" };
  const failure = await start({ ...environment, SIGN_UP: "invite" }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toMatch(/^SIGN_UP_PLAN is "starter", but the plan does not exist/);
  await start(environment);
});

test("a worker serves health checks but no API", async () => {
  const { service } = await start({ DATA_DIR: await temporaryDirectory(), ROLE: "worker" });
  expect(await fetch(`${service.publicUrl}/healthz`)).toMatchObject({ status: 200 });
  expect(await fetch(`${service.publicUrl}/v1/search`, { method: "POST" })).toMatchObject({ status: 404 });
});

test("a worker is ready without a world", async () => {
  const directory = await temporaryDirectory();
  const steps: string[] = [];
  const settings = parseSettings({ environment: { PORT: "0", DATA_DIR: directory, ROLE: "worker" } });
  const service = await startService(settings, {
    makeSupply: makeSandboxSupply,
    onProgress: (step) => steps.push(step),
    stdout: { write: () => {} },
    log: pino({ enabled: false }),
  });
  onTestFinished(() => service.close());
  expect(await fetch(`${service.publicUrl}/readyz`)).toMatchObject({ status: 200 });
  expect(steps.filter((step) => step.startsWith("Generating"))).toEqual([]);
  expect(existsSync(join(directory, "world"))).toBe(false);
});

test("closes a connection with an incomplete body when the grace period ends, then closes the rest", async () => {
  const directory = await temporaryDirectory();
  const { service } = await start({ DATA_DIR: directory, SHUTDOWN_GRACE_MS: "100" });
  const { key } = JSON.parse(readFileSync(join(directory, "first-run.json"), "utf8"));
  const socket = connect(service.port, "127.0.0.1");
  const head = `POST /v1/search HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 99\r\nExpect: 100-continue\r\n\r\n{`);
  socket.on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "data");
  await service.close();
  await closed;
  expect(await start({ DATA_DIR: directory })).toMatchObject({ service: { port: expect.any(Number) } });
});

test("during the shutdown delay it is not ready, serves requests and closes their connections", async () => {
  const directory = await temporaryDirectory();
  const { service } = await start({ DATA_DIR: directory });
  const { key } = JSON.parse(readFileSync(join(directory, "first-run.json"), "utf8"));
  service.beginShutdown();
  expect(await fetch(`${service.publicUrl}/readyz`)).toMatchObject({ status: 503 });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.publicUrl}/v1/places?q=lon`, { headers });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get("connection")).toBe("close");
});

test("rejects new work with 503 while draining", async () => {
  const { service } = await start({ DATA_DIR: await temporaryDirectory(), SHUTDOWN_GRACE_MS: "1000" });
  const closing = service.close();
  const answer = await fetch(`${service.publicUrl}/v1/search`, { method: "POST" });
  expect(answer).toMatchObject({ status: 503 });
  expect(answer.headers.get("connection")).toBe("close");
  await closing;
  await expect(fetch(`${service.publicUrl}/healthz`)).rejects.toThrow("fetch failed");
});

test.each([
  ["the embedded database", {}],
  ["PostgreSQL", { DATABASE_URL: "postgresql://wayfare@127.0.0.1:1/wayfare", SERVER_SECRET: `a:${"A".repeat(44)}` }],
])("rejects a data directory that other users can access, with %s", async (_engine, environment) => {
  const directory = await temporaryDirectory();
  writeFileSync(join(directory, "file"), "");
  chmodSync(directory, 0o755);
  const failure = await start({ DATA_DIR: directory, ...environment }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toContain(
    `${directory} can be reached by other users of this machine (mode 0755). Run \`chmod 700 ${directory}\``,
  );
});
