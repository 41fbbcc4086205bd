import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { answer, type RawServer, startRawServer } from "./raw-server.ts";
import { selfSigned } from "./self-signed.ts";
import { answered, failed, makeClient, nearDeadlineMs, post } from "./test-client.ts";

const resolver = async () => ["127.0.0.1"];

/** An operator's network is what lets TLS be tried on loopback, which is otherwise for plain http. */
function tlsClient({ port }: RawServer, options: { ca?: string } = { ca: selfSigned.cert }) {
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [port] };
  return makeClient({ rules, resolver, ...options });
}

test("TLS names and checks the host of the url while the connection goes to the pinned address", async () => {
  const seen: unknown[] = [];
  const server = await startRawServer(
    (socket, { head }) => {
      const { servername, alpnProtocol } = socket as TLSSocket;
      seen.push(servername, alpnProtocol, /^host: .*$/m.exec(head)?.[0].trim());
      socket.write(answer(200));
    },
    { tls: { ...selfSigned, ALPNProtocols: ["h2", "http/1.1"] } },
  );
  const client = tlsClient(server);
  const request = post(server.port, { url: `https://hooks.example:${server.port}/` });
  const first = answered(await client.send(request));
  expect([first.address, first.timings.connectMs]).toStrictEqual(["127.0.0.1", expect.any(Number)]);
  expect(seen).toStrictEqual(["hooks.example", "http/1.1", `host: hooks.example:${server.port}`]);
  expect(answered(await client.send(request)).timings.connectMs).toBeNull();
  expect(server.sockets).toHaveLength(1);
});

test("the certificate of a literal address is checked for that address", async () => {
  const server = await startRawServer((socket) => socket.write(answer(200)), { tls: selfSigned });
  const client = tlsClient(server);
  answered(await client.send(post(server.port, { url: `https://127.0.0.1:${server.port}/` })));
  const other = failed(await client.send(post(server.port, { url: `https://127.0.0.2:${server.port}/` })));
  expect(other.reason).toBe("connect");
});

test.each([
  {
    what: "for another host",
    host: "other.example",
    options: { ca: selfSigned.cert },
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  },
  { what: "that nobody vouches for", host: "hooks.example", options: {}, code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
])("a certificate $what is refused before the request is sent", async ({ host, options, code }) => {
  const server = await startRawServer((socket) => socket.write(answer(200)), { tls: selfSigned });
  const url = `https://${host}:${server.port}/`;
  const outcome = failed(await tlsClient(server, options).send(post(server.port, { url })));
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls", address: "127.0.0.1" });
  expect(outcome.detail).toBe(`The TLS handshake with ${host} failed (${code}).`);
  await server.allClosed();
  expect([server.requests, server.sockets.length]).toStrictEqual([[], 1]);
});

test("TLS 1.1 is refused", async () => {
  const tls = { ...selfSigned, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
  const server = await startRawServer((socket) => socket.write(answer(200)), { tls });
  const outcome = failed(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls" });
});

test("a server that does not speak TLS is a failure of TLS", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.write(answer(200)) });
  const outcome = failed(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls", address: "127.0.0.1" });
  await server.allClosed();
});

test("a server that hangs up in the handshake is a failure of TLS", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.end() });
  const outcome = failed(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls" });
});

test("a handshake that does not go on ends at the deadline, and its connection is closed", async () => {
  const server = await startRawServer(() => {});
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [server.port] };
  const client = makeClient({ rules, resolver, timeoutMs: nearDeadlineMs });
  const outcome = failed(await client.send(post(server.port, { url: `https://hooks.example:${server.port}/` })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "tls", address: "127.0.0.1" });
  await server.allClosed();
});
