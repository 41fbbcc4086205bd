import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "@wayfare/sdk";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { closeServer, listenOnLoopback } from "../../../../tests/loopback.ts";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { type RunningApp, runApp } from "../../../service/test/running-app.ts";
import { makeListenActions } from "../../src/actions/listen-actions.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

async function startApp(): Promise<RunningApp> {
  const { database, drop } = await createTestDatabase("pglite");
  const app = await runApp({ database });
  onTestFinished(async () => {
    await app.close();
    await drop();
  });
  return app;
}

/** Starts `listen` against an app; stopped after the test. */
async function startListening({ status = 200, types = [] as string[] } = {}) {
  const app = await startApp();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => received.push({ headers: request.headers, body }))
      .then(() => response.writeHead(status).end("{}"));
  });
  const forward = `${await listenOnLoopback(server)}/hook`;
  onTestFinished(() => closeServer(server));
  const output = { stdout: "", stderr: "" };
  const stop = new AbortController();
  const actions = makeListenActions({
    stdout: { write: (written) => void (output.stdout += written) },
    stderr: { write: (written) => void (output.stderr += written) },
    openSignal: () => stop.signal,
  });
  const service = { url: app.url, key: app.key };
  const earlier = await app.call("/v1/test/events", { body: { type: "key.revoked" } });
  expect(earlier.status).toBe(201);
  const listening = actions.listen(service, { forward, types, secret: undefined, json: false });
  await eventually(() => expect(output.stderr).toContain("Forwarding events"));
  const end = async () => {
    stop.abort();
    await listening;
  };
  onTestFinished(end);
  return { app, actions, service, received, output, end };
}

test("forwards events from now on, signed like deliveries, and prints each", async () => {
  const { actions, service, received, output, end } = await startListening();
  await actions.trigger(service, { type: "booking.confirmed", json: false });
  await eventually(() => expect(received).toHaveLength(1));
  const [secret = ""] = /whsec_\S{44}/.exec(output.stderr) ?? [];
  const { headers = {}, body = "" } = received[0] ?? {};
  const event = await verifyWebhook(body, headers, secret);
  expect(event).toMatchObject({ type: "booking.confirmed", environment: "test", apiVersion: "v1" });
  expect(headers).toMatchObject({ "svc-delivery-id": event.deliveryId, "webhook-id": event.deliveryId });
  await eventually(() => expect(output.stdout).toMatch(/booking\.confirmed {2}evt_\w+ {2}→ 200 \(\d+ ms\)/));
  expect(output.stdout).toContain("Recorded booking.confirmed evt_");
  expect(output.stdout).not.toContain("key.revoked");
  await end();
});

test("continues after the last event when the connection to the service was cut", async () => {
  const app = await startApp();
  const proxy = await startProxy(new URL(app.url));
  const output = { stdout: "", stderr: "" };
  const stop = new AbortController();
  const actions = makeListenActions({
    stdout: { write: (written) => void (output.stdout += written) },
    stderr: { write: (written) => void (output.stderr += written) },
    openSignal: () => stop.signal,
  });
  const input = { forward: null, types: [], secret: undefined, json: true };
  const listening = actions.listen({ url: proxy.url, key: app.key }, input);
  const trigger = async (): Promise<unknown> =>
    (await app.call("/v1/test/events", { body: { type: "booking.confirmed" } })).body.id;
  const printed = () =>
    output.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).event.id);
  await eventually(() => expect(output.stderr).toContain("Listening"));
  const first = await trigger();
  await eventually(() => expect(printed()).toEqual([first]));
  proxy.cut();
  const [second, third] = [await trigger(), await trigger()];
  await eventually(() => expect(output.stderr).toContain("Reconnecting"));
  expect(printed()).toEqual([first]);
  proxy.restore();
  await eventually(() => expect(printed()).toHaveLength(3));
  expect(new Set(printed())).toEqual(new Set([first, second, third]));
  stop.abort();
  await listening;
});

/** A TCP proxy whose connections can be cut. */
async function startProxy({ hostname, port }: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createTcpServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on("error", () => {});
      each.on("close", () => {
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return { url, cut, restore: () => void (isCut = false) };
}

test("skips other types and shows the status of a failed forward", async () => {
  const { actions, service, received, output } = await startListening({ status: 500, types: ["key.revoked"] });
  await actions.trigger(service, { type: "booking.confirmed", json: false });
  await actions.trigger(service, { type: "key.revoked", json: true });
  await eventually(() => expect(output.stdout).toMatch(/key\.revoked {2}evt_\w+ {2}→ 500/));
  expect(received).toHaveLength(1);
});

test("rejects a missing key, an unknown type and an invalid key", async () => {
  const { actions, service } = await startListening();
  const input = { type: "booking.confirmed", json: false };
  await expect(actions.trigger({ ...service, key: undefined }, input)).rejects.toThrow("set WAYFARE_KEY");
  await expect(actions.trigger(service, { ...input, type: "x" })).rejects.toThrow("unknown event type x");
  await expect(actions.trigger({ ...service, key: "key_test_1" }, input)).rejects.toThrow("AUTH_INVALID");
});
