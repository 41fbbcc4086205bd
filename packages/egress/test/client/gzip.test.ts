import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startRawServer } from "./raw-server.ts";
import { answered, failed, makeClient, post } from "./test-client.ts";

/** A server that answers every request with these bytes, which it says are gzip. */
function startGzipServer(body: Buffer, coding = "gzip") {
  return startRawServer((socket) => {
    socket.write(`HTTP/1.1 200 X\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
}

const text = JSON.stringify({ offers: "x".repeat(800) });

test.each(["gzip", "GZIP", "x-gzip"])("decodes an answer in %s if the request accepts it", async (coding) => {
  const server = await startGzipServer(gzipSync(text), coding);
  const { body, headers, truncated } = answered(await makeClient().send(post(server.port, { acceptGzip: true })));
  expect([body.toString(), truncated]).toStrictEqual([text, false]);
  expect(headers).not.toHaveProperty("content-encoding");
  expect(server.requests[0]?.head).toContain("accept-encoding: gzip\r\n");
});

test("leaves an answer in gzip as it came if the request does not accept it", async () => {
  const server = await startGzipServer(gzipSync(text));
  const { body, headers } = answered(await makeClient().send(post(server.port)));
  expect(body).toStrictEqual(gzipSync(text));
  expect(headers["content-encoding"]).toBe("gzip");
  expect(server.requests[0]?.head).not.toMatch(/accept-encoding/i);
});

test.each(["", "identity", "br"])(
  "leaves an answer in %j as it came although the request accepts gzip",
  async (coding) => {
    const server = await startGzipServer(Buffer.from(text), coding);
    const { body } = answered(await makeClient().send(post(server.port, { acceptGzip: true })));
    expect(body.toString()).toBe(text);
  },
);

test.each([
  { what: "decoded", body: gzipSync("x".repeat(100_000_000)), cap: 200_000 },
  { what: "as it came", body: gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * n) % 251))), cap: 100 },
])("drops an answer that is longer than the cap $what", async ({ body, cap }) => {
  const server = await startGzipServer(body);
  const request = post(server.port, { acceptGzip: true, maxBodyBytes: cap });
  expect(answered(await makeClient().send(request))).toMatchObject({
    status: 200,
    truncated: true,
    body: { length: 0 },
  });
});

test("decodes an answer that is as long as the cap", async () => {
  const server = await startGzipServer(gzipSync(text));
  const request = post(server.port, { acceptGzip: true, maxBodyBytes: text.length });
  expect(answered(await makeClient().send(request))).toMatchObject({ truncated: false, body: { length: text.length } });
});

test.each([
  { what: "text", body: Buffer.from(text) },
  { what: "cut short", body: gzipSync(text).subarray(0, -9) },
])("fails if an answer that says it is gzip is $what", async ({ body }) => {
  const server = await startGzipServer(body);
  const client = makeClient();
  const request = post(server.port, { acceptGzip: true });
  const invalid = { reason: "protocol", phase: "response", detail: "The body of the answer is not valid gzip." };
  for (const _ of [1, 2]) expect(failed(await client.send(request))).toMatchObject(invalid);
  // The exchange itself was fine.
  expect(server.sockets).toHaveLength(1);
});

test("takes an empty answer that says it is gzip for empty", async () => {
  const server = await startGzipServer(Buffer.alloc(0));
  expect(answered(await makeClient().send(post(server.port, { acceptGzip: true }))).body).toHaveLength(0);
});
