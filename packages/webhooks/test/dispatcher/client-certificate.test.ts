import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { createGuardedClient } from "@wayfare/egress";
import { expect, onTestFinished, test } from "vitest";
import { clientA, clientB } from "../../../egress/test/client/client-certificates.ts";
import { selfSigned } from "../../../egress/test/client/self-signed.ts";
import { retryDelaysMs } from "../../src/dispatcher/retry-schedule.ts";
import { runChallenges } from "../../src/endpoints/challenge-runner.ts";
import { sealOptions } from "../../src/signing/sealed-options.ts";
import { reversingBox } from "../signing/reversing-box.ts";
import { DispatcherFixture } from "./dispatcher-fixture.ts";

/** Starts an https receiver that demands a client certificate and records the method and the common name of each request. */
async function startMtlsReceiver() {
  const requests: string[] = [];
  const ca = [clientA.certificate, clientB.certificate];
  const server = createServer({ ...selfSigned, requestCert: true, ca }, (request, response) => {
    requests.push(`${request.method} ${String((request.socket as TLSSocket).getPeerCertificate().subject.CN)}`);
    response.end(new URL(request.url ?? "", "https://hooks.example").searchParams.get("challenge") ?? "{}");
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const rules = { allowLoopback: false, allowCidrs: ["127.0.0.0/8"], ports: [port] };
  const client = createGuardedClient({
    rules,
    timeoutMs: 20_000,
    maxBodyBytes: 65_536,
    ca: selfSigned.cert,
    resolver: async () => ["127.0.0.1"],
  });
  onTestFinished(() => client.close());
  return { requests, client, url: `https://hooks.example:${port}/hooks` };
}

test("presents the stored certificate to challenges and deliveries, and the new one after a change", async () => {
  const fixture = await DispatcherFixture.open("pglite");
  const { requests, client, url } = await startMtlsReceiver();
  const { id } = await fixture.addEndpoint(url, { status: "pending_verification" });
  const present = (pair: typeof clientA | null) =>
    fixture.database.execute("UPDATE webhook_endpoints SET sealed_options = $1 WHERE id = $2", [
      sealOptions(reversingBox, {
        headers: {},
        basicAuth: null,
        oauth2: null,
        mtls: pair && { ...pair, expiresAtMs: 0 },
      }),
      id,
    ]);
  await present(clientA);
  const due = new Date(fixture.nowMs);
  await fixture.database.execute("UPDATE webhook_endpoints SET challenge_due_at = $1, challenge_ends_at = $1", [due]);
  const deps = { database: fixture.database, client, box: reversingBox, clock: { nowMs: () => fixture.nowMs } };
  await runChallenges(deps);
  expect(await fixture.endpoint(id)).toMatchObject({ status: "active" });
  const dispatcher = await fixture.start({ client });
  const deliver = async () => {
    await fixture.recordEvent();
    dispatcher.wake();
    await dispatcher.idle();
  };
  await deliver();
  await present(clientB);
  await deliver();
  expect(requests).toStrictEqual(["GET client-a", "POST client-a", "POST client-b"]);
  await present(null);
  await deliver();
  const statuses = async () => (await fixture.deliveries()).map(({ status }) => status).toSorted();
  expect(await statuses()).toStrictEqual(["awaiting_retry", "delivered", "delivered"]);
  await present(clientA);
  fixture.nowMs += retryDelaysMs[0] ?? 0;
  dispatcher.wake();
  await dispatcher.idle();
  expect(await statuses()).toStrictEqual(["delivered", "delivered", "delivered"]);
  expect(requests).toHaveLength(4);
});
