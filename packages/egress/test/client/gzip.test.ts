import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startRawServer } from "./raw-server.ts";
import { expectFailure, expectResponse, makeClient, post } from "./test-client.ts";

/** Starts a server that responds with these bytes and the Content-Encoding gzip. */
function startGzipServer(body: Buffer, encoding = "gzip") {
  return startRawServer((socket) => {
    socket.write(`HTTP/1.1 200 X\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
}

const text = JSON.stringify({ offers: "x".repeat(800) });

test.each(["gzip", "GZIP", "x-gzip"])("decodes a response in %s if the request accepts it", async (encoding) => {
  const server = await startGzipServer(gzipSync(text), encoding);
  const { body, headers, truncated } = expectResponse(await makeClient().send(post(server.port, { acceptGzip: true })));
  expect([body.toString(), truncated]).toStrictEqual([text, false]);
  expect(headers).not.toHaveProperty("content-encoding");
  expect(server.requests[0]?.head).toContain("accept-encoding: gzip\r\n");
});

test("does not decode gzip if the request does not accept it", async () => {
  const server = await startGzipServer(gzipSync(text));
  const { body, headers } = expectResponse(await makeClient().send(post(server.port)));
  expect(body).toStrictEqual(gzipSync(text));
  expect(headers["content-encoding"]).toBe("gzip");
  expect(server.requests[0]?.head).not.toMatch(/accept-encoding/i);
});

test.each(["", "identity", "br"])("does not decode a response with the encoding %j", async (encoding) => {
  const server = await startGzipServer(Buffer.from(text), encoding);
  const { body } = expectResponse(await makeClient().send(post(server.port, { acceptGzip: true })));
  expect(body.toString()).toBe(text);
});

test.each([
  { what: "after decoding", body: gzipSync("x".repeat(100_000_000)), limit: 200_000 },
  {
    what: "before decoding",
    body: gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * n) % 251))),
    limit: 100,
  },
])("drops a body that exceeds the limit $what", async ({ body, limit }) => {
  const server = await startGzipServer(body);
  const request = post(server.port, { acceptGzip: true, maxBodyBytes: limit });
  expect(expectResponse(await makeClient().send(request))).toMatchObject({
    status: 200,
    truncated: true,
    body: { length: 0 },
  });
});

test("decodes a body that is as long as the limit", async () => {
  const server = await startGzipServer(gzipSync(text));
  const request = post(server.port, { acceptGzip: true, maxBodyBytes: text.length });
  expect(expectResponse(await makeClient().send(request))).toMatchObject({
    truncated: false,
    body: { length: text.length },
  });
});

test.each([
  { what: "text", body: Buffer.from(text) },
  { what: "cut short", body: gzipSync(text).subarray(0, -9) },
])("fails if a gzip response is $what", async ({ body }) => {
  const server = await startGzipServer(body);
  const client = makeClient();
  const request = post(server.port, { acceptGzip: true });
  const invalid = { reason: "protocol", phase: "response", detail: "The response body is not valid gzip." };
  for (const _ of [1, 2]) expect(expectFailure(await client.send(request))).toMatchObject(invalid);
  // The HTTP exchange succeeded, so the connection is reused.
  expect(server.sockets).toHaveLength(1);
});

test("accepts an empty gzip response", async () => {
  const server = await startGzipServer(Buffer.alloc(0));
  expect(expectResponse(await makeClient().send(post(server.port, { acceptGzip: true }))).body).toHaveLength(0);
});
