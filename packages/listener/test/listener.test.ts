import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { type Problem, systemClock } from "@wayfare/contract";
import { parseSettings } from "@wayfare/settings";
import { expect, onTestFinished, test } from "vitest";
import {
  type ConnectionEnd,
  describeStartFailure,
  type Listener,
  type ListenerOptions,
  openListener,
  openServicePort,
} from "../src/index.ts";

const host = "127.0.0.1";

async function open(options: Partial<ListenerOptions> = {}): Promise<Listener & { origin: string }> {
  const listener = await openListener({
    host,
    port: 0,
    publicUrlOf: (port) => `http://localhost:${port}`,
    clock: systemClock,
    ...options,
  });
  onTestFinished(async () => {
    listener.closeAllConnections();
    await listener.close();
  });
  return { ...listener, origin: `http://${host}:${listener.port}` };
}

/** Sends text on a new connection. Resolves with everything received when the server has closed it. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, host);
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return received;
}

test("during the start, /healthz returns 200 and /readyz lists the parts that are not loaded", async () => {
  const { origin, loaded } = await open();
  const health = await fetch(`${origin}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, '{"ok":true}']);
  expect(health.headers.get("request-id")).toMatch(/^req_/);
  expect(health.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(health.headers.get("strict-transport-security")).toBeNull();
  const read = async () => {
    const response = await fetch(`${origin}/readyz?verbose`);
    expect(response.status).toBe(503);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return response.json();
  };
  const rest = ["database", "migrations", "flights", "search_threads"];
  expect(await read()).toEqual({ ready: false, loading: ["code", ...rest] });
  loaded("code");
  expect(await read()).toEqual({ ready: false, loading: rest });
  const head = await fetch(`${origin}/healthz`, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([200, "", "11"]);
});

test("during the start, every other request gets a 503 problem that says so, and is counted", async () => {
  const { origin, refused, publicUrl } = await open();
  const requests: [string, RequestInit][] = [
    ["/", {}],
    ["/metrics", {}],
    ["/healthz", { method: "POST" }],
    ["/v1/search", { method: "POST", body: "x".repeat(100_000) }],
    ["/portal/session", {}],
  ];
  for (const [path, init] of requests) {
    const response = await fetch(origin + path, init);
    const problem = (await response.json()) as Problem;
    expect(response.status, path).toBe(503);
    expect(response.headers.get("retry-after"), path).toBe("2");
    expect(response.headers.get("cache-control"), path).toBe("no-store");
    expect(response.headers.get("content-type"), path).toContain("application/problem+json");
    expect(response.headers.get("x-frame-options"), path).toBe(/^.(v1|portal)/.test(path) ? null : "SAMEORIGIN");
    expect(problem, path).toMatchObject({ code: "OVERLOADED", status: 503, type: `${publicUrl}/errors/OVERLOADED` });
    expect(problem.detail, path).toContain("is starting");
    expect(problem.requestId, path).toBe(response.headers.get("request-id"));
  }
  expect(refused()).toBe(requests.length);
});

test("sends Strict-Transport-Security from the start, if the public URL uses HTTPS", async () => {
  const { origin } = await open({ publicUrlOf: () => "https://flights.example.com" });
  for (const path of ["/healthz", "/v1/search"])
    expect((await fetch(origin + path)).headers.get("strict-transport-security")).toContain("max-age=");
});

test("the handover loses no request and closes no connection", async () => {
  const { port, server, handOver } = await open();
  let connections = 0;
  server.on("connection", () => connections++);
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => agents.forEach((agent) => agent.destroy()));
  const send = async (agent: Agent): Promise<number> => {
    const sent = request({ agent, host, port, path: "/v1/search", method: "POST" });
    const answered = once(sent, "response");
    sent.end("{}");
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return response.statusCode ?? 0;
  };
  const statuses: number[][] = [[], [], [], []];
  let handled = 0;
  const streams = agents.map(async (agent, at) => {
    // Each stream continues until it has reached the service.
    while (statuses[at]?.at(-1) !== 200) statuses[at]?.push(await send(agent));
  });
  await expect.poll(() => Math.min(...statuses.map(({ length }) => length))).toBeGreaterThan(5);
  handOver((incoming, response) => {
    handled++;
    incoming.resume();
    response.end();
  });
  await Promise.all(streams);
  expect(connections).toBe(agents.length);
  expect(handled).toBe(agents.length);
  for (const each of statuses) expect(each.slice(0, -1).every((status) => status === 503)).toBe(true);
});

test("a request whose body is still on its way at the handover gets its 503, and the next one on its connection is served", async () => {
  const { port, handOver } = await open();
  const socket = connect(port, host);
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  socket.write("POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{");
  await expect.poll(() => received).toContain("HTTP/1.1 503");
  handOver((_request, response) => response.end("served"));
  socket.write("  }GET /v1/places HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => received).toContain("served");
});

test("limits on connections apply during the start", async () => {
  const ends: ConnectionEnd[] = [];
  const listener = await open({ connections: { headersMs: 50, requestMs: 100, checkEveryMs: 10, maxPipelined: 2 } });
  listener.observe((end) => ends.push(end));
  const overflow = await sendRaw(listener.port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(17 * 1024)}\r\n\r\n`);
  expect(overflow).toContain("Request headers are too large");
  expect(await sendRaw(listener.port, "nonsense\r\n\r\n")).toContain("Malformed HTTP/1.1 request.");
  expect(await sendRaw(listener.port, "GET / HTTP/1.1\r\n")).toContain("Timed out");
  expect(ends).toEqual(["request_not_sent"]);
});

test("a port in use and a foreign address are reported in one sentence", async () => {
  const holder = createServer().listen(0, host);
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const address = holder.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const settings = (environment: Record<string, string>) => parseSettings({ environment });
  const used = await openServicePort(settings({ PORT: String(port) })).catch((error: unknown) => error);
  expect(describeStartFailure(used)).toBe(
    `Port ${port} on ${host} is already in use. Stop the other process, or set PORT to a free port.`,
  );
  const foreign = await openServicePort(settings({ HOST: "192.0.2.1" })).catch((error: unknown) => error);
  expect(describeStartFailure(foreign)).toBe("HOST 192.0.2.1 is not an address of this machine.");
});

test("localhost stands for all its addresses, with the same port", async () => {
  const { port } = await open({ host: "localhost" });
  for (const { address, family } of await lookup("localhost", { all: true })) {
    const url = `http://${family === 6 ? `[${address}]` : address}:${port}/healthz`;
    expect(await fetch(url), url).toMatchObject({ status: 200 });
  }
});

test("closes the port at once, and connections as they become idle", async () => {
  const { port, close } = await open();
  const idle = connect(port, host);
  const uploading = connect(port, host);
  for (const socket of [idle, uploading]) socket.resume().on("error", () => {});
  const closed = Promise.all([once(idle, "close"), once(uploading, "close")]);
  uploading.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
  await Promise.all([once(idle, "connect"), once(uploading, "data")]);
  await Promise.all([close(), close(), closed]);
  const refusal = connect(port, host);
  await expect(once(refusal, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
