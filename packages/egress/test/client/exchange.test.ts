import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { answer, drip, startRawServer } from "./raw-server.ts";
import { answered, failed, makeClient, nearDeadlineMs, post } from "./test-client.ts";

const ok = "HTTP/1.1 200 X\r\n";
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

const slow = [
  { what: "that never begins", phase: "request", first: "", more: "" },
  { what: "whose status line stops", phase: "response", first: "HTTP/1.1 2", more: "" },
  { what: "whose status line drips", phase: "response", first: "HTTP/1.1 200 ", more: "x" },
  { what: "whose headers stop", phase: "response", first: `${ok}a: b`, more: "" },
  { what: "whose headers drip", phase: "response", first: ok, more: "a: b\r\n" },
  { what: "whose interim answers drip", phase: "response", first: "HTTP/1.1 103 X\r\n", more: "a: b\r\n" },
  { what: "whose body stops", phase: "response", first: `${ok}content-length: 9\r\n\r\nx`, more: "" },
  { what: "whose body drips", phase: "response", first: `${ok}content-length: 999\r\n\r\n`, more: "x" },
  { what: "whose chunks drip", phase: "response", first: chunked, more: "1\r\nx\r\n" },
  { what: "whose chunk extension drips", phase: "response", first: `${chunked}1;`, more: "x" },
  { what: "whose trailers drip", phase: "response", first: `${chunked}0\r\n`, more: "a: b\r\n" },
  { what: "that ends only with the connection", phase: "response", first: `${ok}\r\n{}`, more: "" },
];

test.each(slow)(
  "an answer $what ends at the deadline, and its connection is closed",
  async ({ phase, first, more }) => {
    const server = await startRawServer((socket) => {
      socket.write(first);
      if (more !== "") drip(socket, more);
    });
    const outcome = failed(await makeClient({ timeoutMs: nearDeadlineMs }).send(post(server.port)));
    expect(outcome).toMatchObject({ reason: "timeout", phase, address: "127.0.0.1" });
    expect(outcome.timings.totalMs).toBeGreaterThanOrEqual(nearDeadlineMs - 5);
    await server.allClosed();
  },
);

test("a server that does not read a long body ends at the deadline", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.pause() });
  const outcome = failed(
    await makeClient({ timeoutMs: nearDeadlineMs }).send(post(server.port, { body: new Uint8Array(20_000_000) })),
  );
  expect(outcome).toMatchObject({ reason: "timeout", phase: "request" });
  server.sockets[0]?.resume();
  await server.allClosed();
});

test.each([
  { what: "hangs up at once", phase: "request", say: (socket: Socket) => socket.end() },
  { what: "resets at once", phase: "request", say: (socket: Socket) => socket.resetAndDestroy() },
  { what: "hangs up in its headers", phase: "response", say: (socket: Socket) => socket.end(`${ok}a: b\r\n`) },
  {
    what: "hangs up in its body",
    phase: "response",
    say: (socket: Socket) => socket.end(`${ok}content-length: 9\r\n\r\nx`),
  },
  { what: "hangs up in a chunk", phase: "response", say: (socket: Socket) => socket.end(`${chunked}9\r\nx`) },
  { what: "hangs up between chunks", phase: "response", say: (socket: Socket) => socket.end(`${chunked}1\r\nx\r\n`) },
  {
    what: "resets in its body",
    phase: "response",
    say: (socket: Socket) =>
      socket.write(`${ok}content-length: 9\r\n\r\nx`, () => setImmediate(() => socket.resetAndDestroy())),
  },
])("a server that $what is a reset", async ({ phase, say }) => {
  const server = await startRawServer(say);
  const outcome = failed(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "reset", phase, address: "127.0.0.1" });
  expect(server.requests).toHaveLength(1);
});

test("an answer that is shorter than it says is none", async () => {
  const server = await startRawServer((socket) => socket.end(`${ok}connection: close\r\ncontent-length: 9\r\n\r\nx`));
  const outcome = failed(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "protocol", detail: "The answer does not have the length that it says." });
});

test("a server that hangs up before the request is not called again and again", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.resetAndDestroy() });
  const outcome = failed(await makeClient().send(post(server.port)));
  expect(outcome.reason).toMatch(/^(reset|connect)$/);
  expect(server.sockets.length).toBeLessThanOrEqual(2);
});

test.each([
  { what: "garbage", text: "\0\u0001garbage\r\n\r\n" },
  { what: "SSH", text: "SSH-2.0-OpenSSH_9.9\r\n" },
  { what: "HTTP/2", text: "\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d" },
  { what: "HTTP/0.9", text: "<html></html>\r\n" },
  { what: "a version of its own", text: "HTTP/9.9 200 X\r\n\r\n" },
  { what: "a status that is none", text: "HTTP/1.1 9999 X\r\n\r\n" },
  { what: "two lengths", text: `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nxx` },
  { what: "a length beside chunks", text: `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n` },
  { what: "a negative length", text: `${ok}content-length: -1\r\n\r\n` },
  { what: "a chunk size that is none", text: `${chunked}zz\r\n` },
  { what: "a header with a line break of its own", text: `${ok}a\rb: c\r\n\r\n` },
  {
    what: "another protocol to switch to",
    text: "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  },
  { what: "100 Continue, which nobody asked for", text: `HTTP/1.1 100 X\r\n\r\n${answer(200)}` },
  { what: "endless interim answers", text: "HTTP/1.1 103 X\r\n\r\n".repeat(50) },
  { what: "a gigantic header", text: `${ok}a: ${"x".repeat(20_000)}\r\n\r\n` },
  { what: "thousands of headers", text: `${ok}${"a: b\r\n".repeat(10_000)}\r\n` },
  { what: "gigantic trailers", text: `${chunked}0\r\n${"a: b\r\n".repeat(10_000)}\r\n` },
])("$what is no HTTP and closes the connection", async ({ text }) => {
  const server = await startRawServer((socket) => socket.write(text, "latin1"));
  const outcome = failed(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "protocol", address: "127.0.0.1" });
  await server.allClosed();
});

test("an answer that nobody asked for does not become the answer to the next request", async () => {
  const server = await startRawServer((socket, _request, count) => {
    socket.write(answer(200, `mine ${count}`) + (count === 1 ? answer(200, "forged") : ""));
  });
  const client = makeClient();
  for (const body of ["mine 1", "mine 2"]) {
    expect(answered(await client.send(post(server.port))).body.toString()).toBe(body);
  }
});

test("a port where nobody listens is a failure to connect", async () => {
  const server = await startRawServer(() => {});
  const url = `http://127.0.0.9:${server.port}/`;
  const outcome = failed(await makeClient().send(post(server.port, { url })));
  expect(outcome).toMatchObject({ reason: "connect", phase: "connect", address: "127.0.0.9" });
  expect(outcome.detail).toBe("127.0.0.9 did not take the connection (ECONNREFUSED).");
});

test("what a server sent is never in the detail of a failure", async () => {
  const server = await startRawServer((socket) => socket.end(`${ok}content-length: 99\r\nx: <secret>\r\n\r\n<secret>`));
  expect(failed(await makeClient().send(post(server.port))).detail).not.toContain("secret");
});
