import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { drip, formatResponse, startRawServer } from "./raw-server.ts";
import { expectFailure, expectResponse, makeClient, post, shortTimeoutMs } from "./test-client.ts";

const ok = "HTTP/1.1 200 X\r\n";
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

const slow = [
  { what: "that never begins", phase: "request", first: "", more: "" },
  { what: "whose status line stops", phase: "response", first: "HTTP/1.1 2", more: "" },
  { what: "whose status line drips", phase: "response", first: "HTTP/1.1 200 ", more: "x" },
  { what: "whose headers stop", phase: "response", first: `${ok}a: b`, more: "" },
  { what: "whose headers drip", phase: "response", first: ok, more: "a: b\r\n" },
  { what: "whose interim responses drip", phase: "response", first: "HTTP/1.1 103 X\r\n", more: "a: b\r\n" },
  { what: "whose body stops", phase: "response", first: `${ok}content-length: 9\r\n\r\nx`, more: "" },
  { what: "whose body drips", phase: "response", first: `${ok}content-length: 999\r\n\r\n`, more: "x" },
  { what: "whose chunks drip", phase: "response", first: chunked, more: "1\r\nx\r\n" },
  { what: "whose chunk extension drips", phase: "response", first: `${chunked}1;`, more: "x" },
  { what: "whose trailers drip", phase: "response", first: `${chunked}0\r\n`, more: "a: b\r\n" },
  { what: "that ends only with the connection", phase: "response", first: `${ok}\r\n{}`, more: "" },
];

test.each(slow)("times out and closes the connection for a response $what", async ({ phase, first, more }) => {
  const server = await startRawServer((socket) => {
    socket.write(first);
    if (more !== "") drip(socket, more);
  });
  const outcome = expectFailure(await makeClient({ timeoutMs: shortTimeoutMs }).send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "timeout", phase, address: "127.0.0.1" });
  expect(outcome.timings.totalMs).toBeGreaterThanOrEqual(shortTimeoutMs - 5);
  await server.allClosed();
});

test("times out when the server does not read a long body", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.pause() });
  const outcome = expectFailure(
    await makeClient({ timeoutMs: shortTimeoutMs }).send(post(server.port, { body: new Uint8Array(20_000_000) })),
  );
  expect(outcome).toMatchObject({ reason: "timeout", phase: "request" });
  server.sockets[0]?.resume();
  await server.allClosed();
});

test.each([
  { what: "closes the connection at once", phase: "request", respond: (socket: Socket) => socket.end() },
  { what: "resets the connection at once", phase: "request", respond: (socket: Socket) => socket.resetAndDestroy() },
  {
    what: "closes the connection in the headers",
    phase: "response",
    respond: (socket: Socket) => socket.end(`${ok}a: b\r\n`),
  },
  {
    what: "closes the connection in the body",
    phase: "response",
    respond: (socket: Socket) => socket.end(`${ok}content-length: 9\r\n\r\nx`),
  },
  {
    what: "closes the connection in a chunk",
    phase: "response",
    respond: (socket: Socket) => socket.end(`${chunked}9\r\nx`),
  },
  {
    what: "closes the connection between chunks",
    phase: "response",
    respond: (socket: Socket) => socket.end(`${chunked}1\r\nx\r\n`),
  },
  {
    what: "resets the connection in the body",
    phase: "response",
    respond: (socket: Socket) =>
      socket.write(`${ok}content-length: 9\r\n\r\nx`, () => setImmediate(() => socket.resetAndDestroy())),
  },
])("reports a reset when the server $what", async ({ phase, respond }) => {
  const server = await startRawServer(respond);
  const outcome = expectFailure(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "reset", phase, address: "127.0.0.1" });
  expect(server.requests).toHaveLength(1);
});

test("fails for a response shorter than its Content-Length", async () => {
  const server = await startRawServer((socket) => socket.end(`${ok}connection: close\r\ncontent-length: 9\r\n\r\nx`));
  const outcome = expectFailure(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "protocol", detail: "The response body does not match its Content-Length." });
});

test("does not retry forever when the server closes the connection before the request", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.resetAndDestroy() });
  const outcome = expectFailure(await makeClient().send(post(server.port)));
  expect(outcome.reason).toMatch(/^(reset|connect)$/);
  expect(server.sockets.length).toBeLessThanOrEqual(2);
});

test.each([
  { what: "garbage", text: "\0\u0001garbage\r\n\r\n" },
  { what: "SSH", text: "SSH-2.0-OpenSSH_9.9\r\n" },
  { what: "HTTP/2", text: "\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0d" },
  { what: "HTTP/0.9", text: "<html></html>\r\n" },
  { what: "an unknown version", text: "HTTP/9.9 200 X\r\n\r\n" },
  { what: "an invalid status", text: "HTTP/1.1 9999 X\r\n\r\n" },
  { what: "two lengths", text: `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nxx` },
  {
    what: "a length together with chunks",
    text: `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  },
  { what: "a negative length", text: `${ok}content-length: -1\r\n\r\n` },
  { what: "an invalid chunk size", text: `${chunked}zz\r\n` },
  { what: "a header with a line break", text: `${ok}a\rb: c\r\n\r\n` },
  {
    what: "a switch to another protocol",
    text: "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  },
  { what: "an unexpected 100 Continue", text: `HTTP/1.1 100 X\r\n\r\n${formatResponse(200)}` },
  { what: "endless interim responses", text: "HTTP/1.1 103 X\r\n\r\n".repeat(50) },
  { what: "a gigantic header", text: `${ok}a: ${"x".repeat(20_000)}\r\n\r\n` },
  { what: "thousands of headers", text: `${ok}${"a: b\r\n".repeat(10_000)}\r\n` },
  { what: "gigantic trailers", text: `${chunked}0\r\n${"a: b\r\n".repeat(10_000)}\r\n` },
])("fails and closes the connection for $what", async ({ text }) => {
  const server = await startRawServer((socket) => socket.write(text, "latin1"));
  const outcome = expectFailure(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ reason: "protocol", address: "127.0.0.1" });
  await server.allClosed();
});

test("does not use an unsolicited response for the next request", async () => {
  const server = await startRawServer((socket, _request, count) => {
    socket.write(formatResponse(200, `mine ${count}`) + (count === 1 ? formatResponse(200, "forged") : ""));
  });
  const client = makeClient();
  for (const body of ["mine 1", "mine 2"]) {
    expect(expectResponse(await client.send(post(server.port))).body.toString()).toBe(body);
  }
});

test("fails to connect to a closed port", async () => {
  const server = await startRawServer(() => {});
  const url = `http://127.0.0.9:${server.port}/`;
  const outcome = expectFailure(await makeClient().send(post(server.port, { url })));
  expect(outcome).toMatchObject({ reason: "connect", phase: "connect", address: "127.0.0.9" });
  expect(outcome.detail).toBe("Could not connect to 127.0.0.9 (ECONNREFUSED).");
});

test("never includes data from the server in the detail of a failure", async () => {
  const server = await startRawServer((socket) => socket.end(`${ok}content-length: 99\r\nx: <secret>\r\n\r\n<secret>`));
  expect(expectFailure(await makeClient().send(post(server.port))).detail).not.toContain("secret");
});
