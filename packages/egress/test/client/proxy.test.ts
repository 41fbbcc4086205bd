import { expect, test } from "vitest";
import { parseProxy } from "../../src/client/proxy.ts";
import { formatResponse, startRawServer } from "./raw-server.ts";
import { selfSigned } from "./self-signed.ts";
import { startProxy } from "./started-proxy.ts";
import { expectFailure, expectResponse, makeClient, post } from "./test-client.ts";

const proxyOf = (url: string) => {
  const proxy = parseProxy(url);
  if (proxy === undefined) throw new Error("invalid proxy");
  return proxy;
};

const rules = { allowLoopback: true, allowCidrs: ["192.0.2.0/24"], ports: [] };
const url = "https://hooks.example/";
const resolver = async () => ["192.0.2.7"];

test("sends the checked address to the proxy, verifies the certificate of the name, and reuses the connection", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls: selfSigned });
  const proxy = await startProxy({ port: server.port });
  const withUser = proxyOf(proxy.url.replace("//", "//user:p%40ss@"));
  const client = makeClient({ rules, resolver, ca: selfSigned.cert, proxy: withUser });
  expect(expectResponse(await client.send(post(443, { url }))).address).toBe("192.0.2.7");
  expectResponse(await client.send(post(443, { url })));
  const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  expect(proxy.requests).toEqual([["192.0.2.7:443", "192.0.2.7:443", authorization]]);
  expect(server.requests[0]?.head.toLowerCase()).not.toContain("proxy-authorization");
});

test("refuses addresses that are not allowed without calling the proxy", async () => {
  const proxy = await startProxy({ status: 500 });
  const client = makeClient({ resolver: async () => ["10.0.0.1"], proxy: proxyOf(proxy.url) });
  expect(expectFailure(await client.send(post(443, { url })))).toMatchObject({ reason: "refused" });
  expect(proxy.requests).toEqual([]);
});

test("reports the status of a proxy that refuses, and a proxy that cannot be reached", async () => {
  const proxy = await startProxy({ status: 407 });
  const client = makeClient({ rules, resolver, proxy: proxyOf(proxy.url) });
  expect(expectFailure(await client.send(post(443, { url })))).toMatchObject({
    reason: "connect",
    phase: "connect",
    address: "192.0.2.7",
    detail: "Could not connect to hooks.example: the proxy answered 407.",
  });
  const absent = makeClient({ rules, resolver, proxy: proxyOf("http://127.0.0.1:1") });
  expect(expectFailure(await absent.send(post(443, { url }))).detail).toMatch(/the proxy did not open .*ECONNREFUSED/);
});

test("calls loopback addresses directly", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const proxy = await startProxy({ status: 500 });
  expectResponse(await makeClient({ proxy: proxyOf(proxy.url) }).send(post(server.port)));
  expect(proxy.requests).toEqual([]);
});

test.each(["", "proxy", "https://proxy:3128", "http://proxy/path", "http://proxy?a", "http://%zz@proxy"])(
  "rejects %j as a proxy",
  (text) => {
    expect(parseProxy(text)).toBeUndefined();
  },
);

test("reads host, port and credentials of a proxy", () => {
  expect(parseProxy("http://[2001:db8::1]:3128/")).toEqual({ host: "2001:db8::1", port: 3128, authorization: null });
  expect(parseProxy("http://proxy")).toMatchObject({ host: "proxy", port: 80 });
});
