import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConnectionError, InvalidResponseError, Wayfare } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

const encoders = { zstd: zstdCompressSync, br: brotliCompressSync, gzip: gzipSync };
const codings = ["zstd", "br", "gzip"] as const;
const account = {
  id: "acc_1",
  name: "Ada".repeat(1000),
  numbers: Array.from({ length: 500 }, (_, n) => (n * 7919) % 9973),
};
const text = JSON.stringify(account);

/** Starts a server and returns a client of it, and the headers that it received. */
async function serve(respond: RequestListener) {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    respond(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new Wayfare({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "key_test_1", maxRetries: 0 });
  return { client, received };
}

const headersOf = (coding: string, length: number) => ({
  "content-type": "application/json",
  "content-encoding": coding,
  "content-length": length,
});

describe.each(codings)("%s", (coding) => {
  test("is requested and decoded", async () => {
    const body = encoders[coding](text);
    const { client, received } = await serve((_, response) => {
      response.writeHead(200, headersOf(coding, body.length)).end(body);
    });
    expect(await client.account.get()).toEqual(account);
    expect(received[0]?.["accept-encoding"]).toBe("zstd, br, gzip");
  });

  test("a response that ends before its length is a ConnectionError", async () => {
    const body = encoders[coding](text);
    const { client } = await serve((_, response) => {
      response.writeHead(200, headersOf(coding, body.length));
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    });
    await expect(client.account.get()).rejects.toBeInstanceOf(ConnectionError);
  });

  test("a body that was truncated before it was sent is an error that says so", async () => {
    const whole = encoders[coding](text);
    const body = whole.subarray(0, whole.length / 2);
    const { client } = await serve((_, response) => {
      response.writeHead(200, headersOf(coding, body.length)).end(body);
    });
    const error: unknown = await client.account.get().catch((reason: unknown) => reason);
    if (coding === "zstd") expect(error).toBeInstanceOf(ConnectionError);
    else {
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(String(error)).toMatch(
        new RegExp(`status 200 \\(${coding}\\) is invalid after \\d+ characters.*truncated`),
      );
    }
  });

  test("a changed body is an error", async () => {
    const body = encoders[coding](text).fill(7, 40);
    const { client } = await serve((_, response) => {
      response.writeHead(200, headersOf(coding, body.length)).end(body);
    });
    const error: unknown = await client.account.get().catch((reason: unknown) => reason);
    expect([ConnectionError, InvalidResponseError]).toContain((error as Error).constructor);
  });
});

/** Returns the Accept-Encoding of a client in a runtime with these versions. */
async function requestedIn(versions: Record<string, string> | undefined) {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  vi.stubGlobal("process", versions === undefined ? undefined : { ...process, versions });
  vi.stubGlobal("fetch", fetch);
  try {
    await new Wayfare({ baseUrl: "http://service", apiKey: "key_test_1" }).account.get();
  } finally {
    vi.unstubAllGlobals();
  }
  return sent[0]?.headers.get("accept-encoding");
}

test.each([
  ["Node 24", { node: "24.21.0", undici: "7.29.1" }, "zstd, br, gzip"],
  ["Node 24.4, the first that decodes zstd", { node: "24.4.0", undici: "7.11.0" }, "zstd, br, gzip"],
  ["Node 24.0", { node: "24.0.0", undici: "7.8.0" }, "br, gzip"],
  ["Node 20", { node: "20.20.2", undici: "6.21.2" }, "br, gzip"],
  ["a later major version", { node: "28.0.0", undici: "10.0.0" }, "zstd, br, gzip"],
  ["Bun", { node: "24.3.0", bun: "1.3.0", undici: "7.29.1" }, null],
  ["Deno", { node: "24.2.0", deno: "2.5.0", undici: "7.29.1" }, null],
  ["a browser", undefined, null],
  ["another runtime", { node: "24.0.0" }, null],
])("requests in %s the codings that its fetch decodes", async (_, versions, expected) => {
  expect(await requestedIn(versions)).toBe(expected);
});

test("leaves the header to a fetch that the caller passes", async () => {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await new Wayfare({ baseUrl: "http://service", apiKey: "key_test_1", fetch }).account.get();
  expect(sent[0]?.headers.has("accept-encoding")).toBe(false);
});
