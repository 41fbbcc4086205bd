import { expect, onTestFinished, test, vi } from "vitest";
import { answer, startRawServer } from "./raw-server.ts";
import { answered, failed, makeClient, post } from "./test-client.ts";

const resolving = (...answers: readonly string[][]) => {
  const left = [...answers];
  return async () => (left.length > 1 ? (left.shift() ?? []) : (left[0] ?? []));
};

test("a connection is kept alive for the next request, which connects in no time at all", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = makeClient();
  for (const reused of [false, true, true]) {
    const { timings, address } = answered(await client.send(post(server.port)));
    expect([timings.connectMs === null, address]).toStrictEqual([reused, "127.0.0.1"]);
  }
  expect(server.sockets).toHaveLength(1);
});

test("requests at the same time have a connection each, and later ones use them again", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = makeClient();
  const sendAtOnce = () => Promise.all([1, 2, 3].map(() => client.send(post(server.port))));
  for (const outcome of await sendAtOnce()) expect(answered(outcome).timings.connectMs).not.toBeNull();
  for (const outcome of await sendAtOnce()) expect(answered(outcome).timings.connectMs).toBeNull();
  expect(server.sockets).toHaveLength(3);
});

test("a connection that the server closes is not used again", async () => {
  const server = await startRawServer((socket) => socket.end(answer(200, "", "connection: close\r\n")));
  const client = makeClient();
  for (const _ of [1, 2, 3]) expect(answered(await client.send(post(server.port))).timings.connectMs).not.toBeNull();
  expect(server.sockets).toHaveLength(3);
});

test("a connection that the server closed while it was idle is replaced, and the request arrives", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = makeClient();
  answered(await client.send(post(server.port)));
  const closed = server.allClosed();
  server.sockets[0]?.destroy();
  await closed;
  expect(answered(await client.send(post(server.port))).timings.connectMs).not.toBeNull();
});

test.each(["", "keep-alive: timeout=600\r\n"])(
  "an idle connection is closed after 30 s, whatever it hears (%j)",
  async (hint) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startRawServer((socket) => socket.write(answer(200, "", hint)));
    answered(await makeClient().send(post(server.port)));
    // The connection is idle from the next turn of the loop on.
    await new Promise((resolve) => setImmediate(resolve));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(29_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await server.allClosed();
  },
);

test("the connection used least lately makes room for another", async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startRawServer((socket) => socket.write(answer(200)))));
  const client = makeClient({ maxIdleConnections: 2 });
  for (const server of servers) answered(await client.send(post(server.port)));
  await servers[0]?.allClosed();
  expect(servers.map((server) => server.sockets.map((socket) => socket.destroyed))).toStrictEqual([
    [true],
    [false],
    [false],
  ]);
});

test("a connection is used again only where its peer was vetted again, and is closed where the name moved on", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const resolver = resolving(["127.0.0.1"], ["127.0.0.9", "127.0.0.1"], ["127.0.0.9"]);
  const client = makeClient({ resolver });
  const request = post(server.port, { url: `http://hooks.localhost:${server.port}/` });
  expect(answered(await client.send(request)).timings.connectMs).not.toBeNull();
  expect(answered(await client.send(request)).timings.connectMs).toBeNull();
  expect(failed(await client.send(request))).toMatchObject({ reason: "connect", address: "127.0.0.9" });
  await server.allClosed();
  expect(server.sockets).toHaveLength(1);
});

test("an address that does not take the connection gives way to the next one", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = makeClient({ resolver: resolving(["127.0.0.9", "::1", "127.0.0.1"]) });
  const url = `http://hooks.localhost:${server.port}/`;
  expect(answered(await client.send(post(server.port, { url }))).address).toBe("127.0.0.1");
  expect(server.requests[0]?.head).toContain(`host: hooks.localhost:${server.port}\r\n`);
});

test("a connection that leads to another address than the vetted one is closed before a byte is sent", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  // A socket that is told to call 0.0.0.0 ends at 127.0.0.1.
  const rules = { allowLoopback: false, allowCidrs: ["0.0.0.0/32"], ports: [server.port] };
  const outcome = failed(
    await makeClient({ rules }).send(post(server.port, { url: `https://0.0.0.0:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "refused", phase: "connect" });
  expect(outcome.detail).toBe("The connection led to another address than the vetted one.");
  await server.allClosed();
  expect(server.requests).toStrictEqual([]);
});
