import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { bringDatabase } from "../../../../tests/prepared-database.ts";
import { describeStartFailure } from "../../src/app/failure.ts";
import { type RunningService, startService } from "../../src/app/main.ts";
import { parseSettings } from "../../src/settings/parse.ts";
import { makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

/** A data directory with a database that is migrated and empty. */
async function temporaryDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
  await bringDatabase(directory);
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

test("the first start makes a key that works, prints it once and keeps it until the first sign-in", async () => {
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

test("the commands that are printed stand at the start of their lines", async () => {
  const { printed, service } = await start({ DATA_DIR: await temporaryDirectory() });
  expect(printed).toContain(`\ncurl -sS ${service.publicUrl}/v1/flights/search \\\n`);
  expect(printed).toContain(`\ncurl -sS ${service.publicUrl}/v1/search \\\n`);
});

test("a port that is taken is one clear sentence, and leaves nothing locked", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const directory = await temporaryDirectory();
  const failure = await start({ DATA_DIR: directory, PORT: String(port) }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop what is using it, or set PORT to another one.`,
  );
  await start({ DATA_DIR: directory });
});

test("a second process on the same data directory is told who has it", async () => {
  const directory = await temporaryDirectory();
  await start({ DATA_DIR: directory });
  const failure = await start({ DATA_DIR: directory }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toContain(directory);
});

test("a worker serves health but no searches", async () => {
  const { service } = await start({ DATA_DIR: await temporaryDirectory(), ROLE: "worker" });
  expect(await fetch(`${service.publicUrl}/healthz`)).toMatchObject({ status: 200 });
  expect(await fetch(`${service.publicUrl}/v1/search`, { method: "POST" })).toMatchObject({ status: 404 });
});

test("a body that never ends is cut when the grace is over, and the rest closes in order", async () => {
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

test("while leaving, it is not ready and answers everything, each answer ending its connection", async () => {
  const directory = await temporaryDirectory();
  const { service } = await start({ DATA_DIR: directory });
  const { key } = JSON.parse(readFileSync(join(directory, "first-run.json"), "utf8"));
  service.leave();
  expect(await fetch(`${service.publicUrl}/readyz`)).toMatchObject({ status: 503 });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.publicUrl}/v1/places?q=lon`, { headers });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get("connection")).toBe("close");
});

test("while it is going down, new work on old and new connections is answered", async () => {
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
])("refuses a data directory that others can reach, with %s", async (_engine, environment) => {
  const directory = await temporaryDirectory();
  writeFileSync(join(directory, "file"), "");
  chmodSync(directory, 0o755);
  const failure = await start({ DATA_DIR: directory, ...environment }).catch((error: unknown) => error);
  expect(describeStartFailure(failure)).toContain(
    `${directory} can be reached by other users of this machine (mode 0755). Run \`chmod 700 ${directory}\``,
  );
});
