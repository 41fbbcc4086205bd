import { expect, test } from "vitest";
import { createGuardedClient } from "../../src/client/client.ts";
import { formatResponse, probe, startRawServer } from "./raw-server.ts";
import { expectFailure, expectResponse, loopbackRules, makeClient, post, shortTimeoutMs } from "./test-client.ts";

test("sends a request unchanged with the URL's host and returns the response with timings", async () => {
  const server = await startRawServer((socket) =>
    socket.write(formatResponse(200, '{"ok":true}', "X-A: 1\r\nx-a: 2\r\n")),
  );
  const outcome = expectResponse(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ status: 200, truncated: false, address: "127.0.0.1" });
  expect(outcome.headers).toStrictEqual({ "content-length": "11", "x-a": "1, 2" });
  expect(outcome.body.toString()).toBe('{"ok":true}');
  for (const ms of Object.values(outcome.timings)) expect(ms).toBeGreaterThanOrEqual(0);
  expect(server.requests).toStrictEqual([
    {
      head: [
        "POST /hooks?a=b HTTP/1.1",
        `host: 127.0.0.1:${server.port}`,
        "connection: keep-alive",
        "content-type: application/json",
        "SVC-Delivery-Id: dlv_1",
        "content-length: 7",
      ].join("\r\n"),
      body: '{"a":1}',
    },
  ]);
});

test("sends a GET without a body", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200, "token")));
  const url = `http://127.0.0.1:${server.port}/?challenge=x`;
  const outcome = expectResponse(await makeClient().send({ accountId: "acct_1", method: "GET", url, headers: {} }));
  expect(outcome.body.toString()).toBe("token");
  expect(server.requests[0]?.head).toMatch(/^GET \/\?challenge=x HTTP\/1\.1\r\n/);
  expect(server.requests[0]?.head).not.toMatch(/content-length|transfer-encoding|accept-encoding/i);
});

test("sends bytes unchanged", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  await makeClient().send(post(server.port, { body: Buffer.from([0, 255, 13, 10]) }));
  expect(server.requests[0]?.body).toBe("\0\u00FF\r\n");
});

test("ignores headers that the client sets itself", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const headers = {
    Host: "a.example",
    Connection: "close",
    "Accept-Encoding": "gzip",
    "Content-Length": "1",
    "X-A": "1",
  };
  expectResponse(await makeClient().send(post(server.port, { headers })));
  const [request] = server.requests;
  expect(request?.head).toMatch(/^host: 127\.0\.0\.1:\d+\r$/m);
  expect(request?.head).not.toMatch(/a\.example|close|gzip|content-length: 1$/);
  expect(request?.body).toBe('{"a":1}');
});

test.each([
  { name: "X", value: "a\r\nHost: b" },
  { name: "X Y", value: "a" },
  { name: "Transfer-Encoding", value: "chunked" },
  { name: "Expect", value: "100-continue" },
])("fails for the invalid header $name: $value without an exception", async ({ name, value }) => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const outcome = expectFailure(await makeClient().send(post(server.port, { headers: { [name]: value } })));
  expect(outcome).toMatchObject({ reason: "protocol", detail: "The request cannot be sent as HTTP/1.1." });
  expect(server.requests).toStrictEqual([]);
});

test.each([200, 201, 204, 301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599])(
  "returns a %d response",
  async (status) => {
    const server = await startRawServer((socket) => socket.write(formatResponse(status)));
    expect(expectResponse(await makeClient().send(post(server.port)))).toMatchObject({ status, truncated: false });
  },
);

test("skips interim responses", async () => {
  const early = "HTTP/1.1 103 X\r\nlink: a\r\n\r\nHTTP/1.1 102 X\r\n\r\n";
  const server = await startRawServer((socket) => socket.write(early + formatResponse(200, "{}")));
  const { status, headers } = expectResponse(await makeClient().send(post(server.port)));
  expect([status, headers]).toStrictEqual([200, { "content-length": "2" }]);
});

test.each([
  { body: "chunked", text: "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", ends: false },
  { body: "ended by the connection", text: "HTTP/1.1 200 X\r\n\r\n{}", ends: true },
  { body: "HTTP/1.0", text: "HTTP/1.0 200 X\r\ncontent-length: 2\r\n\r\n{}", ends: true },
])("reads the body of a response: $body", async ({ text, ends }) => {
  const server = await startRawServer((socket) => (ends ? socket.end(text) : socket.write(text)));
  expect(expectResponse(await makeClient().send(post(server.port))).body.toString()).toBe("{}");
});

test("does not decode a compressed response", async () => {
  const server = await startRawServer((socket) =>
    socket.write(formatResponse(200, "{}", "content-encoding: gzip\r\n")),
  );
  expect(expectResponse(await makeClient().send(post(server.port))).body.toString()).toBe("{}");
});

test.each([
  { size: 999, truncated: false },
  { size: 1000, truncated: false },
  { size: 1001, truncated: true },
  { size: 100_000, truncated: true },
])("keeps at most 1,000 of $size bytes", async ({ size, truncated }) => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200, "x".repeat(size))));
  const outcome = expectResponse(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ status: 200, truncated });
  expect(outcome.body.toString()).toBe("x".repeat(Math.min(size, 1000)));
  if (truncated) await server.allClosed();
});

test("cuts an endless response at the limit and closes its connection", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n");
    const write = () => {
      while (socket.writable && socket.write("3e8\r\n".padEnd(1005, "x").concat("\r\n")));
    };
    socket.on("drain", write);
    write();
  });
  const client = makeClient();
  expect(expectResponse(await client.send(post(server.port))).truncated).toBe(true);
  await server.allClosed();
});

test("returns a response that arrives before the request body is sent", async () => {
  const server = await startRawServer(() => {}, {
    onConnection: (socket) => socket.write(formatResponse(413, "", "connection: close\r\n")),
  });
  const body = new Uint8Array(10_000_000);
  expect(expectResponse(await makeClient().send(post(server.port, { body })))).toMatchObject({
    status: 413,
  });
});

test.each(["PUT", "PATCH", "DELETE"] as const)("sends a %s with its body", async (method) => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  expectResponse(await makeClient().send(post(server.port, { method })));
  expect(server.requests).toMatchObject([{ head: expect.stringMatching(`^${method} /`), body: '{"a":1}' }]);
});

test("a request overrides the client's body limit of 1,000 bytes with one of 4 MB", async () => {
  const offers = Array.from({ length: 30_000 }, (_, n) => ({ id: `off_${n}`, note: "x".repeat(80) }));
  const text = JSON.stringify(offers);
  expect(text.length).toBeGreaterThan(3_000_000);
  const server = await startRawServer((socket) => socket.write(formatResponse(200, text)));
  const client = makeClient();
  const whole = expectResponse(await client.send(post(server.port, { maxBodyBytes: 4_000_000 })));
  expect(whole.truncated).toBe(false);
  expect(JSON.parse(whole.body.toString())).toStrictEqual(offers);
  expect(expectResponse(await client.send(post(server.port)))).toMatchObject({
    truncated: true,
    body: { length: 1000 },
  });
});

test("a request overrides the client's timeout", async () => {
  const server = await startRawServer(() => {});
  const outcome = expectFailure(await makeClient().send(post(server.port, { timeoutMs: shortTimeoutMs })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "request" });
  await server.allClosed();
});

test("fails an aborted request at once and closes its connection", async () => {
  const controller = new AbortController();
  const server = await startRawServer(() => controller.abort());
  const outcome = expectFailure(await makeClient().send(post(server.port, { signal: controller.signal })));
  expect(outcome).toMatchObject({ reason: "aborted", phase: "request", detail: "The request was aborted." });
  await server.allClosed();
});

test("opens no connection for a request that is aborted during the DNS lookup", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const controller = new AbortController();
  const client = makeClient({ resolver: () => promise });
  const url = `http://hooks.localhost:${server.port}/`;
  const sending = client.send(post(server.port, { url, signal: controller.signal }));
  controller.abort();
  expect(expectFailure(await sending)).toMatchObject({ reason: "aborted", phase: "dns", address: null });
  resolve(["127.0.0.1"]);
  await probe(server);
  expect(server.sockets).toHaveLength(1);
});

test("does not send a request whose signal is already aborted", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const outcome = expectFailure(await makeClient().send(post(server.port, { signal: AbortSignal.abort() })));
  expect(outcome).toMatchObject({ reason: "aborted", address: null });
  expect(server.sockets).toStrictEqual([]);
});

test("keeps the connection when the signal is aborted after the response", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const controller = new AbortController();
  const client = makeClient();
  expectResponse(await client.send(post(server.port, { signal: controller.signal })));
  controller.abort();
  expect(expectResponse(await client.send(post(server.port))).timings.connectMs).toBeNull();
});

test("close waits for pending requests and refuses new ones", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = createGuardedClient({ rules: loopbackRules, timeoutMs: 20_000, maxBodyBytes: 1000 });
  const outcome = client.send(post(server.port));
  await client.close();
  expect(expectResponse(await outcome).status).toBe(200);
  await server.allClosed();
  expect(expectFailure(await client.send(post(server.port)))).toMatchObject({
    reason: "refused",
    detail: "The client is closed.",
  });
  expect(server.sockets).toHaveLength(1);
});

test("throws for an invalid range when the client is created", () => {
  const rules = { ...loopbackRules, allowCidrs: ["10.0.0.0/40"] };
  expect(() => createGuardedClient({ rules, timeoutMs: 200, maxBodyBytes: 1000 })).toThrow("is not a CIDR range");
});
