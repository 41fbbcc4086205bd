import type { TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import type { GuardedClientOptions } from "../../src/client/client.ts";
import { checkClientCertificate } from "../../src/client/client-certificate.ts";
import { toFailure } from "../../src/client/failures.ts";
import { parseProxy } from "../../src/client/proxy.ts";
import { clientA, clientB, encryptedKeys, forServersOnly, issuedByB, weak } from "./client-certificates.ts";
import { formatResponse, type RawServer, startRawServer } from "./raw-server.ts";
import { selfSigned } from "./self-signed.ts";
import { startProxy } from "./started-proxy.ts";
import { expectFailure, expectResponse, makeClient, post } from "./test-client.ts";

const nowMs = Date.UTC(2027, 0, 1);

describe("checkClientCertificate", () => {
  const chain = { ...issuedByB, certificate: `${issuedByB.certificate}\n${clientB.certificate}\n` };

  test.each([
    { name: "of a key", pair: clientA },
    { name: "with its issuer", pair: chain },
    { name: "with text around it", pair: { ...clientA, certificate: `Subject: a\r\n${clientA.certificate}\r\n` } },
  ])("returns the end of validity of a certificate $name", ({ pair }) => {
    const checked = checkClientCertificate(pair, nowMs);
    expect("expiresAtMs" in checked && new Date(checked.expiresAtMs).getUTCFullYear()).toBe(2126);
  });

  test.each([
    { name: "no PEM", pair: { ...clientA, certificate: "MIIB" }, fault: ["certificate", "must be in PEM"] },
    {
      name: "damaged PEM",
      pair: { ...clientA, certificate: clientA.certificate.replace("MII", "AII") },
      fault: ["certificate", "not an X.509"],
    },
    {
      name: "a key in the certificate",
      pair: { ...clientA, certificate: `${clientA.certificate}\n${clientA.privateKey}` },
      fault: ["certificate", "must not contain a private key"],
    },
    {
      name: "eleven certificates",
      pair: { ...clientA, certificate: `${clientA.certificate}\n`.repeat(11) },
      fault: ["certificate", "at most 10"],
    },
    {
      name: "the issuer first",
      pair: { ...issuedByB, certificate: `${clientB.certificate}\n${issuedByB.certificate}` },
      fault: ["certificate", "must be the first"],
    },
    { name: "a certificate for servers", pair: forServersOnly, fault: ["certificate", "extended key usage"] },
    { name: "a weak key", pair: weak, fault: ["certificate", "TLS cannot use"] },
    {
      name: "another key",
      pair: { ...clientA, privateKey: clientB.privateKey },
      fault: ["privateKey", "does not belong"],
    },
    {
      name: "a certificate as key",
      pair: { ...clientA, privateKey: clientA.certificate },
      fault: ["privateKey", "must be in PEM"],
    },
    {
      name: "a damaged key",
      pair: { ...clientA, privateKey: clientA.privateKey.replace("MIG", "AIG") },
      fault: ["privateKey", "not a private key"],
    },
    {
      name: "an encrypted key",
      pair: { ...clientA, privateKey: encryptedKeys[0] },
      fault: ["privateKey", "openssl pkey"],
    },
    {
      name: "an encrypted key in the older format",
      pair: { ...clientA, privateKey: encryptedKeys[1] },
      fault: ["privateKey", "encrypted with a passphrase"],
    },
  ])("refuses $name", ({ pair, fault: [member, detail] }) => {
    expect(checkClientCertificate(pair, nowMs)).toStrictEqual({
      member,
      detail: expect.stringContaining(String(detail)),
    });
  });

  test("refuses a certificate before and after its validity", () => {
    const detailAt = (atMs: number) => checkClientCertificate(clientA, atMs);
    expect(detailAt(0)).toMatchObject({
      member: "certificate",
      detail: expect.stringMatching(/not valid before 2026-/),
    });
    expect(detailAt(Date.UTC(2127, 0, 1))).toMatchObject({ detail: expect.stringMatching(/expired on 2126-/) });
  });
});

/** Starts a server that demands a certificate of client A or B and records the common names of its clients. */
async function startMtlsServer() {
  const names: unknown[] = [];
  const tls = { ...selfSigned, requestCert: true, ca: [clientA.certificate, clientB.certificate] };
  const server = await startRawServer(
    (socket) => {
      names.push((socket as TLSSocket).getPeerCertificate().subject.CN);
      socket.write(formatResponse(200));
    },
    { tls },
  );
  return { server, names };
}

function mtlsClient({ port }: RawServer, options: Partial<GuardedClientOptions> = {}) {
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [port] };
  return makeClient({ rules, resolver: async () => ["127.0.0.1"], ca: selfSigned.cert, ...options });
}

const urlOf = ({ port }: RawServer) => `https://hooks.example:${port}/`;

test("presents the certificate of the request, and shares a connection only within its owner and certificate", async () => {
  const { server, names } = await startMtlsServer();
  const client = mtlsClient(server);
  const send = async (scope: string, pair: typeof clientA) => {
    const clientCertificate = { scope, ...pair };
    const outcome = await client.send(post(server.port, { url: urlOf(server), clientCertificate }));
    return expectResponse(outcome).timings.connectMs === null;
  };
  const isReused = [];
  for (const [scope, pair] of [
    ["whk_1", clientA],
    ["whk_2", clientA],
    ["whk_1", clientB],
    ["whk_1", clientA],
  ] as const)
    isReused.push(await send(scope, pair));
  expect(isReused).toStrictEqual([false, false, false, true]);
  expect(names).toStrictEqual(["client-a", "client-a", "client-b", "client-a"]);
  expect(server.sockets).toHaveLength(3);
});

// With TLS 1.3 the handshake ends for the client before the server has checked its certificate.
test.each(["TLSv1.2", "TLSv1.3"] as const)(
  "sends no request to a server that refuses the certificate or is presented none, with %s",
  async (version) => {
    const ca = [clientA.certificate];
    const tls = { ...selfSigned, requestCert: true, ca, minVersion: version, maxVersion: version };
    const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls });
    const client = mtlsClient(server);
    for (const change of [{}, { clientCertificate: { scope: "whk_1", ...issuedByB } }]) {
      const failure = expectFailure(await client.send(post(server.port, { url: urlOf(server), ...change })));
      expect(["tls", "reset"]).toContain(failure.reason);
    }
    expect(server.requests).toStrictEqual([]);
  },
);

test("reports the alert of a server that refuses a certificate after the handshake as a TLS failure", () => {
  const error = Object.assign(new Error("alert"), { code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" });
  expect(toFailure(error, "request", "hooks.example")).toStrictEqual({
    reason: "tls",
    detail: "hooks.example refused the TLS connection (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).",
  });
});

test("never sends a request with a certificate over a kept connection without one, or over plain http", async () => {
  const server = await startRawServer((socket) => socket.write(formatResponse(200)), { tls: selfSigned });
  const client = mtlsClient(server);
  const clientCertificate = { scope: "whk_1", ...clientA };
  const request = post(server.port, { url: urlOf(server) });
  for (const [sent, isReused] of [
    [request, false],
    [{ ...request, clientCertificate }, false],
    [request, true],
  ] as const)
    expect(expectResponse(await client.send(sent)).timings.connectMs === null).toBe(isReused);
  const plain = await makeClient().send(post(server.port, { clientCertificate }));
  expect(expectFailure(plain)).toMatchObject({ reason: "refused", detail: expect.stringContaining("https") });
  const broken = { ...clientCertificate, privateKey: clientB.privateKey };
  const unusable = await client.send({ ...request, clientCertificate: broken });
  expect(expectFailure(unusable)).toMatchObject({ reason: "tls", detail: expect.stringContaining("cannot be used") });
});

test("presents the certificate to the endpoint through a proxy", async () => {
  const { server, names } = await startMtlsServer();
  const proxy = await startProxy({ port: server.port });
  const rules = { allowLoopback: false, allowCidrs: ["192.0.2.0/24"], ports: [] };
  const client = mtlsClient(server, {
    rules,
    resolver: async () => ["192.0.2.7"],
    proxy: parseProxy(proxy.url) ?? null,
  });
  const clientCertificate = { scope: "whk_1", ...clientA };
  expectResponse(await client.send(post(0, { url: "https://hooks.example/", clientCertificate })));
  expect([names, proxy.requests.map(([target]) => target)]).toStrictEqual([["client-a"], ["192.0.2.7:443"]]);
});
