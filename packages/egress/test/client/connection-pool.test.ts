import { expect, onTestFinished, test, vi } from "vitest";
import { formatResponse, startRawServer } from "./raw-server.ts";
import { expectFailure, expectResponse, makeClient, post } from "./test-client.ts";

const resolving = (...results: readonly string[][]) => {
  const left = [...results];
  return async () => (left.length > 1 ? (left.shift() ?? []) : (left[0] ?? []));
};

test("reuses a kept-alive connection for the next request", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = makeClient();
  for (const reused of [false, true, true]) {
    const { timings, address } = expectResponse(await client.send(post(server.port)));
    expect([timings.connectMs === null, address]).toStrictEqual([reused, "127.0.0.1"]);
  }
  expect(server.sockets).toHaveLength(1);
});

test("opens a connection per concurrent request and reuses them later", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = makeClient();
  const sendAtOnce = () => Promise.all([1, 2, 3].map(() => client.send(post(server.port))));
  for (const outcome of await sendAtOnce()) expect(expectResponse(outcome).timings.connectMs).not.toBeNull();
  for (const outcome of await sendAtOnce()) expect(expectResponse(outcome).timings.connectMs).toBeNull();
  expect(server.sockets).toHaveLength(3);
});

test("does not reuse a connection that the server closes", async () => {
  const server = await startRawServer((socket) => socket.end(formatResponse(200, "", "connection: close\r\n")));
  const client = makeClient();
  for (const _ of [1, 2, 3])
    expect(expectResponse(await client.send(post(server.port))).timings.connectMs).not.toBeNull();
  expect(server.sockets).toHaveLength(3);
});

test("replaces an idle connection that the server closed", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = makeClient();
  expectResponse(await client.send(post(server.port)));
  const closed = server.allClosed();
  server.sockets[0]?.destroy();
  await closed;
  expect(expectResponse(await client.send(post(server.port))).timings.connectMs).not.toBeNull();
});

test.each(["", "keep-alive: timeout=600\r\n"])(
  "closes an idle connection after 30 s, whatever the server announces (%j)",
  async (hint) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startRawServer((socket) => socket.write(formatResponse(200, "", hint)));
    expectResponse(await makeClient().send(post(server.port)));
    // The connection becomes idle in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(29_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await server.allClosed();
  },
);

test("closes the least recently used connection when the pool is full", async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startRawServer((socket) => socket.write(formatResponse(200)))));
  const client = makeClient({ maxIdleConnections: 2 });
  for (const server of servers) expectResponse(await client.send(post(server.port)));
  await servers[0]?.allClosed();
  expect(servers.map((server) => server.sockets.map((socket) => socket.destroyed))).toStrictEqual([
    [true],
    [false],
    [false],
  ]);
});

test("reuses a connection only if its peer passes the check again, and closes it if the name resolves elsewhere", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const resolver = resolving(["127.0.0.1"], ["127.0.0.9", "127.0.0.1"], ["127.0.0.9"]);
  const client = makeClient({ resolver });
  const request = post(server.port, { url: `http://hooks.localhost:${server.port}/` });
  expect(expectResponse(await client.send(request)).timings.connectMs).not.toBeNull();
  expect(expectResponse(await client.send(request)).timings.connectMs).toBeNull();
  expect(expectFailure(await client.send(request))).toMatchObject({ reason: "connect", address: "127.0.0.9" });
  await server.allClosed();
  expect(server.sockets).toHaveLength(1);
});

test("tries the next address when a connection is refused", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = makeClient({ resolver: resolving(["127.0.0.9", "::1", "127.0.0.1"]) });
  const url = `http://hooks.localhost:${server.port}/`;
  expect(expectResponse(await client.send(post(server.port, { url }))).address).toBe("127.0.0.1");
  expect(server.requests[0]?.head).toContain(`host: hooks.localhost:${server.port}\r\n`);
});

test("closes a connection to an unchecked address before a byte is sent", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  // A socket that connects to 0.0.0.0 reaches 127.0.0.1.
  const rules = { allowLoopback: false, allowCidrs: ["0.0.0.0/32"], ports: [server.port] };
  const outcome = expectFailure(
    await makeClient({ rules }).send(post(server.port, { url: `https://0.0.0.0:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "refused", phase: "connect" });
  expect(outcome.detail).toBe("The connection reached an address that was not checked.");
  await server.allClosed();
  expect(server.requests).toStrictEqual([]);
});
