import { expect, test } from "vitest";
import { startDeafServer } from "./deaf-server.ts";
import { answer, probe, startRawServer } from "./raw-server.ts";
import { answered, failed, makeClient, nearDeadlineMs, post } from "./test-client.ts";

const resolver = async () => ["127.0.0.1", "127.0.0.2"];

test("an address that says nothing ends at the deadline, and the next one is not called after it", async () => {
  const port = await startDeafServer();
  const next = await startRawServer((socket) => socket.write(answer(200)), { host: "127.0.0.2", port });
  const url = `http://hooks.localhost:${port}/`;
  const outcome = failed(await makeClient({ resolver, timeoutMs: nearDeadlineMs }).send(post(port, { url })));
  expect(outcome).toMatchObject({ reason: "timeout", phase: "connect", address: "127.0.0.1" });
  expect(outcome.timings).toMatchObject({ connectMs: null, firstByteMs: null });
  await probe(next, "127.0.0.2");
  expect(next.sockets).toHaveLength(1);
});

test("an address that says nothing for a second gives way to the next one", async () => {
  const port = await startDeafServer();
  await startRawServer((socket) => socket.write(answer(200)), { host: "127.0.0.2", port });
  const client = makeClient({ resolver });
  const outcome = answered(await client.send(post(port, { url: `http://hooks.localhost:${port}/` })));
  expect(outcome.address).toBe("127.0.0.2");
  expect(outcome.timings.connectMs).toBeGreaterThanOrEqual(990);
});
