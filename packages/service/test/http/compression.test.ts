import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fastify, { type FastifyReply } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentCodings } from "../../src/http/accept-encoding.ts";
import { registerCompression } from "../../src/http/compression.ts";
import { postKey, shareApp, startApp } from "../access-app.ts";
import { callRaw as call } from "../raw-call.ts";
import { metricsToken } from "../running-app.ts";

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const repeated = "Not all that wander are lost. ";
const json = (length: number) =>
  JSON.stringify({ text: repeated.repeat(length).slice(0, length - '{"text":""}'.length) });

/** Starts a server with compression and one route, and returns its URL. */
async function serve(respond: (reply: FastifyReply) => unknown, compress?: boolean): Promise<string> {
  const app = fastify();
  registerCompression(app);
  app.get("/", { config: compress === undefined ? {} : { compress } }, (_request, reply) => respond(reply));
  onTestFinished(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const sendJson = (body: string | Buffer) => (reply: FastifyReply) => reply.type("application/json").send(body);
const all = { "accept-encoding": "gzip, br, zstd" };

describe.each(contentCodings)("%s", (coding) => {
  test.each([
    ["at once", json(1025)],
    ["in the thread pool", json(200_000)],
    ["from bytes", Buffer.from(json(2000))],
  ])("compresses %s, with the length of the compressed body", async (_, body) => {
    const url = await serve(sendJson(body));
    const answer = await call(url, { "accept-encoding": coding });
    expect(answer.headers).toMatchObject({
      "content-encoding": coding,
      "content-length": String(answer.body.length),
      vary: "accept-encoding",
    });
    expect(answer.body.length).toBeLessThan(Buffer.byteLength(body) / 2);
    expect(decoders[coding](answer.body).equals(Buffer.from(body))).toBe(true);
  });

  test("HEAD returns the headers of GET without a body", async () => {
    const url = await serve(sendJson(json(5000)));
    const [head, get] = await Promise.all([
      call(url, { "accept-encoding": coding }, "HEAD"),
      call(url, { "accept-encoding": coding }),
    ]);
    const { date: _, ...headers } = get.headers;
    expect(head.headers).toMatchObject(headers);
    expect(head.body.length).toBe(0);
  });
});

test.each([undefined, "", "identity", "deflate", "gzip;q=0", "*;q=0"])(
  "sends the body as it is for Accept-Encoding %j, and says that it varies",
  async (accepted) => {
    const url = await serve(sendJson(json(2000)));
    const answer = await call(url, accepted === undefined ? {} : { "accept-encoding": accepted });
    expect(answer.headers).toMatchObject({ vary: "accept-encoding", "content-length": "2000" });
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.body.toString()).toBe(json(2000));
  },
);

test("leaves bodies of 1 KiB or less alone, counted in bytes", async () => {
  for (const body of [json(1024), JSON.stringify("€".repeat(340)), Buffer.from(json(1024))]) {
    const { headers } = await call(await serve(sendJson(body)), all);
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("vary");
  }
  const { headers } = await call(await serve(sendJson(JSON.stringify("€".repeat(341)))), all);
  expect(headers["content-encoding"]).toBe("zstd");
});

test.each([
  ["application/problem+json; charset=utf-8", true],
  ["text/html; charset=utf-8", true],
  ["text/plain; version=0.0.4; charset=utf-8", true],
  ["text/css", true],
  ["text/javascript", true],
  ["image/svg+xml", true],
  ["text/event-stream", false],
  ["application/pdf", false],
  ["application/octet-stream", false],
  ["image/png", false],
  ["font/woff2", false],
])("compresses %s: %s", async (type, expected) => {
  const url = await serve((reply) => reply.type(type).send(Buffer.from(json(2000))));
  const { headers } = await call(url, all);
  expect([headers["content-encoding"], headers.vary]).toEqual(
    expected ? ["zstd", "accept-encoding"] : [undefined, undefined],
  );
});

test("leaves streams, hijacked replies, encoded bodies and routes that opt out alone", async () => {
  const body = json(2000);
  const stream = await serve((reply) => reply.type("application/json").send(Readable.from([body])));
  const hijacked = await serve((reply) => {
    reply.hijack();
    reply.raw.end(body);
  });
  const optedOut = await serve(sendJson(body), false);
  for (const url of [stream, hijacked, optedOut]) {
    const answer = await call(url, all);
    expect(answer.body.toString()).toBe(body);
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers).not.toHaveProperty("vary");
  }
  const encoded = await call(
    await serve((reply) => reply.header("content-encoding", "br").type("application/json").send(body)),
    all,
  );
  expect(encoded.body.toString()).toBe(body);
  expect(encoded.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
});

test("ends quietly if the client disconnects during the compression", async () => {
  const ended: boolean[] = [];
  const url = await serve((reply) => {
    const isFirst = ended.length === 0;
    reply.raw.once("close", () => ended.push(reply.raw.writableFinished));
    if (isFirst) reply.raw.destroy();
    return sendJson(json(200_000))(reply);
  });
  await expect(call(url, all)).rejects.toThrow("socket hang up");
  expect((await call(url, all)).headers["content-encoding"]).toBe("zstd");
  expect(ended).toEqual([false, true]);
});

test("compresses neither an empty body nor a 304", async () => {
  const url = await serve((reply) => reply.header("etag", '"1"').code(304).send());
  const { status, headers } = await call(url, all);
  expect(status).toBe(304);
  expect(headers).toMatchObject({ etag: '"1"' });
  expect(headers).not.toHaveProperty("content-encoding");
});

test("makes a strong ETag weak, because the compressed bytes differ", async () => {
  for (const [etag, expected] of [
    ['"1"', 'W/"1"'],
    ['W/"1"', 'W/"1"'],
  ] as const) {
    const url = await serve((reply) => sendJson(json(2000))(reply.header("etag", etag)));
    expect((await call(url, all)).headers.etag).toBe(expected);
    expect((await call(url)).headers.etag).toBe(etag);
  }
});

test("extends an existing Vary once", async () => {
  for (const [vary, expected] of [
    ["origin", "origin, accept-encoding"],
    ["Origin, Accept-Encoding", "Origin, Accept-Encoding"],
  ]) {
    const url = await serve((reply) => sendJson(json(2000))(reply.header("vary", vary)));
    expect((await call(url, all)).headers.vary).toBe(expected);
  }
});

test("does not compress for pages of other sites, which could measure guesses of a secret", async () => {
  const url = await serve(sendJson(json(2000)));
  for (const [site, expected] of [
    ["cross-site", undefined],
    ["same-site", undefined],
    ["same-origin", "zstd"],
    ["none", "zstd"],
  ]) {
    const { headers } = await call(url, { ...all, "sec-fetch-site": site });
    expect([headers["content-encoding"], headers.vary], site).toEqual([expected, "accept-encoding"]);
  }
});

describe("the service", () => {
  const shared = shareApp("pglite");

  test.each([
    "/openapi.json",
    "/docs",
    "/errors",
    "/errors/QUOTA_EXCEEDED",
    "/assets/page.css",
    "/assets/page.js",
    "/metrics",
  ])("sends %s in each coding", async (path) => {
    const { app } = shared();
    const authorization = `Bearer ${path === "/metrics" ? metricsToken : app.key}`;
    const plain = await call(app.url + path, { authorization });
    expect(plain.status).toBe(200);
    expect(plain.headers.vary).toBe("accept-encoding");
    for (const coding of contentCodings) {
      const headers = { authorization, "accept-encoding": coding };
      const answer = await call(app.url + path, headers);
      expect(answer.headers).toMatchObject({
        "content-encoding": coding,
        "content-type": plain.headers["content-type"],
        "content-length": String(answer.body.length),
        vary: "accept-encoding",
      });
      const decoded = decoders[coding](answer.body);
      if (path !== "/metrics") expect(decoded.equals(plain.body)).toBe(true);
      const head = await call(app.url + path, headers, "HEAD");
      expect(head.headers["content-encoding"]).toBe(coding);
    }
  });

  test("compresses problems", async () => {
    const { app } = shared();
    const query = Array.from({ length: 20 }, (_, n) => `unknown${n}=1`).join("&");
    const answer = await call(`${app.url}/v1/keys?${query}`, { ...all, authorization: `Bearer ${app.key}` });
    expect(answer.status).toBe(400);
    expect(answer.headers["content-encoding"]).toBe("zstd");
    expect(JSON.parse(zstdDecompressSync(answer.body).toString())).toMatchObject({ code: "REQUEST_INVALID" });
  });
});

test("sends responses with a new secret uncompressed", async () => {
  const { app } = await startApp("pglite");
  const metadata = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`name${n}`, repeated.repeat(4)]));
  const key = await postKey(app, { metadata });
  const hook = "http://127.0.0.1:9/hook";
  const webhook = { url: hook, events: ["booking.confirmed"], description: repeated.repeat(8), metadata };
  const created = await app.call("/v1/webhooks", { body: webhook, headers: all });
  expect(created.status, created.text).toBe(201);
  const { id }: { id: string } = JSON.parse(created.text);
  const answers = [
    await app.call("/v1/keys", {
      body: { name: "Shop", environment: "test", scopes: ["usage.read"], metadata },
      headers: all,
    }),
    await app.call(`/v1/keys/${key.id}/roll`, { body: {}, headers: all }),
    created,
    await app.call(`/v1/webhooks/${id}/rotate`, { body: {}, headers: all }),
  ];
  for (const { text, headers } of answers) {
    expect(text).toMatch(/"secret":"(key_test|whsec)_/);
    expect(headers.get("content-encoding"), text).toBeNull();
  }
  const read = await app.call(`/v1/keys/${key.id}`, { headers: all });
  expect(read.headers.get("content-encoding")).toBe("zstd");
});
