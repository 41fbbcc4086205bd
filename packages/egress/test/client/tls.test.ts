import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { formatResponse, type RawServer, startRawServer } from "./raw-server.ts";
import { selfSigned } from "./self-signed.ts";
import { expectFailure, expectResponse, makeClient, post, shortTimeoutMs } from "./test-client.ts";

const resolver = async () => ["127.0.0.1"];

/** Allows loopback as an operator's network, because https to loopback is refused otherwise. */
function tlsClient({ port }: RawServer, options: { ca?: string } = { ca: selfSigned.cert }) {
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [port] };
  return makeClient({ rules, resolver, ...options });
}

test("uses the URL's host for SNI and the certificate while connecting to the checked address", async () => {
  const seen: unknown[] = [];
  const server = await startRawServer(
    (socket, { head }) => {
      const { servername, alpnProtocol } = socket as TLSSocket;
      seen.push(servername, alpnProtocol, /^host: .*$/m.exec(head)?.[0].trim());
      socket.write(formatResponse(200));
    },
    { tls: { ...selfSigned, ALPNProtocols: ["h2", "http/1.1"] } },
  );
  const client = tlsClient(server);
  const request = post(server.port, { url: `https://hooks.example:${server.port}/` });
  const first = expectResponse(await client.send(request));
  expect([first.address, first.timings.connectMs]).toStrictEqual(["127.0.0.1", expect.any(Number)]);
  expect(seen).toStrictEqual(["hooks.example", "http/1.1", `host: hooks.example:${server.port}`]);
  expect(expectResponse(await client.send(request)).timings.connectMs).toBeNull();
  expect(server.sockets).toHaveLength(1);
});

test("checks the certificate of an IP address URL for that address", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls: selfSigned });
  const client = tlsClient(server);
  expectResponse(await client.send(post(server.port, { url: `https://127.0.0.1:${server.port}/` })));
  const other = expectFailure(await client.send(post(server.port, { url: `https://127.0.0.2:${server.port}/` })));
  expect(other.reason).toBe("connect");
});

test.each([
  {
    what: "for another host",
    host: "other.example",
    options: { ca: selfSigned.cert },
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  },
  { what: "that is self-signed", host: "hooks.example", options: {}, code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
])("refuses a certificate $what before the request is sent", async ({ host, options, code }) => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls: selfSigned });
  const url = `https://${host}:${server.port}/`;
  const outcome = expectFailure(await tlsClient(server, options).send(post(server.port, { url })));
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls", address: "127.0.0.1" });
  expect(outcome.detail).toBe(`The TLS handshake with ${host} failed (${code}).`);
  await server.allClosed();
  expect([server.requests, server.sockets.length]).toStrictEqual([[], 1]);
});

test("refuses TLS 1.1", async () => {
  const tls = { ...selfSigned, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
  const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls });
  const outcome = expectFailure(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls" });
});

test("reports a TLS failure if the server does not speak TLS", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.write(formatResponse(200)) });
  const outcome = expectFailure(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls", address: "127.0.0.1" });
  await server.allClosed();
});

test("reports a TLS failure if the server closes the connection in the handshake", async () => {
  const server = await startRawServer(() => {}, { onConnection: (socket) => socket.end() });
  const outcome = expectFailure(
    await tlsClient(server).send(post(server.port, { url: `https://hooks.example:${server.port}/` })),
  );
  expect(outcome).toMatchObject({ reason: "tls", phase: "tls" });
});

test("times out and closes the connection when the handshake stalls", async () => {
  const server = await startRawServer(() => {});
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [server.port] };
  const client = makeClient({ rules, resolver, timeoutMs: shortTimeoutMs });
  const outcome = expectFailure(await client.send(post(server.port, { url: `https://hooks.example:${server.port}/` })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "tls", address: "127.0.0.1" });
  await server.allClosed();
});
