import { expect, test } from "vitest";
import { createGuardedClient } from "../../src/client/client.ts";
import { answer, probe, startRawServer } from "./raw-server.ts";
import { answered, failed, loopbackRules, makeClient, nearDeadlineMs, post } from "./test-client.ts";

test("a delivery arrives as it was given, with the host of the url, and its answer comes back with its timings", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, '{"ok":true}', "X-A: 1\r\nx-a: 2\r\n")));
  const outcome = answered(await makeClient().send(post(server.port)));
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

test("a GET is sent without a body", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, "token")));
  const url = `http://127.0.0.1:${server.port}/?challenge=x`;
  const outcome = answered(await makeClient().send({ accountId: "acct_1", method: "GET", url, headers: {} }));
  expect(outcome.body.toString()).toBe("token");
  expect(server.requests[0]?.head).toMatch(/^GET \/\?challenge=x HTTP\/1\.1\r\n/);
  expect(server.requests[0]?.head).not.toMatch(/content-length|transfer-encoding|accept-encoding/i);
});

test("bytes are sent as they are", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  await makeClient().send(post(server.port, { body: Buffer.from([0, 255, 13, 10]) }));
  expect(server.requests[0]?.body).toBe("\0\u00FF\r\n");
});

test("the headers that are ours to say cannot be given", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const headers = {
    Host: "a.example",
    Connection: "close",
    "Accept-Encoding": "gzip",
    "Content-Length": "1",
    "X-A": "1",
  };
  answered(await makeClient().send(post(server.port, { headers })));
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
])("a header that HTTP does not allow ($name: $value) is a failure and not an exception", async ({ name, value }) => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const outcome = failed(await makeClient().send(post(server.port, { headers: { [name]: value } })));
  expect(outcome).toMatchObject({ reason: "protocol", detail: "The request cannot be written as HTTP." });
  expect(server.requests).toStrictEqual([]);
});

test.each([200, 201, 204, 301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599])(
  "a %d is an answer",
  async (status) => {
    const server = await startRawServer((socket) => socket.write(answer(status)));
    expect(answered(await makeClient().send(post(server.port)))).toMatchObject({ status, truncated: false });
  },
);

test("interim answers are passed over", async () => {
  const early = "HTTP/1.1 103 X\r\nlink: a\r\n\r\nHTTP/1.1 102 X\r\n\r\n";
  const server = await startRawServer((socket) => socket.write(early + answer(200, "{}")));
  const { status, headers } = answered(await makeClient().send(post(server.port)));
  expect([status, headers]).toStrictEqual([200, { "content-length": "2" }]);
});

test.each([
  { say: "chunked", text: "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", ends: false },
  { say: "ended by the connection", text: "HTTP/1.1 200 X\r\n\r\n{}", ends: true },
  { say: "of HTTP/1.0", text: "HTTP/1.0 200 X\r\ncontent-length: 2\r\n\r\n{}", ends: true },
])("a body that is $say is read", async ({ text, ends }) => {
  const server = await startRawServer((socket) => (ends ? socket.end(text) : socket.write(text)));
  expect(answered(await makeClient().send(post(server.port))).body.toString()).toBe("{}");
});

test("an answer that says it is compressed is not decoded", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200, "{}", "content-encoding: gzip\r\n")));
  expect(answered(await makeClient().send(post(server.port))).body.toString()).toBe("{}");
});

test.each([
  { size: 999, truncated: false },
  { size: 1000, truncated: false },
  { size: 1001, truncated: true },
  { size: 100_000, truncated: true },
])("of $size bytes at most 1,000 are kept", async ({ size, truncated }) => {
  const server = await startRawServer((socket) => socket.write(answer(200, "x".repeat(size))));
  const outcome = answered(await makeClient().send(post(server.port)));
  expect(outcome).toMatchObject({ status: 200, truncated });
  expect(outcome.body.toString()).toBe("x".repeat(Math.min(size, 1000)));
  if (truncated) await server.allClosed();
});

test("an endless answer is cut at the cap and its connection closed", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n");
    const pour = () => {
      while (socket.writable && socket.write("3e8\r\n".padEnd(1005, "x").concat("\r\n")));
    };
    socket.on("drain", pour);
    pour();
  });
  const client = makeClient();
  expect(answered(await client.send(post(server.port))).truncated).toBe(true);
  await server.allClosed();
});

test("an answer that comes while the body is still being written is the answer", async () => {
  const server = await startRawServer(() => {}, {
    onConnection: (socket) => socket.write(answer(413, "", "connection: close\r\n")),
  });
  const body = new Uint8Array(10_000_000);
  expect(answered(await makeClient().send(post(server.port, { body })))).toMatchObject({
    status: 413,
  });
});

test.each(["PUT", "PATCH", "DELETE"] as const)("a %s is sent with its body", async (method) => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  answered(await makeClient().send(post(server.port, { method })));
  expect(server.requests).toMatchObject([{ head: expect.stringMatching(`^${method} /`), body: '{"a":1}' }]);
});

test("a request has its own cap: 3 MB of JSON are read whole by a client that keeps 1,000 bytes", async () => {
  const offers = Array.from({ length: 30_000 }, (_, n) => ({ id: `off_${n}`, note: "x".repeat(80) }));
  const text = JSON.stringify(offers);
  expect(text.length).toBeGreaterThan(3_000_000);
  const server = await startRawServer((socket) => socket.write(answer(200, text)));
  const client = makeClient();
  const whole = answered(await client.send(post(server.port, { maxBodyBytes: 4_000_000 })));
  expect(whole.truncated).toBe(false);
  expect(JSON.parse(whole.body.toString())).toStrictEqual(offers);
  expect(answered(await client.send(post(server.port)))).toMatchObject({ truncated: true, body: { length: 1000 } });
});

test("a request has its own deadline", async () => {
  const server = await startRawServer(() => {});
  const outcome = failed(await makeClient().send(post(server.port, { timeoutMs: nearDeadlineMs })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "request" });
  await server.allClosed();
});

test("an aborted request fails at once and its connection is closed", async () => {
  const controller = new AbortController();
  const server = await startRawServer(() => controller.abort());
  const outcome = failed(await makeClient().send(post(server.port, { signal: controller.signal })));
  expect(outcome).toMatchObject({ reason: "aborted", phase: "request", detail: "The request was aborted." });
  await server.allClosed();
});

test("a request that is aborted during its name lookup opens no connection", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const controller = new AbortController();
  const client = makeClient({ resolver: () => promise });
  const url = `http://hooks.localhost:${server.port}/`;
  const sending = client.send(post(server.port, { url, signal: controller.signal }));
  controller.abort();
  expect(failed(await sending)).toMatchObject({ reason: "aborted", phase: "dns", address: null });
  resolve(["127.0.0.1"]);
  await probe(server);
  expect(server.sockets).toHaveLength(1);
});

test("a request whose signal is aborted already is not sent", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const outcome = failed(await makeClient().send(post(server.port, { signal: AbortSignal.abort() })));
  expect(outcome).toMatchObject({ reason: "aborted", address: null });
  expect(server.sockets).toStrictEqual([]);
});

test("a signal that is aborted after the answer changes nothing, and the connection is used again", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const controller = new AbortController();
  const client = makeClient();
  answered(await client.send(post(server.port, { signal: controller.signal })));
  controller.abort();
  expect(answered(await client.send(post(server.port))).timings.connectMs).toBeNull();
});

test("a closed client refuses, and closing waits for what is under way", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = createGuardedClient({ rules: loopbackRules, timeoutMs: 20_000, maxBodyBytes: 1000 });
  const outcome = client.send(post(server.port));
  await client.close();
  expect(answered(await outcome).status).toBe(200);
  await server.allClosed();
  expect(failed(await client.send(post(server.port)))).toMatchObject({
    reason: "refused",
    detail: "The client is closed.",
  });
  expect(server.sockets).toHaveLength(1);
});

test("an allowed range that is none is found when the client is made", () => {
  const rules = { ...loopbackRules, allowCidrs: ["10.0.0.0/40"] };
  expect(() => createGuardedClient({ rules, timeoutMs: 200, maxBodyBytes: 1000 })).toThrow("is no CIDR range");
});
