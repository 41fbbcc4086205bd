import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { scaled } from "../../../../tests/scale.ts";
import { drip, formatResponse, type RawServer, startRawServer } from "../../../egress/test/client/raw-server.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import { DispatcherFixture, minuteMs } from "./dispatcher-fixture.ts";

const rounds = scaled(20);

const ok = "HTTP/1.1 200 X\r\n";
const good = formatResponse(200, "{}");
const megabyte = Buffer.alloc(1_000_000, "1");

/** Sends 200 MB as fast as they are read. */
function flood(socket: Socket): void {
  socket.write(`${ok}content-length: 200000000\r\n\r\n`);
  let left = 200;
  const more = () => {
    while (left-- > 0) if (!socket.write(megabyte)) return;
  };
  socket.on("drain", more);
  more();
}

/** A fixture with an endpoint on a raw server that `respond` controls. */
async function sendTo(respond: Parameters<typeof startRawServer>[0], { timeoutMs = 20_000 } = {}) {
  const server = await startRawServer(respond);
  const fixture = await DispatcherFixture.open("pglite");
  await fixture.addEndpoint(`http://127.0.0.1:${server.port}/hooks`);
  const dispatcher = await fixture.start({ client: makeClient({ timeoutMs, maxBodyBytes: 65_536 }) });
  const deliver = async () => {
    await fixture.recordEvent();
    await dispatcher.idle();
  };
  return { fixture, server, dispatcher, deliver };
}

const bodyIds = (server: RawServer) => server.requests.map(({ body }) => String(JSON.parse(body).deliveryId));

test.each([
  { fault: "drips bytes", outcome: "failed_timeout", respond: dripping },
  { fault: "resets the connection in the response", outcome: "failed_reset", respond: resetting },
  {
    fault: "closes the connection without a response",
    outcome: "failed_reset",
    respond: (socket: Socket) => void socket.end(),
  },
  { fault: "responds with 200 MB", outcome: "failed_response_too_large", respond: flood },
  {
    fault: "does not speak HTTP",
    outcome: "failed_protocol",
    respond: (socket: Socket) => void socket.end("220 mail\r\n"),
  },
])("retries a delivery after a minute when the receiver $fault", async ({ outcome, respond }) => {
  const { fixture, server, dispatcher, deliver } = await sendTo(
    (socket, _request, count) => (count === 1 ? respond(socket) : void socket.write(good)),
    outcome === "failed_timeout" ? { timeoutMs: 1000 } : {},
  );
  await deliver();
  expect(await fixture.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1 });
  await server.allClosed();
  fixture.nowMs += minuteMs;
  await dispatcher.idle();
  const { id, ...delivery } = await fixture.delivery();
  expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
  expect(await fixture.attempts()).toEqual([
    { delivery_id: id, number: 1, outcome },
    { delivery_id: id, number: 2, outcome: "delivered" },
  ]);
  expect(bodyIds(server)).toEqual([id, id]);
});

test("reads only the start of a 200 MB response and closes the connection", async () => {
  const { server, deliver } = await sendTo((socket) => flood(socket));
  await deliver();
  await server.allClosed();
  // The kernel buffers of both sides hold a few megabytes more.
  expect(server.sockets[0]?.bytesWritten).toBeLessThan(20_000_000);
});

test.each([
  { ends: "by Content-Length", text: "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}" },
  { ends: "with the connection", text: "HTTP/1.0 200 OK\r\n\r\n{}" },
])("accepts HTTP/1.0 responses that end $ends, with one connection per delivery", async ({ text }) => {
  const { fixture, server, deliver } = await sendTo((socket) => void socket.end(text));
  await deliver();
  await deliver();
  expect((await fixture.deliveries()).map(({ status, attempts }) => ({ status, attempts }))).toEqual(
    Array.from({ length: 2 }, () => ({ status: "delivered", attempts: 1 })),
  );
  expect(server.sockets).toHaveLength(2);
});

test("retries a delivery when a kept-alive connection closes before the response", async () => {
  const { fixture, server, dispatcher, deliver } = await sendTo((socket, _request, count) =>
    count === 2 ? void socket.resetAndDestroy() : void socket.write(good),
  );
  await deliver();
  // Ids of the same millisecond are not ordered.
  fixture.nowMs += 1;
  await deliver();
  expect(server.sockets).toHaveLength(1);
  fixture.nowMs += minuteMs;
  await dispatcher.idle();
  const [first, second] = await fixture.deliveries();
  expect([first, second]).toMatchObject([
    { status: "delivered", attempts: 1 },
    { status: "delivered", attempts: 2 },
  ]);
  expect(bodyIds(server)).toEqual([first?.id, second?.id, second?.id]);
});

test(`loses none of ${rounds} deliveries when connections close at any time after a response`, {
  timeout: 300_000 + rounds * 2000,
}, async () => {
  const { fixture, server, dispatcher, deliver } = await sendTo((socket, _request, count) => {
    socket.write(good, () => endAfter(socket, count % 6));
  });
  for (let round = 0; round < rounds; round++) await deliver();
  for (let retry = 0; retry < 3; retry++) {
    fixture.nowMs += 40 * minuteMs;
    await dispatcher.idle();
  }
  const deliveries = await fixture.deliveries();
  expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: rounds }, () => "delivered"));
  const attempts = await fixture.attempts();
  for (const { id, attempts: count } of deliveries) {
    const own = attempts.filter((attempt) => attempt.delivery_id === id);
    expect(own.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(own.at(-1)?.outcome).toBe("delivered");
    expect(bodyIds(server)).toContain(id);
  }
});

function dripping(socket: Socket): void {
  socket.write(`${ok}content-length: 999999\r\n\r\n`);
  drip(socket, "1");
}

function resetting(socket: Socket): void {
  socket.write(`${ok}content-length: 9\r\n\r\n1`, () => socket.resetAndDestroy());
}

/** Closes a connection after this number of event loop turns; after an odd number with a reset. */
function endAfter(socket: Socket, turns: number): void {
  let left = turns;
  const turn = () => {
    if (left-- > 0) setImmediate(turn);
    else if (turns % 2 === 1) socket.resetAndDestroy();
    else socket.end();
  };
  turn();
}
