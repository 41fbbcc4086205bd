import { expect, test } from "vitest";
import { formatResponse, probe, startRawServer } from "./raw-server.ts";
import { startSilentServer } from "./silent-server.ts";
import { expectFailure, expectResponse, makeClient, post, shortTimeoutMs } from "./test-client.ts";

const resolver = async () => ["127.0.0.1", "127.0.0.2"];

test("times out at an address that does not respond, without trying the next one", async () => {
  const port = await startSilentServer();
  const next = await startRawServer((socket) => socket.write(formatResponse(200)), { host: "127.0.0.2", port });
  const url = `http://hooks.localhost:${port}/`;
  const outcome = expectFailure(await makeClient({ resolver, timeoutMs: shortTimeoutMs }).send(post(port, { url })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "connect", address: "127.0.0.1" });
  expect(outcome.timings).toMatchObject({ connectMs: null, firstByteMs: null });
  await probe(next, "127.0.0.2");
  expect(next.sockets).toHaveLength(1);
});

test("tries the next address after one second without a response", async () => {
  const port = await startSilentServer();
  await startRawServer((socket) => socket.write(formatResponse(200)), { host: "127.0.0.2", port });
  const client = makeClient({ resolver });
  const outcome = expectResponse(await client.send(post(port, { url: `http://hooks.localhost:${port}/` })));
  expect(outcome.address).toBe("127.0.0.2");
  expect(outcome.timings.connectMs).toBeGreaterThanOrEqual(990);
});
