import { expect, test, vi } from "vitest";
import { answer, probe, startRawServer } from "./raw-server.ts";
import { failed, makeClient, nearDeadlineMs, post } from "./test-client.ts";

const strict = { allowLoopback: false, allowCidrs: [], ports: [] };

/** A resolver that gives each answer once, the last one for ever, and remembers what it was asked. */
function rebinding(...answers: readonly string[][]) {
  const left = [...answers];
  return vi.fn(async (_host: string, _accountId: string) => (left.length > 1 ? left.shift() : left[0]) ?? []);
}

test.each([
  { answers: ["127.0.0.1"] },
  { answers: ["1.1.1.1", "127.0.0.1"] },
  { answers: ["127.0.0.1", "1.1.1.1"] },
  { answers: ["2606:4700::1111", "1.1.1.1", "::ffff:127.0.0.1"] },
  { answers: ["::1"] },
  { answers: ["::ffff:7f00:1"] },
  { answers: ["64:ff9b::7f00:1"] },
  { answers: ["0.0.0.0"] },
  { answers: ["fe80::1%lo"] },
  { answers: ["1.1.1.1", "0x7f.1"] },
])("a name that resolves to $answers is never connected to", async ({ answers }) => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const rules = { ...strict, ports: [server.port] };
  const client = makeClient({ rules, resolver: rebinding(answers) });
  const outcome = failed(await client.send(post(server.port, { url: `https://rebind.example:${server.port}/` })));
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns", address: null });
  for (const address of answers) expect(outcome.detail).not.toContain(address);
  expect(outcome.timings).toMatchObject({ dnsMs: expect.any(Number), connectMs: null, firstByteMs: null });
  expect(server.sockets).toStrictEqual([]);
});

test("a name is resolved once a send, so that no second answer can follow the one that was judged", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const resolver = rebinding(["127.0.0.9"], ["127.0.0.1"]);
  const client = makeClient({ resolver });
  const outcome = failed(await client.send(post(server.port, { url: `http://hooks.localhost:${server.port}/` })));
  expect(outcome).toMatchObject({ reason: "connect", address: "127.0.0.9" });
  expect(resolver.mock.calls).toStrictEqual([["hooks.localhost", "acct_1"]]);
  expect(server.sockets).toStrictEqual([]);
});

test("a name that turns private between two sends is refused at the second, kept connection or not", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const client = makeClient({ resolver: rebinding(["127.0.0.1"], ["10.0.0.1"]) });
  const request = post(server.port, { url: `http://hooks.localhost:${server.port}/` });
  expect((await client.send(request)).ok).toBe(true);
  expect(failed(await client.send(request))).toMatchObject({ reason: "refused", phase: "dns" });
  expect(server.requests).toHaveLength(1);
});

test("plain http to a name that is not loopback's stays refused where it resolves to loopback", async () => {
  const resolver = rebinding(["127.0.0.1"]);
  const outcome = failed(await makeClient({ resolver }).send(post(80, { url: "http://hooks.example/" })));
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns" });
  expect(resolver).not.toHaveBeenCalled();
});

test("plain http to a loopback name is refused where it resolves to anything else", async () => {
  const resolver = rebinding(["127.0.0.1", "1.1.1.1"]);
  const outcome = failed(await makeClient({ resolver }).send(post(80, { url: "http://hooks.localhost/" })));
  expect(outcome).toMatchObject({ reason: "refused", phase: "dns" });
});

test.each(["https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://a.example/#x", "x", ""])(
  "%j is refused by what it says, without a look-up",
  async (url) => {
    const resolver = rebinding(["1.1.1.1"]);
    const outcome = failed(await makeClient({ resolver }).send(post(80, { url })));
    expect(outcome).toMatchObject({ reason: "refused", phase: "dns", address: null, timings: { dnsMs: null } });
    expect(resolver).not.toHaveBeenCalled();
  },
);

test.each(["http://127.0.0.1:PORT/", "http://localhost:PORT/", "https://169.254.169.254/", "//127.0.0.1:PORT/", "/"])(
  "a redirect to %s is an answer and is not followed",
  async (location) => {
    const target = await startRawServer((socket) => socket.write(answer(200)));
    const to = location.replace("PORT", String(target.port));
    const server = await startRawServer((socket) => socket.write(answer(307, "", `location: ${to}\r\n`)));
    const outcome = await makeClient().send(post(server.port));
    expect(outcome).toMatchObject({ ok: true, status: 307, headers: { location: to } });
    expect([target.sockets, server.requests.length]).toStrictEqual([[], 1]);
  },
);

test("a name that does not resolve is a failure of DNS", async () => {
  const resolver = async () => {
    throw Object.assign(new Error("getaddrinfo ENOTFOUND gone.example"), { code: "ENOTFOUND" });
  };
  const outcome = failed(await makeClient({ resolver }).send(post(443, { url: "https://gone.example/" })));
  expect(outcome).toMatchObject({ reason: "dns", phase: "dns", address: null });
  expect(outcome.detail).toBe("gone.example could not be resolved (ENOTFOUND).");
});

test("a name without addresses is a failure of DNS", async () => {
  const outcome = failed(await makeClient({ resolver: rebinding([]) }).send(post(443, { url: "https://a.example/" })));
  expect(outcome).toMatchObject({ reason: "dns", phase: "dns" });
});

test("a resolver that does not answer ends at the deadline, and what it says later makes no connection", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const client = makeClient({ resolver: () => promise, timeoutMs: nearDeadlineMs });
  const outcome = failed(await client.send(post(server.port, { url: `http://hooks.localhost:${server.port}/` })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "dns", address: null });
  resolve(["127.0.0.1"]);
  await probe(server);
  expect(server.sockets).toHaveLength(1);
});

test("localhost resolves by the hosts file of this machine by default", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)));
  const outcome = await makeClient().send(post(server.port, { url: `http://localhost:${server.port}/` }));
  expect(outcome).toMatchObject({ ok: true, address: "127.0.0.1" });
});
