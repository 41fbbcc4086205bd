import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../eventually.ts";
import { copyPreparedDatabase } from "../prepared-database.ts";
import { spawnService, waitForAddress } from "../running-service.ts";

const launcher = fileURLToPath(new URL("../../packages/cli/bin/wayfare.mjs", import.meta.url));
const secretOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;
const secrets = { a: secretOf("a", 1), ba: `${secretOf("b", 2)},${secretOf("a", 1)}`, b: secretOf("b", 2) };

/** Creates a data directory and runs the service and the CLI on it with different server secrets. */
async function open() {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await copyPreparedDatabase(directory);
  const start = (serverSecret: string) => {
    const service = spawnService(directory, { environment: { LOG_LEVEL: "error", SERVER_SECRET: serverSecret } });
    onTestFinished(() => void service.child.kill("SIGKILL"));
    return service;
  };
  return {
    start,
    async run(serverSecret: string) {
      const service = start(serverSecret);
      const url = await waitForAddress(service);
      const stop = async () => {
        service.child.kill("SIGTERM");
        await service.exited;
      };
      return { url, stop };
    },
    async wayfare(serverSecret: string, ...args: string[]) {
      const env = { ...process.env, DATA_DIR: directory, SERVER_SECRET: serverSecret };
      const { stdout } = await promisify(execFile)(process.execPath, [launcher, ...args, "--json"], { env });
      return JSON.parse(stdout);
    },
  };
}

/** Starts a subscriber that passes challenges and records the bodies and signatures of deliveries. */
async function openSubscriber() {
  const deliveries: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    const token = request.headers["svc-challenge"];
    const body = await text(request);
    if (token === undefined) deliveries.push({ body, signature: String(request.headers["svc-signature"]) });
    response.end(token === undefined ? "{}" : String(token));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { deliveries, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/` };
}

async function call(
  url: string,
  key: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, string> }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { headers, ...sent });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("replaces server secret a by b in steps, and refuses to start with b alone while a is in use", async () => {
  const { start, run, wayfare } = await open();
  const subscriber = await openSubscriber();
  const create = (name: string) =>
    wayfare(
      secrets.a,
      "keys",
      "create",
      "--create",
      "--environment",
      "test",
      "--scopes",
      "usage.read,usage.write",
      "--name",
      name,
    );
  const [used, idle] = [await create("used"), await create("idle")];
  const first = await run(secrets.a);
  const { body: webhook } = await call(`${first.url}/v1/webhooks`, used.secret, { url: subscriber.url, events: ["*"] });
  const read = () => call(`${first.url}/v1/webhooks/${webhook.id}`, used.secret);
  await eventually(async () => expect((await read()).body).toMatchObject({ status: "active" }));
  await first.stop();

  const unknown = start(secrets.b);
  expect(await unknown.exited).toEqual([1, null]);
  expect(unknown.logged()).toContain("Add it after the new one.");

  const both = await run(secrets.ba);
  expect((await call(`${both.url}/v1/keys/self`, used.secret)).status).toBe(200);
  await both.stop();
  const early = start(secrets.b);
  expect(await early.exited).toEqual([1, null]);
  expect(early.logged()).toContain("still in use by 1 webhook secret and 1 API key.");

  const rotating = await run(secrets.ba);
  const rotation = await wayfare(secrets.ba, "secrets", "rotate");
  expect(rotation).toMatchObject({ current: "b", resealed: { webhookSecrets: 1, authenticators: 0 } });
  expect(rotation.keys).toMatchObject([{ id: idle.id, secretId: "a" }]);
  await rotating.stop();

  const stillEarly = start(secrets.b);
  expect(await stillEarly.exited).toEqual([1, null]);
  expect(stillEarly.logged()).toContain("still in use by 1 API key.");
  expect(await wayfare(secrets.b, "secrets", "drop", "a")).toMatchObject({ revokedKeys: 1, keys: [] });

  const { url } = await run(secrets.b);
  expect((await call(`${url}/v1/keys/self`, idle.secret)).status).toBe(401);
  const { body: sent } = await call(`${url}/v1/webhooks/${webhook.id}/test`, used.secret, {});
  await eventually(async () => {
    const { body: delivery } = await call(`${url}/v1/deliveries/${sent.deliveryId}`, used.secret);
    expect(delivery).toMatchObject({ status: "delivered", attemptCount: 1 });
  });
  const { body = "", signature = "" } = subscriber.deliveries.at(-1) ?? {};
  const [, timestamp, digest] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? [];
  expect(createHmac("sha256", String(webhook.secret)).update(`${timestamp}.${body}`).digest("hex")).toBe(digest);
});
