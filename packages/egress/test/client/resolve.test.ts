import { expect, test, vi } from "vitest";
import { formatResponse, probe, startRawServer } from "./raw-server.ts";
import { expectFailure, makeClient, post, shortTimeoutMs } from "./test-client.ts";

const strict = { allowLoopback: false, allowCidrs: [], ports: [] };

/** A mock resolver that returns each result once, and the last one forever. */
function rebinding(...results: readonly string[][]) {
  const left = [...results];
  return vi.fn(async (_host: string, _accountId: string) => (left.length > 1 ? left.shift() : left[0]) ?? []);
}

test.each([
  { addresses: ["127.0.0.1"] },
  { addresses: ["1.1.1.1", "127.0.0.1"] },
  { addresses: ["127.0.0.1", "1.1.1.1"] },
  { addresses: ["2606:4700::1111", "1.1.1.1", "::ffff:127.0.0.1"] },
  { addresses: ["::1"] },
  { addresses: ["::ffff:7f00:1"] },
  { addresses: ["64:ff9b::7f00:1"] },
  { addresses: ["0.0.0.0"] },
  { addresses: ["fe80::1%lo"] },
  { addresses: ["1.1.1.1", "0x7f.1"] },
])("never connects to a name that resolves to $addresses", async ({ addresses }) => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const rules = { ...strict, ports: [server.port] };
  const client = makeClient({ rules, resolver: rebinding(addresses) });
  const outcome = expectFailure(
    await client.send(post(server.port, { url: `https://rebind.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns", address: null });
  for (const address of addresses) expect(outcome.detail).not.toContain(address);
  expect(outcome.timings).toMatchObject({ dnsMs: expect.any(Number), connectMs: null, firstByteMs: null });
  expect(server.sockets).toStrictEqual([]);
});

test("resolves a name once per request, so that a second result cannot replace the checked one", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const resolver = rebinding(["127.0.0.9"], ["127.0.0.1"]);
  const client = makeClient({ resolver });
  const outcome = expectFailure(
    await client.send(post(server.port, { url: `http://hooks.localhost:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "connect", address: "127.0.0.9" });
  expect(resolver.mock.calls).toStrictEqual([["hooks.localhost", "acct_1"]]);
  expect(server.sockets).toStrictEqual([]);
});

test("refuses a name that turns private between two requests, despite a kept-alive connection", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const client = makeClient({ resolver: rebinding(["127.0.0.1"], ["10.0.0.1"]) });
  const request = post(server.port, { url: `http://hooks.localhost:${server.port}/` });
  expect((await client.send(request)).ok).toBe(true);
  expect(expectFailure(await client.send(request))).toMatchObject({ reason: "refused", phase: "dns" });
  expect(server.requests).toHaveLength(1);
});

test("refuses plain http to a public name that resolves to loopback", async () => {
  const resolver = rebinding(["127.0.0.1"]);
  const outcome = expectFailure(await makeClient({ resolver }).send(post(80, { url: "http://hooks.example/" })));
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns" });
  expect(resolver).not.toHaveBeenCalled();
});

test("refuses plain http to a loopback name that resolves elsewhere", async () => {
  const resolver = rebinding(["127.0.0.1", "1.1.1.1"]);
  const outcome = expectFailure(await makeClient({ resolver }).send(post(80, { url: "http://hooks.localhost/" })));
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns" });
});

test.each(["https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://a.example/#x", "x", ""])(
  "refuses %j without a DNS lookup",
  async (url) => {
    const resolver = rebinding(["1.1.1.1"]);
    const outcome = expectFailure(await makeClient({ resolver }).send(post(80, { url })));
    expect(outcome).toMatchObject({ reason: "refused", phase: "dns", address: null, timings: { dnsMs: null } });
    expect(resolver).not.toHaveBeenCalled();
  },
);

test.each(["http://127.0.0.1:PORT/", "http://localhost:PORT/", "https://169.254.169.254/", "//127.0.0.1:PORT/", "/"])(
  "returns a redirect to %s without following it",
  async (location) => {
    const target = await startRawServer((socket) => socket.write(formatResponse(200)));
    const to = location.replace("PORT", String(target.port));
    const server = await startRawServer((socket) => socket.write(formatResponse(307, "", `location: ${to}\r\n`)));
    const outcome = await makeClient().send(post(server.port));
    expect(outcome).toMatchObject({ ok: true, status: 307, headers: { location: to } });
    expect([target.sockets, server.requests.length]).toStrictEqual([[], 1]);
  },
);

test("reports a DNS failure for a name that does not resolve", async () => {
  const resolver = async () => {
    throw Object.assign(new Error("getaddrinfo ENOTFOUND gone.example"), { code: "ENOTFOUND" });
  };
  const outcome = expectFailure(await makeClient({ resolver }).send(post(443, { url: "https://gone.example/" })));
  expect(outcome).toMatchObject({ reason: "dns", phase: "dns", address: null });
  expect(outcome.detail).toBe("Could not resolve gone.example (ENOTFOUND).");
});

test("reports a DNS failure for a name without addresses", async () => {
  const outcome = expectFailure(
    await makeClient({ resolver: rebinding([]) }).send(post(443, { url: "https://a.example/" })),
  );
  expect(outcome).toMatchObject({ reason: "dns", phase: "dns" });
});

test("times out when the resolver does not respond, and opens no connection later", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const client = makeClient({ resolver: () => promise, timeoutMs: shortTimeoutMs });
  const outcome = expectFailure(
    await client.send(post(server.port, { url: `http://hooks.localhost:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "timeout", phase: "dns", address: null });
  resolve(["127.0.0.1"]);
  await probe(server);
  expect(server.sockets).toHaveLength(1);
});

test("resolves localhost with the hosts file by default", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)));
  const outcome = await makeClient().send(post(server.port, { url: `http://localhost:${server.port}/` }));
  expect(outcome).toMatchObject({ ok: true, address: "127.0.0.1" });
});
